/** Equal calls stand as one card: what each answer covers, and that the card keeps its place while they come and go. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { allow, allowButton, denyButton, untilAnswerable } from '../support/app/answer.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';

/** Each run of it leaves a line. */
const COMMAND = 'echo ran >> runs.txt';

function callThree(doorman: Doorman) {
  return [1, 2, 3].map(() => doorman.call('shell_run', { command: COMMAND }));
}

async function runs(doorman: Doorman): Promise<number> {
  const text = await readFile(join(doorman.project, 'runs.txt'), 'utf8');
  return text.trim().split('\n').filter(Boolean).length;
}

test('allow runs the oldest of equal calls, and the card stands on for the others', async ({
  launchDoorman,
}, info) => {
  const doorman = await launchDoorman();
  await writeFile(join(doorman.project, 'runs.txt'), '');
  const replies = callThree(doorman);
  await doorman.waiting(3);
  const approval = await doorman.window('approval');
  expect((await doorman.state())?.cardCount).toBe(1);
  await expect(approval.getByText('×3')).toBeVisible();
  await untilAnswerable(approval);
  await expect(approval.getByRole('button', { name: strings.approval.allowAll(3) })).toBeEnabled();
  await approval.screenshot({ path: info.outputPath('three-equal.png'), animations: 'disabled' });

  // One press is one yes: the card arms anew for those that are left.
  await allow(approval);
  await doorman.waiting(2);
  await expect(approval.getByText('×2')).toBeVisible();
  await expect(approval.getByText(strings.approval.othersWait(2))).toBeVisible();
  await untilAnswerable(approval);
  await approval.screenshot({ path: info.outputPath('two-left.png'), animations: 'disabled' });
  expect(await Promise.race(replies)).toMatchObject({ ok: true });
  expect(await runs(doorman)).toBe(1);
  expect((await doorman.state())?.waitingCount).toBe(2);

  await allow(approval, approval.getByRole('button', { name: strings.approval.allowAll(2) }));
  for (const reply of replies) expect(await reply).toMatchObject({ ok: true });
  expect(await runs(doorman)).toBe(3);
  await expect(approval.getByText(strings.ended.equal(2, '').trim())).toBeVisible();
  await approval.screenshot({ path: info.outputPath('ended-together.png'), animations: 'disabled' });
});

test('deny refuses all that the card shows, and says so', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const replies = callThree(doorman);
  await doorman.waiting(3);
  const approval = await doorman.window('approval');
  await approval.getByRole('button', { name: strings.approval.denyAll(3) }).click();
  for (const reply of replies) {
    expect(await reply).toMatchObject({ ok: false, error: expect.stringContaining('denied by the person') });
  }
  expect((await doorman.state())?.waitingCount).toBe(0);
});

test('a call that joins leaves the card armed, and is not part of a yes that is given at that moment', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  await writeFile(join(doorman.project, 'runs.txt'), '');
  const [first, second] = [1, 2].map(() => doorman.call('shell_run', { command: COMMAND }));
  await doorman.waiting(2);
  const approval = await doorman.window('approval');
  const all = approval.getByRole('button', { name: strings.approval.allowAll(2) });
  await untilAnswerable(approval, all);

  const third = doorman.call('shell_run', { command: COMMAND });
  await expect(approval.getByText('×3')).toBeVisible();
  await expect(allowButton(approval)).toBeEnabled();
  const alike = doorman.call('shell_run', { command: `${COMMAND} ` });
  await doorman.waiting(4);
  expect((await doorman.state())?.cardCount).toBe(2);
  await allow(approval, approval.getByRole('button', { name: strings.approval.allowAll(3) }));
  for (const reply of [first, second, third]) expect(await reply).toMatchObject({ ok: true });
  expect(await runs(doorman)).toBe(3);

  await expect(denyButton(approval)).toBeVisible();
  await denyButton(approval).click();
  expect(await alike).toMatchObject({ ok: false });
});

test('one equal call that ends leaves the others on their card', async ({ launchDoorman }) => {
  const doorman = await launchDoorman();
  const replies = callThree(doorman);
  await doorman.waiting(3);
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await allow(approval);
  expect(await Promise.race(replies)).toMatchObject({ ok: true });
  await expect(approval.getByRole('button', { name: strings.approval.denyAll(2) })).toBeVisible();
  await approval.getByRole('button', { name: strings.approval.denyAll(2) }).click();
  const ended = await Promise.all(replies);
  expect(ended.map(({ ok }) => ok).sort()).toEqual([false, false, true]);
});
