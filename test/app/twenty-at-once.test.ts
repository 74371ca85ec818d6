/** Twenty commands at once, and what the person feels of them: main's event loop, and the frames of the window. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { type Felt, feel } from '../support/app/felt.ts';

const FLOOD_BYTES = 24 * 1024 * 1024;
const WORDS = Array.from({ length: 25 }, (_, index) => index).join(' ');

/** Seven floods of output, seven that fork all the time, six that sleep. */
const COMMANDS: readonly string[] = [
  ...Array.from({ length: 7 }, () => 'cat flood.txt'),
  ...Array.from({ length: 7 }, () => `for word in ${WORDS}; do ls | wc -l; done`),
  ...Array.from({ length: 6 }, () => 'sleep 2'),
];

/** Frames over which the idle window is measured. */
const IDLE_FRAMES = 120;

/** Other programs can hold up one round, but not all; what Doorman itself does happens in each. */
const ROUNDS = 3;

/**
 * Milliseconds beyond what an idle window shows. Measured on two busy cores: 170, 90 and 70; with programs started in
 * main's own thread 740, 410 and 70.
 */
const LONGEST_DELAY = 400;
const USUAL_DELAY = 150;
const LONGEST_FRAME = 150;

test('twenty commands at once hold up neither main nor the window', { tag: '@alone' }, async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { mode: 'auto' } });
  await writeFile(join(doorman.project, 'flood.txt'), `${'x'.repeat(1023)}\n`.repeat(FLOOD_BYTES / 1024));
  const window = await doorman.window('main');
  const idle = await feel(doorman.app, window, () => frames(window, IDLE_FRAMES));

  const rounds: Felt[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await feel(doorman.app, window, () => runAll(doorman)));
  }

  test.info().annotations.push({ type: 'felt', description: JSON.stringify({ idle, rounds }) });
  const best = (of: (felt: Felt) => number) => Math.min(...rounds.map(of));
  expect(
    best(({ main }) => main.longest),
    'longest delay of main',
  ).toBeLessThan(idle.main.longest + LONGEST_DELAY);
  expect(
    best(({ main }) => main.usual),
    'usual delay of main',
  ).toBeLessThan(idle.main.usual + USUAL_DELAY);
  expect(
    best(({ frames: of }) => of.longest),
    'longest frame',
  ).toBeLessThan(idle.frames.longest + LONGEST_FRAME);
});

async function runAll(doorman: Doorman): Promise<void> {
  const replies = await Promise.all(COMMANDS.map((command) => doorman.call('shell_run', { command })));
  for (const [index, reply] of replies.entries()) {
    expect(reply, COMMANDS[index]).toMatchObject({ ok: true, output: { exit_code: 0 } });
  }
}

/** Resolves when the window has drawn so many frames. */
function frames(window: Page, count: number): Promise<void> {
  return window.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let left = wanted;
        const next = () => {
          left -= 1;
          if (left > 0) requestAnimationFrame(next);
          else resolve();
        };
        requestAnimationFrame(next);
      }),
    count,
  );
}
