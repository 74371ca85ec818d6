/** What is true of one runtime beside its state: how its token travels, what it took, what it left out, what was odd. */
import type { FrameCounts, RuntimeView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { Hint } from '../parts/hint.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { spanWords } from '../text/duration-words.ts';

/** Small words beside its name, for what is not as usual. */
export function RuntimeTags({ runtime }: { readonly runtime: RuntimeView }) {
  const { runtimes } = strings;
  return (
    <>
      {runtime.embedded && <Tag hint={runtimes.embeddedHint}>{runtimes.embedded}</Tag>}
      {runtime.machine !== undefined && (
        <Tag hint={runtimes.machineTagHint}>{runtimes.machineTag(runtime.machine)}</Tag>
      )}
      {runtime.mode !== undefined && <Tag hint={runtimes.modeTagHint}>{runtimes.modeTag[runtime.mode]}</Tag>}
      {runtime.inTheClear && (
        <Tag hint={runtimes.clearTagHint} warning>
          {runtimes.clearTag}
        </Tag>
      )}
    </>
  );
}

interface TagProps {
  readonly hint: string;
  readonly warning?: boolean;
  readonly children: string;
}

// A button, so that its hint is there for the keyboard too.
function Tag({ hint, warning = false, children }: TagProps) {
  return (
    <Hint text={hint}>
      <button type="button" className={warning ? 'tag tag-warning' : 'tag'}>
        {children}
      </button>
    </Hint>
  );
}

export function RuntimeFacts({ runtime }: { readonly runtime: RuntimeView }) {
  const { status } = runtime;
  const limit = spanWords(status.kind === 'open' ? status.invokeTimeoutMs : runtime.invokeTimeoutMs);
  const odd = oddWords(runtime.counts);
  const token = runtime.hasToken
    ? runtime.tokenForThisRunOnly
      ? strings.runtimes.tokenForThisRun
      : strings.runtimes.tokenBy[runtime.bearerBy]
    : strings.runtimes.noToken;
  const via = runtime.via === undefined ? '' : ` ${strings.runtimes.via(visibleText(runtime.via))}`;
  return (
    <>
      {status.kind === 'open' && (
        <>
          <Accepted names={status.accepted} />
          <Skipped skipped={status.skipped} />
        </>
      )}
      {!runtime.embedded && <p className="soft">{strings.runtimes.facts(limit, token + via)}</p>}
      {odd !== '' && <p className="soft">{strings.runtimes.oddFrames(odd)}</p>}
    </>
  );
}

function Accepted({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <p>{strings.runtimes.acceptedNone}</p>;
  return (
    <p className="accepted">
      {strings.runtimes.accepted(names.length)}{' '}
      {names.map((tool) => (
        <code key={tool}>
          <Visible text={tool} />
        </code>
      ))}
    </p>
  );
}

type SkippedTools = Extract<RuntimeView['status'], { kind: 'open' }>['skipped'];

/** One line a reason. */
function Skipped({ skipped }: { readonly skipped: SkippedTools }) {
  const reasons = [...new Set(skipped.map(({ why }) => why))];
  return reasons.map((reason) => (
    <p key={reason} className="accepted">
      {strings.runtimes.skippedWhy[reason]}{' '}
      {skipped
        .filter(({ why }) => why === reason)
        .map(({ name }) => (
          <code key={name}>
            <Visible text={name} />
          </code>
        ))}
    </p>
  ));
}

function oddWords(counts: FrameCounts): string {
  return (Object.keys(strings.runtimes.frameKinds) as (keyof FrameCounts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => strings.runtimes.frameKinds[kind](counts[kind]))
    .join(', ');
}
