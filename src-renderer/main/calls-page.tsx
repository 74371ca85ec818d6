/** The last calls: what was asked, how it ended, who decided, how long it took. */
import type { CallView } from '../../src-shared/app-state.ts';
import type { MainBridge } from '../bridge.ts';
import { Empty } from '../parts/empty.tsx';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { answeredByWords, callWords } from '../text/call-words.ts';
import { clockWords, tookWords } from '../text/duration-words.ts';
import { FoundInCall } from './found-in-call.tsx';
import type { PageProps } from './page-props.ts';

export function CallsPage({ snapshot, bridge }: PageProps) {
  const calls = [...snapshot.state.recent].sort((a, b) => b.receivedAt - a.receivedAt);
  if (calls.length === 0) return <Empty title={strings.calls.emptyTitle} text={strings.calls.emptyText} />;
  return (
    <ol className="rows" aria-label={strings.calls.listLabel}>
      {calls.map((call) => (
        <CallRow key={call.callId} call={call} bridge={bridge} />
      ))}
    </ol>
  );
}

function CallRow({ call, bridge }: { readonly call: CallView; readonly bridge: MainBridge }) {
  const { words, shape } = callWords(call);
  const by = answeredByWords(call.answeredBy);
  return (
    <li className="call-row">
      <time className="soft" dateTime={new Date(call.receivedAt).toISOString()}>
        {clockWords(call.receivedAt)}
      </time>
      <p className="row-what">
        <Visible text={call.summary} />
      </p>
      <p className="call-outcome">
        <Shape kind={shape} />
        {words}
      </p>
      <p className="soft call-more">
        <span className="mono">
          <Visible text={call.tool} />
        </span>{' '}
        · <Visible text={call.from} />
        {by && ` · ${strings.calls.by(by)}`}
        {call.wall && ` · ${strings.calls.behind[call.wall]}`}
        {call.durationMs !== undefined && ` · ${strings.calls.took(tookWords(call.durationMs))}`}
      </p>
      {call.remark && (
        <p className="call-outcome call-remark">
          <Shape kind="warning" />
          <Visible text={call.remark} />
        </p>
      )}
      <FoundInCall call={call} bridge={bridge} />
    </li>
  );
}
