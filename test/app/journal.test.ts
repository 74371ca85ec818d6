/** The window says whether the journal is as it was written, and a change of it while Doorman was away is noticed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/app/doorman-test.ts';

test('shows that the journal is proven, and says in a notice when it was changed between two starts', async ({
  launchDoorman,
}) => {
  const first = await launchDoorman();
  const machine = (await first.window('main')).getByRole('region', { name: 'This machine' });
  await expect(machine).toContainText('Chained with a key in the keychain');
  expect((await first.call('shell_run', { command: 'echo hi' })).ok).toBe(true);
  await first.quit();
  const folder = join(first.home, 'journal');
  const [name = ''] = await readdir(folder);
  const text = await readFile(join(folder, name), 'utf8');
  await writeFile(join(folder, name), text.replace('echo hi', 'echo ho'));
  const second = await launchDoorman({ after: first });
  const page = await second.window('main');
  const says = `${name}, line 2: edited`;
  await expect(page.getByRole('region', { name: 'This machine' })).toContainText(says);
  await expect(page.getByText('The journal does not verify.')).toBeVisible();
});
