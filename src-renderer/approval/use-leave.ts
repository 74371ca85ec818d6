/** How the window goes: Esc closes it, and main is told when nothing in it is still to be read. What waits goes on waiting. */
import { useEffect } from 'react';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import { useShortcuts } from '../parts/use-shortcuts.ts';

interface RestTarget {
  call(channel: 'approval:rest', atRest: boolean): Promise<ActionReply>;
}

interface Leave {
  /** Nothing is shown that is to be read, or that still offers something. */
  readonly atRest: boolean;
  /** Esc means something else for now. */
  readonly escapeIsTaken: boolean;
}

export function useLeave(bridge: RestTarget, { atRest, escapeIsTaken }: Leave): void {
  useEffect(() => {
    // Not told, it only stays until it is closed by hand.
    bridge.call('approval:rest', atRest).catch(console.error);
  }, [bridge, atRest]);
  const leave = () => {
    if (!hasWords()) window.close();
  };
  useShortcuts(escapeIsTaken ? {} : { leave });
}

/** Something was written and not sent: one key must not throw it away. */
function hasWords(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=checkbox], [type=radio])',
  );
  return [...fields].some(({ value, readOnly }) => value !== '' && !readOnly);
}
