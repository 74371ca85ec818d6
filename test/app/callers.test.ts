/** Direct callers in the real app: the door is opened in the window, an unknown caller waits, and the person decides. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { connect, keysFromSeed, type Machine } from '../../src-client/connect.ts';
import { openSignedListener } from '../../src-main/direct/signed-listener.ts';
import { socketSessions } from '../../src-main/direct/socket-sessions.ts';
import { strings } from '../../src-renderer/strings.ts';
import { defaultSettings } from '../../src-shared/settings.ts';
import { answerBoxes } from '../support/app/answer-boxes.ts';
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import { openPlainPage } from '../support/app/plain-page.ts';
import { directRooms } from '../support/direct-rooms.ts';
import { cliFile } from '../support/serve-host.ts';
import { testIdentity } from '../support/signed-peer.ts';

const WebSocketImpl = WebSocket as never;

test('an unknown caller waits until the person lets it in, and is gone at once when revoked', async ({
  launchDoorman,
}) => {
  const doorman = await launchDoorman({
    settings: { direct: { ...defaultSettings.direct, port: 0 } },
    permissions: 'permissions:\n  take_screenshot: { allowed: true }\n',
  });
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

  await givesPictures(doorman, machine);

  await main.screenshot({ path: test.info().outputPath('contact.png'), fullPage: true });
  await main.getByRole('button', { name: strings.callers.revokeLabel('laptop') }).click();
  await expect(main.getByText(strings.callers.contactsEmpty)).toBeVisible();
  const late = machine.call('bash', { command: 'pwd' });
  await expect(main.getByText(keys.address)).toBeVisible();
  await main.getByRole('button', { name: strings.callers.block }).click();
  expect(await late).toMatchObject({ ok: false, error: expect.stringMatching(/^forbidden/) });
  machine.close();
});

/** With a rule for it, as a data URL to a program and as a file on the command line; nobody is asked. */
async function givesPictures(doorman: Doorman, machine: Machine): Promise<void> {
  const picture = await machine.call('take_screenshot');
  expect(picture).toMatchObject({ ok: true, error: '' });
  expect(picture.images).toEqual([expect.stringMatching(/^data:image\/(png|jpeg);base64,/)]);
  const file = join(doorman.person, 'picture.png');
  const args = [cliFile, 'call', '--out', file, 'co', 'browser', 'take_screenshot'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: doorman.env });
  expect(stdout).toBe(`${file}\n`);
  const size = await doorman.app.evaluate(
    ({ nativeImage }, path) => nativeImage.createFromPath(path).getSize(),
    file,
  );
  expect(size).toEqual({ width: 1280, height: 800 });
  expect((await doorman.state())?.waitingCount).toBe(0);
}

test('a web page gets nothing from the door, which the same page could reach', async () => {
  const keys = await keysFromSeed(randomBytes(32));
  const rooms = directRooms({ address: testIdentity(7).address, now: 0, contacts: [keys.address] });
  const { address } = rooms.about;
  const sessions = socketSessions(rooms, 'signed', 8);
  const info = () => ({ name: 'x', tools: [], invite: false });
  const door = await openSignedListener({ host: '127.0.0.1', port: 0, address, info, sessions });
  const { page, close } = await openPlainPage();
  try {
    const found = await page.evaluate(async (url) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
      const opened = new Promise((resolve) => {
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      });
      const read = await fetch(`${url}/info`).then(
        () => 'read',
        () => 'refused',
      );
      // A request that a page may send blindly is answered, so the door is within reach.
      const blind = await fetch(`${url}/info`, { mode: 'no-cors' }).then(({ type }) => type);
      return { opened: await opened, read, blind };
    }, door.url);
    expect(found).toEqual({ opened: 'refused', read: 'refused', blind: 'opaque' });
    expect(sessions.size).toBe(0);
    expect(await connect(door.url, { keys, WebSocketImpl }).connected).toMatch(/expired/);
  } finally {
    await close();
    await door.close();
  }
});
