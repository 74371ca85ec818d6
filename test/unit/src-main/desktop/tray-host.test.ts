/** Whether a tray is there is asked on a real session bus. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { busPath } from '../../../../src-main/desktop/session-bus.ts';
import { hasTrayHost } from '../../../../src-main/desktop/tray-host.ts';
import { startTrayWatcher } from '../../../support/app/tray-watcher.ts';
import { type PrivateBus, startPrivateBus } from '../../../support/private-bus.ts';

describe('on a session bus', () => {
  let bus: PrivateBus;
  let address: string;

  beforeEach(async () => {
    bus = await startPrivateBus();
    address = bus.address;
  });

  afterEach(() => bus.close());

  it('finds a tray host', async () => {
    const watcher = await startTrayWatcher(address);
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: address })).toBe(true);
    await watcher.close();
  });

  it('finds none where nobody has the name', async () => {
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: address })).toBe(false);
  });

  it('finds none where a watcher runs without any host', async () => {
    const watcher = await startTrayWatcher(address, { hostRegistered: false });
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: address })).toBe(false);
    await watcher.close();
  });
});

describe('without a session bus', () => {
  it('finds no tray host', async () => {
    expect(await hasTrayHost({})).toBe(false);
    expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' })).toBe(false);
  });
});

describe('the socket of the bus', () => {
  it.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1/bus,guid=0f' }, '/run/user/1/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:guid=0f,path=/tmp/a%20b' }, '/tmp/a b'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x;unix:abstract=/tmp/dbus-1,guid=0f' }, '\0/tmp/dbus-1'],
    [{ XDG_RUNTIME_DIR: '/run/user/1' }, '/run/user/1/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'autolaunch:' }, undefined],
  ])('is read from %j', (env, path) => {
    expect(busPath(env)).toBe(path);
  });
});
