/** What the agent received: an error text, a picture, or the output as JSON. */
import type { PlaygroundReply } from '../../src-shared/ipc-contract.ts';
import type { Json } from '../../src-shared/json.ts';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { findPicture } from './find-picture.ts';

export function PlaygroundResult({ reply }: { readonly reply: PlaygroundReply }) {
  return (
    <section className="result" aria-labelledby="result-title">
      <h3 id="result-title">{strings.playground.result}</h3>
      <p className="result-kind" role="status">
        <Shape kind={reply.ok ? 'check' : 'cross'} />
        {reply.ok ? strings.playground.ok : strings.playground.error}
      </p>
      {reply.ok ? <Output output={reply.output} /> : <Block text={reply.error} />}
    </section>
  );
}

function Output({ output }: { readonly output: Json }) {
  const picture = findPicture(output);
  if (picture === undefined)
    return <Block text={typeof output === 'string' ? output : JSON.stringify(output, null, 2)} />;
  return (
    <>
      <img
        className="picture"
        src={picture.src}
        alt={strings.playground.picture(picture.bytes.toLocaleString())}
      />
      <Block text={JSON.stringify(picture.rest, null, 2)} />
    </>
  );
}

function Block({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable to be scrolled by keyboard.
    <pre className="text-block" tabIndex={0}>
      <Visible text={text} mode="block" />
    </pre>
  );
}
