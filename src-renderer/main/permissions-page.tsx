/** What may run with nobody looking: rules, grants, folders; and what would happen to a call now. */
import { Tabs } from '../parts/tabs.tsx';
import { strings } from '../strings.ts';
import { FoldersTab } from './folders-tab.tsx';
import { GrantsInForce } from './grants-in-force.tsx';
import type { PageProps } from './page-props.ts';
import { RulesTab } from './rules-tab.tsx';
import { TryTab } from './try-tab.tsx';

const { tabs, tabsLabel } = strings.permissions;

export function PermissionsPage({ bridge, snapshot }: PageProps) {
  const { state, skew } = snapshot;
  const changed = state.folders.filter(({ changedRules }) => changedRules).length;
  return (
    <Tabs
      page="permissions"
      label={tabsLabel}
      tabs={[
        { name: 'rules', title: tabs.rules },
        { name: 'grants', title: tabs.grants, count: state.grantCount },
        { name: 'folders', title: tabs.folders, count: changed },
        { name: 'try', title: tabs.try },
      ]}
    >
      {(tab) => {
        switch (tab) {
          case 'rules':
            return <RulesTab bridge={bridge} snapshot={snapshot} />;
          case 'grants':
            return <GrantsInForce bridge={bridge} state={state} skew={skew} />;
          case 'folders':
            return <FoldersTab bridge={bridge} snapshot={snapshot} />;
          case 'try':
            return <TryTab bridge={bridge} snapshot={snapshot} />;
        }
      }}
    </Tabs>
  );
}
