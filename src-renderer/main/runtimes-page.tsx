/** The runtimes that this machine connects to, and the form to add one. */
import { Empty } from '../parts/empty.tsx';
import { strings } from '../strings.ts';
import { AddRuntimeForm } from './add-runtime-form.tsx';
import type { PageProps } from './page-props.ts';
import { RuntimeRow } from './runtime-row.tsx';

export function RuntimesPage({ bridge, snapshot }: PageProps) {
  const { runtimes } = snapshot.state;
  return (
    <>
      {runtimes.length === 0 ? (
        <Empty title={strings.runtimes.emptyTitle} text={strings.runtimes.emptyText} />
      ) : (
        <ul className="rows">
          {runtimes.map((runtime) => (
            <RuntimeRow key={runtime.profileId} bridge={bridge} runtime={runtime} skew={snapshot.skew} />
          ))}
        </ul>
      )}
      <AddRuntimeForm bridge={bridge} />
    </>
  );
}
