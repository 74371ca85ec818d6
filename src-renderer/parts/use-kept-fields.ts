/** What a person wrote into a form, kept by the window over a reload until the form is done with it. */
import { isTexts, useKept } from './use-kept.ts';

export type Fields = Readonly<Record<string, string>>;

export interface KeptFields<T extends Fields> {
  readonly fields: T;
  readonly change: (change: Partial<T>) => void;
  /** Back to what the form begins with. */
  readonly forget: () => void;
}

/** `name` is the form's own; what is kept under it and does not fit `initial` is left. */
export function useKeptFields<T extends Fields>(name: string, initial: T): KeptFields<T> {
  const fits = (kept: unknown): kept is T =>
    isTexts(kept) && Object.keys(initial).every((field) => field in kept);
  const [fields, keep] = useKept(name, initial, fits);
  return {
    fields,
    change: (change) => keep({ ...fields, ...change }),
    forget() {
      keep(initial);
      sessionStorage.removeItem(name);
    },
  };
}
