/** How Doorman calls its person on the desktop, how it starts there, and its keys. None of it gives an agent anything. */
import { z } from 'zod';
import { acceleratorSchema } from './accelerator.ts';
import { languageSettingSchema } from './language.ts';

const notifySchema = z.object({
  /** A call, or a result, waits for the person. */
  needsYou: z.boolean().default(true),
  /** An agent asks the person something. */
  question: z.boolean().default(true),
  /** A job ended by itself, or ran into a limit. */
  finished: z.boolean().default(false),
  sound: z.boolean().default(false),
});

const shortcutsSchema = z.object({
  open: acceleratorSchema.optional(),
  stop: acceleratorSchema.optional(),
});

/** Light or dark, for both windows; `system` follows the desktop. */
export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

export const firstStepsSchema = z.enum(['connect', 'folder', 'try', 'done']);
export type FirstStep = z.infer<typeof firstStepsSchema>;

export const desktopSettingsSchema = z.object({
  notify: notifySchema.default(notifySchema.parse({})),
  startAtLogin: z.boolean().default(false),
  /** At login alone: whoever starts Doorman by hand wants to see it. */
  startHidden: z.boolean().default(false),
  /** Keys that work wherever the keyboard is; none unless set. */
  shortcuts: shortcutsSchema.default({}),
  /** Whether single characters are keys of our windows (WCAG 2.1.4: they can be switched off). */
  characterKeys: z.boolean().default(true),
  theme: themeSchema.default('system'),
  /** Of the windows. */
  language: languageSettingSchema.default('system'),
  /** How far the person is with the first steps; `done` shows them no more by themselves. */
  firstSteps: firstStepsSchema.default('connect'),
});
export type DesktopSettings = z.infer<typeof desktopSettingsSchema>;

/** What is to be changed; null takes a key away. */
export const desktopChangeSchema = z.object({
  notify: z
    .object({ needsYou: z.boolean(), question: z.boolean(), finished: z.boolean(), sound: z.boolean() })
    .partial()
    .optional(),
  startAtLogin: z.boolean().optional(),
  startHidden: z.boolean().optional(),
  shortcuts: z
    .object({ open: acceleratorSchema.nullable(), stop: acceleratorSchema.nullable() })
    .partial()
    .optional(),
  characterKeys: z.boolean().optional(),
  theme: themeSchema.optional(),
  language: languageSettingSchema.optional(),
  firstSteps: firstStepsSchema.optional(),
});
export type DesktopChange = z.infer<typeof desktopChangeSchema>;

export type ShortcutName = keyof DesktopSettings['shortcuts'];

/** The settings with the change made. */
export function withDesktopChange(before: DesktopSettings, change: DesktopChange): DesktopSettings {
  const { open = before.shortcuts.open, stop = before.shortcuts.stop } = change.shortcuts ?? {};
  const notify = { ...before.notify };
  for (const [event, on] of Object.entries(change.notify ?? {})) {
    if (on !== undefined) notify[event as keyof typeof notify] = on;
  }
  return {
    notify,
    startAtLogin: change.startAtLogin ?? before.startAtLogin,
    startHidden: change.startHidden ?? before.startHidden,
    shortcuts: { ...(open && { open }), ...(stop && { stop }) },
    characterKeys: change.characterKeys ?? before.characterKeys,
    theme: change.theme ?? before.theme,
    language: change.language ?? before.language,
    firstSteps: change.firstSteps ?? before.firstSteps,
  };
}
