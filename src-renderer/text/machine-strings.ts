/** What the window says of this machine: the wall, the keychain, the journal, the embedded runtime. */
import type { Sandbox } from '../../src-shared/settings.ts';

export const machineStrings = {
  title: 'This machine',
  wall: 'Wall',
  wallSetting: 'Wall setting',
  wallChoices: {
    auto: 'If possible',
    required: 'Required',
    off: 'Off',
  } satisfies Record<Sandbox, string>,
  wallHints: {
    auto: 'You can allow single commands without it.',
    required: 'Nothing runs without it, not even after your yes.',
    off: 'There is none, and every command waits for you.',
  } satisfies Record<Sandbox, string>,
  keychain: 'Keychain',
  journal: 'Journal',
  runtime: 'Embedded runtime',
  yes: 'Ready',
  no: 'Missing',
} as const;
