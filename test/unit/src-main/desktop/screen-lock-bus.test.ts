/** Whether the screen is locked is heard on real buses, from a screen saver and from logind. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchLockOnBuses } from '../../../../src-main/desktop/screen-lock-bus.ts';
import { type ScreenSaver, startLogind, startScreenSaver } from '../../../support/app/screen-saver.ts';
import { type PrivateBus, startPrivateBus } from '../../../support/private-bus.ts';

let session: PrivateBus;
let system: PrivateBus;
let heard: (boolean | 'deaf')[];
let stop: () => void;
const services: ScreenSaver[] = [];

beforeEach(async () => {
  [session, system] = await Promise.all([startPrivateBus(), startPrivateBus()]);
  heard = [];
  stop = () => {};
});

afterEach(async () => {
  stop();
  for (const service of services.splice(0)) await service.close();
  await Promise.all([session.close(), system.close()]);
});

function watch(): void {
  const env = {
    DBUS_SESSION_BUS_ADDRESS: session.address,
    DBUS_SYSTEM_BUS_ADDRESS: system.address,
  };
  stop = watchLockOnBuses(env, {
    onChange: (locked) => heard.push(locked),
    onDeaf: () => heard.push('deaf'),
  });
}

function kept(service: ScreenSaver): ScreenSaver {
  services.push(service);
  return service;
}

/** Says so until it is heard: a signal from before the watch stood is none. */
async function untilHeard(service: ScreenSaver): Promise<void> {
  const say = () => {
    service.lock(true);
    return heard;
  };
  await expect.poll(say).toEqual([true]);
}

it('follows a screen saver', async () => {
  const saver = kept(await startScreenSaver(session.address));
  watch();
  await untilHeard(saver);
  saver.lock(false);
  await expect.poll(() => heard).toEqual([true, false]);
});

it('hears of a lock that was there before', async () => {
  kept(await startScreenSaver(session.address, true));
  watch();
  await expect.poll(() => heard).toEqual([true]);
});

it('hears of one that comes with a screen saver that starts later', async () => {
  watch();
  const probe = kept(await startLogind(system.address));
  await untilHeard(probe);
  probe.lock(false);
  await expect.poll(() => heard).toEqual([true, false]);
  kept(await startScreenSaver(session.address, true));
  await expect.poll(() => heard).toEqual([true, false, true]);
});

it('follows logind, and counts as locked while anybody says so', async () => {
  const logind = kept(await startLogind(system.address));
  const saver = kept(await startScreenSaver(session.address, true));
  watch();
  await expect.poll(() => heard).toEqual([true]);
  logind.lock(true);
  saver.lock(false);
  logind.lock(false);
  await expect.poll(() => heard).toEqual([true, false]);
});

it('does not take a screen saver that is gone for an unlocked screen', async () => {
  const saver = await startScreenSaver(session.address, true);
  watch();
  await expect.poll(() => heard).toEqual([true]);
  await saver.close();
  const again = kept(await startScreenSaver(session.address, true));
  again.lock(false);
  await expect.poll(() => heard).toEqual([true, false]);
});

it('says when it hears no more, and nothing of buses that never were', async () => {
  const saver = await startScreenSaver(session.address, true);
  watch();
  await expect.poll(() => heard).toEqual([true]);
  await saver.close();
  await session.close();
  await expect.poll(() => heard).toEqual([true, 'deaf']);
  session = await startPrivateBus();

  const nowhere = 'unix:path=/nowhere/at/all';
  const none: string[] = [];
  const end = watchLockOnBuses(
    { DBUS_SESSION_BUS_ADDRESS: nowhere, DBUS_SYSTEM_BUS_ADDRESS: nowhere },
    { onChange: () => none.push('change'), onDeaf: () => none.push('deaf') },
  );
  watch();
  kept(await startScreenSaver(session.address, true));
  await expect.poll(() => heard.at(-1)).toBe(true);
  end();
  expect(none).toEqual([]);
});
