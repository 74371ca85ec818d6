/** The only door to main: the object that the preload put on the window. */
import type { ApprovalChannel, Channel, MainChannel } from '../src-shared/ipc-channels.ts';
import type { ActionReply, Bridge } from '../src-shared/ipc-contract.ts';
import { strings } from './strings.ts';

export type MainBridge = Bridge<MainChannel>;
export type ApprovalBridge = Bridge<ApprovalChannel>;

// Each page is loaded with its own preload, so each may name its own channels only.
declare global {
  interface Window {
    readonly doorman: Bridge<Channel>;
  }
}

export function mainBridge(): MainBridge {
  return window.doorman;
}

export function approvalBridge(): ApprovalBridge {
  return window.doorman;
}

/** Waits for a reply and turns a broken channel into an ordinary refusal, so that it is shown beside its button. */
export async function replyOf(call: Promise<ActionReply>): Promise<ActionReply> {
  try {
    return await call;
  } catch (problem) {
    return { ok: false, error: problemText(problem) };
  }
}

/** The text of whatever was thrown, without the prefix that Electron puts in front of errors from main. */
export function problemText(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  return text.replace(/^Error invoking remote method '[^']*': (?:Error: )?/, '') || strings.noReason;
}
