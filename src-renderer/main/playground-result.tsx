/** What the agent received: an error text, a picture, or the output as JSON. */
import type { PlaygroundReply } from '../../src-shared/ipc-contract.ts';
import type { Json } from '../../src-shared/json.ts';
import { LongText } from '../parts/long-text.tsx';
import { Shape } from '../parts/shape.tsx';
import { locale } from '../spoken.ts';
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
      {reply.ok ? (
        <Output output={reply.output} />
      ) : (
        <LongText text={reply.error} labelledBy="result-title" />
      )}
    </section>
  );
}

function Output({ output }: { readonly output: Json }) {
  const picture = findPicture(output);
  if (picture === undefined)
    return <LongText text={typeof output === 'string' ? output : JSON.stringify(output, null, 2)} />;
  return (
    <>
      <img
        className="picture"
        src={picture.src}
        alt={strings.playground.picture(picture.bytes.toLocaleString(locale()))}
      />
      <LongText text={JSON.stringify(picture.rest, null, 2)} />
    </>
  );
}
