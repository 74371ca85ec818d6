/** What the person should know about the state of this host, each notice under a name of its own. */
import type { Notice } from '../src-shared/app-state.ts';

export interface Notices {
  list(): readonly Notice[];
  /** Adds, replaces, or with `undefined` takes away; says nothing to anybody when nothing changed. */
  set(id: string, notice: Omit<Notice, 'id'> | undefined): void;
}

export function createNotices(onChange: () => void): Notices {
  const notices = new Map<string, Notice>();
  return {
    list: () => [...notices.values()],
    set(id, notice) {
      const before = notices.get(id);
      if (before?.text === notice?.text && before?.level === notice?.level) return;
      if (notice) notices.set(id, { id, ...notice });
      else notices.delete(id);
      onChange();
    },
  };
}
