/** What runs now, calls and jobs alike, each with its own Stop; and the jobs that ended a short time ago. */
import { useRef } from 'react';
import type { JobView } from '../../src-shared/app-state.ts';
import type { MainBridge } from '../bridge.ts';
import { Empty } from '../parts/empty.tsx';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { tookWords } from '../text/duration-words.ts';
import { jobEndWords } from '../text/job-words.ts';
import { LiveOutput } from './live-output.tsx';
import type { PageProps } from './page-props.ts';
import { runningNow } from './running-now.ts';
import { RunningRow } from './running-row.tsx';

export function RunningPage({ bridge, snapshot }: PageProps) {
  const { state, skew } = snapshot;
  const page = useRef<HTMLDivElement>(null);
  const running = runningNow(state);
  const ended = state.jobs.filter((job) => job.end !== undefined);
  // The row of what was stopped goes away with the button that had the focus.
  const onStopped = () => page.current?.focus();
  return (
    <div ref={page} className="running" tabIndex={-1}>
      {running.length === 0 ? (
        <Empty title={strings.running.emptyTitle} text={strings.running.emptyText} />
      ) : (
        <ol className="rows" aria-label={strings.running.listLabel}>
          {running.map((item) => (
            <RunningRow key={item.id} bridge={bridge} item={item} skew={skew} onStopped={onStopped} />
          ))}
        </ol>
      )}
      {running.some((item) => item.job) && <p className="soft">{strings.running.keepHint}</p>}
      {ended.length > 0 && <EndedJobs bridge={bridge} jobs={ended} />}
    </div>
  );
}

interface EndedJobsProps {
  readonly bridge: MainBridge;
  readonly jobs: readonly JobView[];
}

function EndedJobs({ bridge, jobs }: EndedJobsProps) {
  return (
    <section aria-labelledby="ended-title">
      <h3 id="ended-title">{strings.running.endedLabel}</h3>
      <ol className="rows" aria-labelledby="ended-title">
        {jobs.map((job) => (
          <EndedRow key={job.jobId} bridge={bridge} job={job} />
        ))}
      </ol>
    </section>
  );
}

function EndedRow({ bridge, job }: Pick<EndedJobsProps, 'bridge'> & { readonly job: JobView }) {
  if (job.end === undefined) return null;
  const { words, shape } = jobEndWords(job.end);
  return (
    <li className="running-row">
      <p className="row-what">
        <Visible text={job.summary} />
      </p>
      <p className="call-outcome">
        <Shape kind={shape} />
        {words}
      </p>
      <p className="soft">
        <Visible text={job.from} /> · {strings.calls.took(tookWords(job.end.durationMs))}
      </p>
      <LiveOutput bridge={bridge} id={job.jobId} summary={job.summary} over />
    </li>
  );
}
