/** What a rule changes among the last recorded calls: begun by a press, with its progress and a stop. */
import type { ReplayedCall, ReplayReport, ReplayRequest } from '../../src-shared/rule-view.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Ago } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { useReplay } from './use-replay.ts';

const words = strings.permissions.replay;

interface ReplayPanelProps {
  readonly bridge: MainBridge;
  readonly skew: number;
  readonly title: string;
  /** Undefined where what is written is no rule yet. */
  readonly request: () => ReplayRequest | undefined;
}

export function ReplayPanel({ bridge, skew, title, request }: ReplayPanelProps) {
  const { report, error, running, start, stop } = useReplay(bridge);
  const begin = () => {
    const wanted = request();
    if (wanted) start(wanted);
  };
  return (
    <div className="replay">
      <div className="row">
        <button type="button" className="button" onClick={running ? stop : begin}>
          {running ? words.stop : title}
        </button>
        {running && report && (
          <>
            <progress aria-label={words.progressLabel} value={report.judged} max={report.calls} />
            <span className="soft">{words.progress(report.judged, report.calls)}</span>
          </>
        )}
      </div>
      {report === undefined && <p className="soft">{words.hint}</p>}
      <p role="status">{report && !running && endWords(report)}</p>
      {report && <Changes report={report} skew={skew} />}
      <ActionError error={error} />
    </div>
  );
}

function endWords({ calls, judged, done, changed }: ReplayReport): string {
  if (calls === 0) return words.noCalls;
  const stopped = done ? '' : `${words.stopped}${words.progress(judged, calls)}. `;
  return stopped + (changed === 0 ? words.none(judged) : words.changed(changed));
}

function Changes({ report, skew }: { readonly report: ReplayReport; readonly skew: number }) {
  const { changes, changed, unjudged } = report;
  const listed = changes.reduce((sum, { times }) => sum + times, 0);
  return (
    <>
      {changes.length > 0 && (
        <ul className="rows">
          {changes.map((change) => (
            <li key={`${change.tool} ${change.summary} ${change.at}`} className="running-row">
              <ChangeRow change={change} skew={skew} />
            </li>
          ))}
        </ul>
      )}
      {listed < changed && <p className="soft">{words.more}</p>}
      {unjudged > 0 && <p className="soft">{words.unjudged(unjudged)}</p>}
    </>
  );
}

function ChangeRow({ change, skew }: { readonly change: ReplayedCall; readonly skew: number }) {
  return (
    <>
      <p className="row-what">
        {change.times > 1 && `${words.times(change.times)} `}
        <Visible text={change.summary} />
      </p>
      <Ago at={change.at} skew={skew} />
      <p className="soft">{words.change(words.verdicts[change.without], words.verdicts[change.with])}</p>
    </>
  );
}
