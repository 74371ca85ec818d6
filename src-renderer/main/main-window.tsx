/** The main window: state and switches on top, pages below. It has no way to answer a waiting call. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MainBridge } from '../bridge.ts';
import { Arrivals } from '../parts/arrivals.tsx';
import { NotYet } from '../parts/not-yet.tsx';
import { RunNotices } from '../parts/run-notices.tsx';
import { ShortcutSheet, sheetRow } from '../parts/shortcut-sheet.tsx';
import { shortcutsIn } from '../parts/shortcut-table.ts';
import { CharacterKeys } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { useAppState } from '../use-app-state.ts';
import { Banners } from './banners.tsx';
import { CallersPage } from './callers-page.tsx';
import { HistoryPage } from './history-page.tsx';
import { pageRow, useMainKeys } from './main-keys.ts';
import { NoticeList } from './notice-list.tsx';
import { PAGES, type Page, PageMenu, PageNav, pageFromHash } from './page-nav.tsx';
import type { PageProps } from './page-props.ts';
import { PermissionsPage } from './permissions-page.tsx';
import { PlaygroundPage } from './playground-page.tsx';
import { QueuePage } from './queue-page.tsx';
import { runningNow } from './running-now.ts';
import { RunningPage } from './running-page.tsx';
import { RuntimesPage } from './runtimes-page.tsx';
import { SettingsPage } from './settings-page.tsx';
import { ThisMachine } from './this-machine.tsx';
import { ToolsPage } from './tools-page.tsx';
import { TopBar } from './top-bar.tsx';

export function MainWindow({ bridge }: { readonly bridge: MainBridge }) {
  const { snapshot, problem } = useAppState(bridge);
  const page = usePage();
  if (snapshot === undefined) return <NotYet problem={problem} />;
  return (
    <CharacterKeys value={snapshot.state.desktop.characterKeys}>
      <Shell bridge={bridge} page={page} snapshot={snapshot} />
    </CharacterKeys>
  );
}

function Shell({ bridge, page, snapshot }: PageProps & { readonly page: Page }) {
  const { state } = snapshot;
  const [sheet, setSheet] = useState(false);
  useMainKeys(bridge, () => setSheet(true));
  const title = useTitleFocus(page);
  const nav = {
    page,
    waitingCount: state.waitingCount,
    runningCount: runningNow(state).length,
    strangerCount: state.direct.strangers.length,
  };
  return (
    <div className="window">
      <TopBar bridge={bridge} state={state} onHelp={() => setSheet(true)} />
      <Banners bridge={bridge} state={state} />
      <div className="window-body">
        <aside className="side">
          <PageNav {...nav} />
          <PageMenu {...nav} />
          <ThisMachine state={state} skew={snapshot.skew} />
        </aside>
        <main className="page" aria-labelledby="page-title">
          <RunNotices
            state={state}
            onPause={(run) => bridge.call('run:pause', run)}
            onResume={(run) => bridge.call('run:resume', run)}
            onReviewNoMore={(run) => bridge.call('run:review-no-more', run)}
          />
          <NoticeList notices={state.notices} />
          <h2 id="page-title" ref={title} tabIndex={-1}>
            {strings.pages[page]}
          </h2>
          <Shown page={page} bridge={bridge} snapshot={snapshot} />
        </main>
      </div>
      <div className="visually-hidden">
        <Arrivals state={state} inFrontOnly />
      </div>
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} rows={sheetRows} />
    </div>
  );
}

const sheetRows = shortcutsIn('main').flatMap((id) =>
  id === 'goToPage' ? PAGES.map(pageRow) : [sheetRow(id)],
);

const pages = {
  queue: QueuePage,
  running: RunningPage,
  history: HistoryPage,
  runtimes: RuntimesPage,
  permissions: PermissionsPage,
  tools: ToolsPage,
  callers: CallersPage,
  playground: PlaygroundPage,
  settings: SettingsPage,
} satisfies Record<Page, (props: PageProps) => unknown>;

function Shown({ page, ...props }: PageProps & { readonly page: Page }) {
  const View = pages[page];
  return <View {...props} />;
}

/** Where what had the keyboard went with its page, the new page's title gets it, so that the next Tab goes on from there. */
function useTitleFocus(page: Page): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (document.activeElement === document.body) title.current?.focus();
  }, [page]);
  return title;
}

// The page stands in the address, so that a reload stays on it.
function usePage(): Page {
  const [page, setPage] = useState(() => pageFromHash(window.location.hash));
  useEffect(() => {
    const update = () => setPage(pageFromHash(window.location.hash));
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  }, []);
  return page;
}
