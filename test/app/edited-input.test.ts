/** The person edits what an agent asked for: it is looked at anew, shown again, and runs only after their yes. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { strings } from '../../src-renderer/strings.ts';
import { allow, untilAnswerable } from '../support/app/answer.ts';
import { expect, test } from '../support/app/doorman-test.ts';

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('an edited command is shown again, runs instead of the asked one, and the agent is told', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch asked.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await approval.getByRole('button', { name: strings.edit.open }).click();
  const field = approval.getByLabel(strings.edit.commandLabel);
  await expect(field).toHaveValue('touch asked.txt');
  await approval.screenshot({ path: test.info().outputPath('editing.png') });
  await field.fill('touch edited.txt');
  await approval.getByRole('button', { name: strings.edit.look }).click();

  await expect(approval.getByText(strings.edit.edited)).toBeVisible();
  await expect(approval.getByRole('heading', { name: /touch edited\.txt/ })).toBeVisible();
  expect(await isThere(join(doorman.project, 'edited.txt'))).toBe(false);
  await untilAnswerable(approval);
  await approval.screenshot({ path: test.info().outputPath('edited.png') });
  await allow(approval);
  expect(await reply).toMatchObject({
    ok: true,
    output: { exit_code: 0, edited_by_person: expect.stringContaining('touch edited.txt') },
  });
  expect(await isThere(join(doorman.project, 'edited.txt'))).toBe(true);
  expect(await isThere(join(doorman.project, 'asked.txt'))).toBe(false);
});

test('an edit that a rule would allow waits all the same; one that cannot be says why and changes nothing', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman();
  const reply = doorman.call('shell_run', { command: 'touch asked.txt' });
  const approval = await doorman.window('approval');
  await untilAnswerable(approval);
  await approval.getByRole('button', { name: strings.edit.open }).click();
  const field = approval.getByLabel(strings.edit.commandLabel);
  await field.fill('');
  await approval.getByRole('button', { name: strings.edit.look }).click();
  await expect(approval.locator('.edit-input [role=alert]')).toBeVisible();
  await expect(approval.getByRole('heading', { name: /touch asked\.txt/ })).toBeVisible();
  await field.fill('pwd');
  await approval.getByRole('button', { name: strings.edit.look }).click();
  await expect(approval.getByRole('heading', { name: /pwd/ })).toBeVisible();
  expect((await doorman.state())?.waitingCount).toBe(1);
  await approval.getByRole('button', { name: strings.approval.deny, exact: true }).click();
  expect(await reply).toMatchObject({ ok: false });
});
