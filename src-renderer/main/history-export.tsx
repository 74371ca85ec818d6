/** The export of what matches, into a file that the person picks in a box of the system's own. */
import { type ReactNode, useState } from 'react';
import type { HistoryExport, HistoryFilter } from '../../src-shared/history.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { HistoryInView } from './use-history.ts';

interface Exporting {
  readonly busy: boolean;
  readonly run: (filter: HistoryFilter) => void;
  /** What became of the last one. */
  readonly said: ReactNode;
}

export function useHistoryExport(bridge: MainBridge): Exporting {
  const [busy, setBusy] = useState(false);
  const [reply, setReply] = useState<HistoryExport>();
  const run = async (filter: HistoryFilter) => {
    setBusy(true);
    setReply(undefined);
    const failed = (error: unknown): HistoryExport => ({ ok: false, error: problemText(error) });
    setReply(await bridge.call('history:export', filter).catch(failed));
    setBusy(false);
  };
  const error = reply?.ok === false && !reply.cancelled ? reply.error : undefined;
  const said = reply?.ok ? (
    <p className="soft break" role="status">
      <Visible text={strings.history.exported(reply.calls, reply.file)} />
    </p>
  ) : (
    <ActionError error={error} />
  );
  return { busy, run, said };
}

interface HistoryExportButtonProps {
  readonly bridge: MainBridge;
  readonly history: HistoryInView;
  readonly filter: HistoryFilter;
}

export function HistoryExportButton({ bridge, history: { page }, filter }: HistoryExportButtonProps) {
  const { busy, run, said } = useHistoryExport(bridge);
  const progress = page?.exporting;
  if (page === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={busy || page.matched === 0}
        title={strings.history.exportTitle}
        onClick={() => run(filter)}
      >
        {progress && busy
          ? strings.history.exporting(progress.done, progress.of)
          : strings.history.export(page.matched)}
      </button>
      {said}
    </>
  );
}
