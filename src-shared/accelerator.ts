/** A combination of keys as Electron takes it, in one spelling: modifiers in a fixed order, then one key. */
import { z } from 'zod';

/** Electron's names (its documentation, 'Keyboard Shortcuts'), with what people write for them. */
const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  control: 'Ctrl',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
  super: 'Super',
  meta: 'Super',
  cmd: 'Super',
  command: 'Super',
  win: 'Super',
};
const ORDER = ['Super', 'Ctrl', 'Alt', 'Shift'];

const KEY = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space|Home|End|PageUp|PageDown|Insert|Delete)$/;

/** The combination in its one spelling; undefined where it is none, or would take a key that people type with. */
export function accelerator(text: string): string | undefined {
  const names = text.split('+').map((name) => name.trim());
  const key = keyOf(names.pop() ?? '');
  const modifiers = new Set(names.map((name) => MODIFIERS[name.toLowerCase()]));
  if (key === undefined || modifiers.has(undefined)) return undefined;
  // Shift alone still types.
  if (!modifiers.has('Ctrl') && !modifiers.has('Alt') && !modifiers.has('Super')) return undefined;
  return [...ORDER.filter((name) => modifiers.has(name)), key].join('+');
}

function keyOf(name: string): string | undefined {
  const long = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
  const key = name.length === 1 ? name.toUpperCase() : long.replace(/^Page(up|down)$/, pageKey);
  return KEY.test(key) ? key : undefined;
}

function pageKey(_all: string, way: string): string {
  return way === 'up' ? 'PageUp' : 'PageDown';
}

export const acceleratorSchema = z
  .string()
  .max(60)
  .transform((text, context) => {
    const keys = accelerator(text);
    if (keys !== undefined) return keys;
    context.addIssue({
      code: 'custom',
      message: `${JSON.stringify(text)} is no combination of keys: write for example Ctrl+Alt+D.`,
    });
    return z.NEVER;
  });
