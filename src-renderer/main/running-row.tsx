/** One thing that runs: what it is, for how long yet, and what can be done about it. */
import type { JobView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { agoWords } from '../text/duration-words.ts';
import { LiveOutput } from './live-output.tsx';
import type { RunningItem } from './running-now.ts';

interface RunningRowProps {
  readonly bridge: MainBridge;
  readonly item: RunningItem;
  readonly skew: number;
  readonly onStopped: () => void;
}

export function RunningRow({ bridge, item, skew, onStopped }: RunningRowProps) {
  const { id, job } = item;
  const stop = useAction(() => bridge.call(job ? 'job:stop' : 'call:stop', id));
  const keep = useAction(() => bridge.call('job:keep', id));
  const name = visibleText(item.summary);
  const ending = stop.busy || job?.state === 'ending';
  return (
    <li className="running-row">
      <p className="row-what">
        <span className="tag">{job ? strings.running.job : strings.running.call}</span>{' '}
        <Visible text={item.summary} />
      </p>
      <div className="row running-acts">
        {job && !job.kept && (
          <button
            type="button"
            className="button"
            aria-label={strings.running.keepLabel(name)}
            disabled={keep.busy || ending}
            onClick={() => void keep.run()}
          >
            {strings.running.keep}
          </button>
        )}
        <button
          type="button"
          className="button button-stop"
          aria-label={strings.running.stopLabel(name)}
          disabled={ending}
          onClick={() => void stop.run().then((ended) => ended && onStopped())}
        >
          {ending ? strings.running.stopping : strings.running.stop}
        </button>
      </div>
      <p className="soft">
        <Visible text={item.from} /> · <Started at={item.startedAt} skew={skew} />
        {job && <JobTimes job={job} skew={skew} />}
        {item.withoutWall && ` · ${strings.running.noWall}`}
      </p>
      {item.prints && <LiveOutput bridge={bridge} id={id} summary={item.summary} />}
      <ActionError error={stop.error ?? keep.error} />
    </li>
  );
}

function Started({ at, skew }: { readonly at: number; readonly skew: number }) {
  const words = strings.running.started(agoWords(useNow(skew) - at));
  return <time dateTime={new Date(at).toISOString()}>{words}</time>;
}

function JobTimes({ job, skew }: { readonly job: JobView; readonly skew: number }) {
  return (
    <>
      {' · '}
      <Countdown at={job.endsBy} skew={skew} />
      {job.kept && ` · ${strings.running.kept}`}
    </>
  );
}
