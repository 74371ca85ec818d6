/** The words of the page on how Doorman calls its person and starts. */
import type { DesktopSettings, ShortcutName, Theme } from '../../src-shared/desktop-settings.ts';
import type { LanguageSetting } from '../../src-shared/language.ts';

export const settingsStrings = {
  lead: 'How Doorman looks, calls you, and starts. None of this gives an agent anything.',
  lookTitle: 'Look and keys of the windows',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  themeHint: 'Holds at once, for both windows.',
  language: 'Language',
  languages: { system: 'As the system', en: 'English', de: 'Deutsch' } satisfies Record<
    LanguageSetting,
    string
  >,
  languageHint:
    'Of the windows. What agents, the journal and the command line read, and what Doorman finds in a command, stays English.',
  characterKeys: 'Single letters and signs are shortcuts',
  characterKeysHint:
    'Such as d for Deny and ? for the list of all of them. Off, only keys with Ctrl and the like count: for those who dictate, or whose hand slips.',
  notifyTitle: 'Notifications',
  notifyText:
    'A notification goes away by itself when its call is settled. There is none while a window of Doorman is in front. A click opens the very card.',
  notify: {
    needsYou: 'A call or a result waits for you',
    question: 'An agent asks you something',
    finished: 'A job has finished',
    sound: 'With a sound',
  } satisfies Record<keyof DesktopSettings['notify'], string>,
  startTitle: 'Start',
  startAtLogin: 'Start when you log in',
  startHidden: 'Then show no window, only the icon in the tray',
  startText: 'Started by hand, Doorman always shows its window.',
  keysTitle: 'Keys that work everywhere',
  keysText:
    'Click into a field and press the keys together, with Ctrl, Alt or Super. None are taken unless you set them.',
  keys: { open: 'Open what waits', stop: 'Stop everything' } satisfies Record<ShortcutName, string>,
  windowsTitle: 'Windows that agents never see',
  windowsText:
    'Part of a title, or the name of a program where the system tells it; * stands for any text. Such windows are neither listed nor in a picture. While one of them is open, no picture of a whole screen is taken.',
  windowsLabel: 'Windows left out',
  windowsAdd: 'Leave out',
  windowsField: 'Title or program',
  windowsRemove: 'Remove',
  windowsRemoveLabel: (pattern: string) => `Leave out no more: ${pattern}`,
  wallTitle: 'The wall around commands',
  pathTitle: 'Where commands look programs up',
  pathText: 'The PATH of your login shell, as it was when Doorman started.',
  pathFallback: 'Your login shell did not say its PATH in time, so this is the one Doorman was started with.',
  pathDropped: 'Left out, since an agent could put a program there, or since nothing is there:',
  noKeys: 'none',
  clear: 'Clear',
  clearKeys: (what: string) => `Clear the keys: ${what}`,
};
