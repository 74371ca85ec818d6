/** The words of the page on how Doorman calls its person and starts. */
import type { DesktopSettings } from '../../src-shared/desktop-settings.ts';

export const settingsStrings = {
  lead: 'How Doorman calls you. None of this gives an agent anything.',
  notifyTitle: 'Notifications',
  notifyText:
    'A notification goes away by itself when its call is settled. There is none while a window of Doorman is in front. A click opens the very card.',
  notify: {
    needsYou: 'A call or a result waits for you',
    question: 'An agent asks you something',
    finished: 'A job has finished',
    sound: 'With a sound',
  } satisfies Record<keyof DesktopSettings['notify'], string>,
};
