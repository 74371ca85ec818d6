/** What a person wrote into a form, kept by the window over a reload until the form is done with it. */
import { useState } from 'react';

export type Fields = Readonly<Record<string, string>>;

export interface KeptFields<T extends Fields> {
  /** True where something was kept from before. */
  readonly restored: boolean;
  readonly fields: T;
  readonly change: (change: Partial<T>) => void;
  /** Back to what the form begins with. */
  readonly forget: () => void;
}

/** `name` is the form's own; what is kept under it and does not fit `initial` is left. */
export function useKeptFields<T extends Fields>(name: string, initial: T): KeptFields<T> {
  const [state, setState] = useState(() => {
    const kept = readKept(name, initial);
    return { restored: kept !== undefined, fields: kept ?? initial };
  });
  return {
    ...state,
    change(change) {
      const fields = { ...state.fields, ...change };
      sessionStorage.setItem(name, JSON.stringify(fields));
      setState({ ...state, fields });
    },
    forget() {
      sessionStorage.removeItem(name);
      setState({ restored: false, fields: initial });
    },
  };
}

function readKept<T extends Fields>(name: string, initial: T): T | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
  if (typeof kept !== 'object' || kept === null) return undefined;
  const fits = Object.keys(initial).every((key) => typeof (kept as Fields)[key] === 'string');
  return fits ? (kept as T) : undefined;
}
