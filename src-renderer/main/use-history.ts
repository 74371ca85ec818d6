/** The rows of the History page for a filter, followed as long as the page is there. */
import { useEffect, useState } from 'react';
import type { HistoryFilter } from '../../src-shared/history.ts';
import type { MainBridge } from '../bridge.ts';
import { type FeedView, HistoryFeed } from './history-feed.ts';

export interface HistoryInView extends FeedView {
  readonly show: (first: number, last: number) => void;
  readonly lookAgain: () => void;
}

/** @param seq of the snapshot: when it rises, a call may have gone a step further */
export function useHistory(bridge: MainBridge, filter: HistoryFilter, seq: number): HistoryInView {
  const [feed] = useState(
    () =>
      new HistoryFeed(filter, {
        look: (look) => bridge.call('history:look', look),
        changed: () => setView(feed.view),
        hidden: () => document.hidden,
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  const [view, setView] = useState(feed.view);
  const [handles] = useState(() => ({
    show: (first: number, last: number) => feed.show(first, last),
    lookAgain: () => feed.poke(),
  }));
  useEffect(() => {
    feed.open();
    return () => feed.close();
  }, [feed]);
  useEffect(() => feed.want(filter), [feed, filter]);
  useEffect(() => {
    if (seq > 0) feed.poke();
  }, [feed, seq]);
  return { ...view, ...handles };
}
