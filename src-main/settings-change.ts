/** How what a person orders becomes a change of the settings: after a question where it widens, and truly on disk. */
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import type { Settings } from '../src-shared/settings.ts';
import type { Confirm, WideningQuestion } from './host.ts';
import type { SettingsStore } from './settings/settings-store.ts';

export const done: ActionReply = { ok: true };
const leftAsItWas: ActionReply = { ok: false, error: 'Nothing was changed.', cancelled: true };

/** A refusal, in words for the person. */
export function refused(error: string): ActionReply {
  return { ok: false, error };
}

/** The change counts at once; the reply waits for the file, and says so when it could not be written. */
export async function change(
  { settings, changed }: { readonly settings: SettingsStore; changed(): void },
  apply: (settings: Settings) => Partial<Settings>,
): Promise<ActionReply> {
  const saved = settings.update((before) => ({ ...before, ...apply(before) }));
  changed();
  const problem = await saved;
  return problem === undefined ? done : refused(problem);
}

/** Does what narrows at once, and what widens (where there is a question) after the person's yes. */
export async function afterYes(
  { confirm }: { readonly confirm: Confirm },
  question: WideningQuestion | undefined,
  act: () => Promise<ActionReply>,
): Promise<ActionReply> {
  return question === undefined || (await confirm(question)) ? act() : leftAsItWas;
}
