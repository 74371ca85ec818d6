/** One call's whole story: every step that is on record, in order. */
import { useEffect, useRef, useState } from 'react';
import { callStory, type StoryStep } from '../../src-shared/call-story.ts';
import type { Failed, HistoryStory } from '../../src-shared/history.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { tookWords } from '../text/duration-words.ts';
import { endWords, fromWords, howWords, momentWords } from '../text/history-words.ts';
import type { Snapshot } from '../use-app-state.ts';
import { FoundInCall } from './found-in-call.tsx';
import { FileState } from './history-check.tsx';
import { useHistoryExport } from './history-export.tsx';

interface HistoryStoryPaneProps {
  readonly call: string;
  readonly bridge: MainBridge;
  readonly snapshot: Snapshot;
  /** Of the list: when it changes, this call may have gone on. */
  readonly revision: number | undefined;
  /** Of the last check of the journal. */
  readonly report: JournalReport | undefined;
  readonly onClose: () => void;
}

export function HistoryStoryPane(props: HistoryStoryPaneProps) {
  const { call, bridge, snapshot, revision, report, onClose } = props;
  const story = useStory(bridge, call, revision);
  const heading = useRef<HTMLHeadingElement>(null);
  const exporting = useHistoryExport(bridge);
  useEffect(() => heading.current?.focus(), []);
  // What can be done about a masked result is known while the call is among the last ones.
  const recent = snapshot.state.recent.find(({ callId }) => callId === call);
  return (
    <section className="history-story" aria-label={strings.history.storyPane.label}>
      <header>
        <h3 ref={heading} tabIndex={-1}>
          <Visible text={(story?.ok && story.row.summary) || strings.history.storyPane.label} />
        </h3>
        <button type="button" className="button" onClick={onClose}>
          {strings.history.storyPane.close}
        </button>
      </header>
      {story === undefined && <p className="soft">{strings.history.storyPane.reading}</p>}
      {story?.ok === false && <ActionError error={story.error} />}
      {story?.ok && <Facts story={story} report={report} />}
      {recent && <FoundInCall call={recent} bridge={bridge} />}
      {story?.ok && <Steps story={story} />}
      {story?.ok && (
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={exporting.busy}
            title={strings.history.exportTitle}
            onClick={() => exporting.run({ call })}
          >
            {strings.history.storyPane.export}
          </button>
          {exporting.said}
        </div>
      )}
    </section>
  );
}

function useStory(bridge: MainBridge, call: string, revision: number | undefined) {
  const [story, setStory] = useState<HistoryStory | Failed>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision means that the call may have gone on.
  useEffect(() => {
    let isOver = false;
    bridge.call('history:story', call).then(
      (told) => isOver || setStory(told),
      (error: unknown) => isOver || setStory({ ok: false, error: problemText(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [bridge, call, revision]);
  return story;
}

interface FactsProps {
  readonly story: HistoryStory;
  readonly report: JournalReport | undefined;
}

function Facts({ story: { row, files }, report }: FactsProps) {
  const { words, shape } = endWords(row);
  const how = [row.tool ?? '', fromWords(row), ...howWords(row)].filter(Boolean).join(' · ');
  return (
    <div>
      <p className="call-outcome">
        <Shape kind={shape} />
        {words}
      </p>
      {row.state === 'lost' && <p className="soft">{strings.history.storyPane.lost}</p>}
      <p className="soft break">
        <Visible text={how} />
      </p>
      <dl className="history-facts">
        <dt>{strings.history.storyPane.call}</dt>
        <dd className="mono">
          <Visible text={row.call} />
        </dd>
        <dt>{strings.history.storyPane.files}</dt>
        <dd>
          {files.map((file) => (
            <p key={file}>
              <span className="mono">{file}</span> {report && <FileState report={report} file={file} />}
            </p>
          ))}
        </dd>
      </dl>
    </div>
  );
}

function Steps({ story }: { readonly story: HistoryStory }) {
  const steps = callStory(story.steps, strings.history.story).filter(({ lines }) => lines.length > 0);
  return (
    <ol className="history-steps" aria-label={strings.history.storyPane.steps}>
      {steps.map((step, at) => (
        // Steps are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place.
        <Step key={at} step={step} isFirst={at === 0} />
      ))}
    </ol>
  );
}

function Step({ step, isFirst }: { readonly step: StoryStep; readonly isFirst: boolean }) {
  const at = Date.parse(step.at);
  return (
    <li>
      <time className="soft" dateTime={step.at} title={Number.isNaN(at) ? step.at : momentWords(at)}>
        {isFirst && !Number.isNaN(at)
          ? momentWords(at)
          : strings.history.storyPane.after(tookWords(step.afterMs))}
      </time>
      <div>
        {step.lines.map(({ words, exact }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a step never change.
          <div key={line}>
            <p>
              <Visible text={words} />
            </p>
            {exact !== undefined && (
              <pre className="text-block">
                <Visible text={exact} mode="code" />
              </pre>
            )}
          </div>
        ))}
      </div>
    </li>
  );
}
