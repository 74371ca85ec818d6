/** What agents can call, for all runtimes or for one: each tool on or off, when a call waits, whether results are seen first. */
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { ToolSwitch } from '../../src-shared/ipc-contract.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { Empty } from '../parts/empty.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { strings } from '../strings.ts';
import type { PageProps } from './page-props.ts';
import { ToolLine } from './tool-line.tsx';

const words = strings.tools;

const ALL = 'all';

export function ToolsPage({ bridge, snapshot }: PageProps) {
  const { tools, runtimes } = snapshot.state;
  const own = runtimes.filter(({ embedded }) => !embedded);
  if (tools.length === 0) return <Empty title={words.emptyTitle} text={words.emptyText} />;
  if (own.length === 0) return <ToolList bridge={bridge} snapshot={snapshot} />;
  const tabs = own.map(({ profileId, name }) => ({ name: `${FOR}${profileId}`, title: visibleText(name) }));
  return (
    <Tabs page="tools" label={words.tabsLabel} tabs={[{ name: ALL, title: words.all }, ...tabs]}>
      {(tab) => {
        const runtime = own.find(({ profileId }) => tab === `${FOR}${profileId}`);
        return (
          <ToolList
            key={tab}
            bridge={bridge}
            snapshot={snapshot}
            {...(runtime ? { forRuntime: runtime } : {})}
          />
        );
      }}
    </Tabs>
  );
}

const FOR = 'for-';

/** The address of the tools of one runtime. */
export function toolsAddress(profileId: string): string {
  return `tools/${FOR}${profileId}`;
}

interface ToolListProps extends PageProps {
  /** Missing: what is set is for all. */
  readonly forRuntime?: RuntimeView;
}

function ToolList({ bridge, snapshot, forRuntime }: ToolListProps) {
  const profile = forRuntime ? { profileId: forRuntime.profileId } : {};
  return (
    <>
      <p className="lead">
        {forRuntime === undefined ? words.lead : words.leadFor(visibleText(forRuntime.name))}
      </p>
      <ul className="rows" aria-label={words.listLabel}>
        {snapshot.state.tools.map((tool) => (
          <ToolLine
            key={tool.name}
            tool={tool}
            forRuntime={forRuntime}
            set={(channel, on) => {
              const change: ToolSwitch = { tool: tool.name, on, ...profile };
              return bridge.call(channel, change);
            }}
          />
        ))}
      </ul>
      <p className="soft">{words.modesText}</p>
      <p className="soft">{words.reviewText}</p>
    </>
  );
}
