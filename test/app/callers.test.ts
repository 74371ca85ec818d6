/** Direct callers in the real app: the door is opened in the window, an unknown caller waits, and the person decides. */
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { connect, keysFromSeed } from '../../src-client/connect.ts';
import { strings } from '../../src-renderer/strings.ts';
import { defaultSettings } from '../../src-shared/settings.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { expect, test } from '../support/app/doorman-test.ts';

const WebSocketImpl = WebSocket as never;

test('an unknown caller waits until the person lets it in, and is gone at once when revoked', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({ settings: { direct: { ...defaultSettings.direct, port: 0 } } });
  await answerBoxes(doorman, 'yes');
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.callers }).click();
  await main.getByLabel(strings.callers.listen).last().click();
  await expect.poll(async () => (await doorman.state())?.direct.url).toBeDefined();
  const { url = '', address } = (await doorman.state())?.direct ?? {};
  expect(address).toMatch(/^0x[0-9a-f]{64}$/);

  const keys = await keysFromSeed(randomBytes(32));
  const machine = connect(url, { keys, WebSocketImpl });
  const first = machine.call('bash', { command: 'pwd' });
  await expect(main.getByText(keys.address)).toBeVisible();
  await main.screenshot({ path: test.info().outputPath('stranger.png'), fullPage: true });
  await main.getByLabel(strings.callers.name).first().fill('laptop');
  await main.getByRole('button', { name: strings.callers.letIn }).click();
  expect(await first).toMatchObject({ ok: true, status: 'success' });
  expect(await machine.call('bash', { command: 'rm -rf /' })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^blocked: /),
  });

  await main.screenshot({ path: test.info().outputPath('contact.png'), fullPage: true });
  await main.getByRole('button', { name: strings.callers.revokeLabel('laptop') }).click();
  await expect(main.getByText(strings.callers.contactsEmpty)).toBeVisible();
  const late = machine.call('bash', { command: 'pwd' });
  await expect(main.getByText(keys.address)).toBeVisible();
  await main.getByRole('button', { name: strings.callers.block }).click();
  expect(await late).toMatchObject({ ok: false, error: expect.stringMatching(/^forbidden/) });
  machine.close();
});
