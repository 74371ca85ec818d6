/** What a job or a call prints, as it prints it: fetched while it is unfolded, and shown by its end. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LiveOutputReply, LiveStream } from '../../src-shared/ipc-contract.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

interface LiveOutputProps {
  readonly bridge: MainBridge;
  /** Of the job, or of the call. */
  readonly id: string;
  readonly summary: string;
  /** Nothing more will come. */
  readonly over?: boolean;
}

/** Often enough to follow by eye, seldom enough to cost nothing. Milliseconds. */
const ASK_AGAIN_MS = 1_000;

export function LiveOutput({ bridge, id, summary, over = false }: LiveOutputProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="live-output" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="fold" aria-label={strings.running.outputLabel(visibleText(summary))}>
        {strings.running.output}
      </summary>
      {open && <Output bridge={bridge} id={id} over={over} />}
    </details>
  );
}

interface OutputProps {
  readonly bridge: MainBridge;
  readonly id: string;
  readonly over: boolean;
}

function Output({ bridge, id, over }: OutputProps) {
  const reply = useOutput(bridge, id, over);
  if (reply === undefined) return <p role="status">{strings.running.outputFetching}</p>;
  if (!reply.ok) {
    return (
      <p role="status">
        <Visible text={reply.error} />
      </p>
    );
  }
  const { stdout, stderr } = reply;
  if (isEmpty(stdout) && isEmpty(stderr)) return <p className="soft">{strings.running.outputNone}</p>;
  return (
    <>
      <Stream name={strings.running.stdout} stream={stdout} />
      <Stream name={strings.running.stderr} stream={stderr} />
    </>
  );
}

/** Asks again until it is over; a reply that comes after the next question is dropped. */
function useOutput(bridge: MainBridge, id: string, over: boolean): LiveOutputReply | undefined {
  const [reply, setReply] = useState<LiveOutputReply>();
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await bridge
        .call('running:output', id)
        .catch((cause: unknown) => ({ ok: false as const, error: problemText(cause) }));
      if (!wanted) return;
      setReply(answer);
      if (!over) timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [bridge, id, over]);
  return reply;
}

function isEmpty({ text, before }: LiveStream): boolean {
  return text === '' && before === 0;
}

function Stream({ name, stream }: { readonly name: string; readonly stream: LiveStream }) {
  const block = useRef<HTMLPreElement>(null);
  const followed = useRef(true);
  const { text } = stream;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added moves the end.
  useLayoutEffect(() => {
    const element = block.current;
    if (element !== null && followed.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (isEmpty(stream)) return null;
  return (
    <figure>
      <figcaption className="soft">
        {name}
        {stream.before > 0 && ` · ${strings.running.outputBefore(stream.before)}`}
      </figcaption>
      <pre
        ref={block}
        className="text-block live-text"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          // Who scrolled up reads; who is at the end follows.
          followed.current = scrollTop + clientHeight >= scrollHeight - 4;
        }}
      >
        <Visible text={text} mode="block" />
      </pre>
    </figure>
  );
}
