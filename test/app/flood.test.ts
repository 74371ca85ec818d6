/** Ten thousand waiting calls: the window scrolls and decides as with fifty, main does not stand still, and stays small. */
import { readdir, readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { strings } from '../../src-renderer/strings.ts';
import type { ApprovalChannel } from '../../src-shared/ipc-channels.ts';
import type { Bridge } from '../../src-shared/ipc-contract.ts';
import { allow, denyButton } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { type Felt, feel } from '../support/app/felt.ts';
import { type FloodingRuntime, floodFrom } from '../support/app/flooding-runtime.ts';

const MANY = 10_000;
const FEW = 100;
const limits = { waiting: 20_000, live: 20_000, runQuestions: 20_000, runtimeQuestions: 20_000 };

/** So many are on their way at once: what is measured is what waits, not what arrives. */
const AT_ONCE = 100;

/** Other programs can hold up one round, but not all; what Doorman itself does happens in each. */
const ROUNDS = 3;
const DECIDED_A_ROUND = 4;

/**
 * Milliseconds. As it stands for what one in a hundred is longer than; for the longest, beyond what is this machine's own:
 * what the same work shows with a hundred calls, or by how much an idle process was held up in that round.
 */
const LIMIT = 50;

/** MiB of the main process that are its own, and its share of what it has in common with others, as the program itself. */
const MEMORY = 300;

test(
  'ten thousand waiting calls: scrolling and deciding go on as with a hundred',
  { tag: '@alone' },
  async ({ launchDoorman }, info) => {
    test.setTimeout(420_000);
    const doorman = await launchDoorman({ limits });
    const flood = await floodFrom(doorman);
    const replies = new Replies(flood);
    await replies.ask(doorman, FEW);
    const approval = await doorman.window('approval');
    const few = await rounds(doorman, approval);
    const fewBytes = await snapshotBytes(approval);

    const before = await memoryOf(doorman.process.pid);
    const arriving = await feel(doorman.app, approval, () => replies.ask(doorman, MANY));
    await expect(approval.getByRole('heading', { level: 1 })).toHaveText(strings.approval.count(MANY));
    const many = await rounds(doorman, approval);
    const manyBytes = await snapshotBytes(approval);
    const after = await memoryOf(doorman.process.pid);
    await approval.screenshot({ path: info.outputPath('ten-thousand.png'), animations: 'disabled' });

    const found = {
      few,
      many,
      arriving,
      bytes: { few: fewBytes, many: manyBytes },
      memory: { before, after },
    };
    info.annotations.push({ type: 'felt', description: JSON.stringify(found) });
    expect(
      best(many, ({ frames }) => frames.usual),
      'usual time between frames',
    ).toBeLessThan(LIMIT);
    const own = {
      frames: best(few, ({ frames }) => frames.longest),
      main: best(few, ({ main }) => main.longest),
    };
    const beyond = (longest: number, ours: number, machine: number) => longest - Math.max(ours, machine);
    const frame = best(many, ({ frames, machine }) => beyond(frames.longest, own.frames, machine));
    expect(frame, 'longest time between frames').toBeLessThan(LIMIT);
    const main = best(many, (felt) => beyond(felt.main.longest, own.main, felt.machine));
    expect(main, 'longest delay of main').toBeLessThan(LIMIT);
    expect(manyBytes, 'bytes of a snapshot').toBeLessThan(fewBytes * 1.5);
    expect(after.share, 'MiB of main').toBeLessThan(MEMORY);
    await everyAnswerArrived(doorman, replies);
  },
);

/** What the agents asked and were told. */
class Replies {
  readonly #flood: FloodingRuntime;
  readonly told: string[] = [];
  #asked = 0;

  constructor(flood: FloodingRuntime) {
    this.#flood = flood;
  }

  /** Until so many wait, with those that are there. */
  async ask(doorman: Doorman, count: number): Promise<void> {
    for (let missing = count; missing > 0; ) {
      const waiting = (await doorman.state())?.waitingCount ?? 0;
      missing = count - waiting;
      const onTheirWay = this.#asked - this.told.length - waiting;
      for (let more = Math.min(missing - onTheirWay, AT_ONCE - onTheirWay); more > 0; more -= 1) this.#one();
    }
  }

  #one(): void {
    const number = this.#asked;
    this.#asked += 1;
    const asker = { runId: `run-${number % 7}`, agentId: 'writer' };
    const reply = this.#flood.call('shell_run', { command: `touch note-${number}` }, asker);
    void reply.then((text) => this.told.push(text));
  }
}

async function rounds(doorman: Doorman, approval: Page): Promise<readonly Felt[]> {
  const felt: Felt[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    felt.push(await feel(doorman.app, approval, () => scrollAndDecide(approval)));
  }
  return felt;
}

/** What was felt in every round. */
function best(felt: readonly Felt[], of: (one: Felt) => number): number {
  return Math.min(...felt.map(of));
}

/** Down the list and up again by the wheel, with a card chosen and answered after each stretch. */
async function scrollAndDecide(approval: Page): Promise<void> {
  const list = approval.getByRole('navigation', { name: strings.approval.listLabel });
  for (let decided = 0; decided < DECIDED_A_ROUND; decided += 1) {
    await list.hover();
    for (let step = 0; step < 8; step += 1) await approval.mouse.wheel(0, decided % 2 === 0 ? 240 : -120);
    await hasSettled(list);
    const { x, y, width, height } = (await list.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await approval.mouse.click(x + width / 2, y + height / 2);
    const what = await list.locator('[aria-current]').textContent();
    await expect(approval.getByRole('heading', { level: 2 })).toContainText(
      /note-\d+/.exec(what ?? '')?.[0] ?? '',
    );
    if (decided % 3 === 0) await allow(approval);
    else await denyButton(approval).click();
    await expect(approval.locator('.card-ended')).toBeVisible();
  }
}

/** The wheel's glide is over. */
function hasSettled(list: Locator): Promise<void> {
  return list.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let still = 0;
        let last = -1;
        const look = () => {
          still = element.scrollTop === last ? still + 1 : 0;
          last = element.scrollTop;
          if (still < 6) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );
}

function snapshotBytes(approval: Page): Promise<number> {
  return approval.evaluate(async () => {
    const { doorman } = globalThis as unknown as { doorman: Bridge<ApprovalChannel> };
    return JSON.stringify(await doorman.call('state:get', undefined)).length;
  });
}

/** MiB, as the kernel counts them (proc(5), smaps_rollup). */
async function memoryOf(pid: number | undefined) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
  return { share: of('Pss'), resident: of('Rss'), own: of('Private_Dirty') };
}

async function everyAnswerArrived(doorman: Doorman, { told }: Replies): Promise<void> {
  const answered = 2 * ROUNDS * DECIDED_A_ROUND;
  await expect.poll(() => told.length).toBe(answered);
  const allowed = 2 * ROUNDS * Math.ceil(DECIDED_A_ROUND / 3);
  expect(told.filter((text) => text.includes('denied by the person'))).toHaveLength(answered - allowed);
  expect((await readdir(doorman.project)).filter((name) => name.startsWith('note-'))).toHaveLength(allowed);
}
