/** What the person has chosen and written so far, kept by the window: other cards come and go, no word is lost. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { Question } from '../../src-shared/question.ts';

export interface Draft {
  readonly choices: readonly number[];
  readonly text: string;
}

/** The window's own, for as long as it is open. */
export type Drafts = Map<string, Draft>;

export interface DraftHandle {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  readonly forget: () => void;
}

const NOTHING: Draft = { choices: [], text: '' };

export function useDraft(drafts: Drafts, key: string): DraftHandle {
  const [draft, setDraft] = useState(drafts.get(key) ?? NOTHING);
  return {
    draft,
    change(change) {
      const next = { ...draft, ...change };
      drafts.set(key, next);
      setDraft(next);
    },
    forget: () => void drafts.delete(key),
  };
}

/** The same question of the same asker finds its draft again when it is asked anew; a secret is for one asking only. */
export function draftKey({ cardId, digest, from }: WaitingView, { secret }: Question): string {
  return secret === undefined ? `${digest} ${from}` : cardId;
}

export function isEmpty({ choices, text }: Draft): boolean {
  return choices.length === 0 && text.trim() === '';
}
