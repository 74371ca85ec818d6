/** The runtimes that this machine connects to, the form to add one, and the tools that they are offered. */
import { Empty } from '../parts/empty.tsx';
import { strings } from '../strings.ts';
import { AddRuntimeForm } from './add-runtime-form.tsx';
import type { PageProps } from './page-props.ts';
import { RuntimeRow } from './runtime-row.tsx';
import { ToolSwitches } from './tool-switches.tsx';

export function RuntimesPage({ bridge, snapshot }: PageProps) {
  const { runtimes, tools } = snapshot.state;
  return (
    <>
      {runtimes.length === 0 ? (
        <Empty title={strings.runtimes.emptyTitle} text={strings.runtimes.emptyText} />
      ) : (
        <ul className="rows">
          {runtimes.map((runtime) => (
            <RuntimeRow
              key={runtime.profileId}
              bridge={bridge}
              runtime={runtime}
              tools={tools}
              skew={snapshot.skew}
            />
          ))}
        </ul>
      )}
      <AddRuntimeForm bridge={bridge} />
      <section className="form" aria-labelledby="tools-title">
        <h3 id="tools-title">{strings.runtimes.toolsTitle}</h3>
        <p className="soft">{strings.runtimes.toolsText}</p>
        <ToolSwitches bridge={bridge} tools={tools} />
      </section>
    </>
  );
}
