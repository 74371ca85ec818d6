import { describe, expect, it } from 'vitest';
import { checkRuntime, type RuntimeFields } from '../../../../src-renderer/main/runtime-form.ts';
import { strings } from '../../../../src-renderer/strings.ts';
import { ipcContract } from '../../../../src-shared/ipc-contract.ts';
import { DEFAULT_INVOKE_TIMEOUT_MS } from '../../../../src-shared/settings.ts';

const good: RuntimeFields = {
  name: ' Work ',
  url: ' https://runtime.example ',
  token: 't\n',
  limit: '',
  machine: '',
  bearerBy: 'header',
  mode: '',
  caFile: '',
};

describe('the form for a runtime', () => {
  it('makes what main accepts, with seconds as milliseconds', () => {
    const checked = checkRuntime({ ...good, limit: '60' });
    expect(checked).toEqual({
      ok: true,
      runtime: { name: 'Work', url: 'https://runtime.example', token: 't', invokeTimeoutMs: 60_000 },
    });
    expect(ipcContract['runtime:add'].argument.safeParse(checked.ok && checked.runtime).success).toBe(true);
  });

  it('sends what was chosen beside, and nothing else', () => {
    const more = {
      machine: ' studio ',
      bearerBy: 'subprotocol',
      mode: 'auto',
      caFile: '/etc/ca.pem',
    } as const;
    const checked = checkRuntime({ ...good, ...more });
    expect(checked.ok && checked.runtime).toEqual({
      name: 'Work',
      url: 'https://runtime.example',
      token: 't',
      machine: 'studio',
      bearerBy: 'subprotocol',
      mode: 'auto',
      caFile: '/etc/ca.pem',
    });
    expect(ipcContract['runtime:add'].argument.safeParse(checked.ok && checked.runtime).success).toBe(true);
  });

  it('leaves the time limit to its default when none is typed', () => {
    const checked = checkRuntime(good);
    expect(checked.ok && 'invokeTimeoutMs' in checked.runtime).toBe(false);
    expect(strings.runtimes.limitHint).toContain(`${DEFAULT_INVOKE_TIMEOUT_MS / 1000}.`);
  });

  it.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['url', { url: 'ftp://x' }],
    ['url', { url: 'runtime.example' }],
    ['url', { url: 'https://me:secret@runtime.example' }],
    ['url', { url: 'https://runtime.example/?token=secret' }],
    ['token', { token: 'a b' }],
    ['token', { token: 'a/b', bearerBy: 'subprotocol' as const }],
    ['machine', { machine: 'my_studio' }],
    ['machine', { machine: 'x'.repeat(24) }],
    ['caFile', { caFile: 'ca.pem' }],
    ['limit', { limit: '4' }],
    ['limit', { limit: '3601' }],
    ['limit', { limit: '1e3' }],
  ])('puts the problem beside the field %s: %j', (field, wrong) => {
    const checked = checkRuntime({ ...good, ...wrong });
    expect(checked.ok ? [] : Object.keys(checked.problems)).toEqual([field]);
  });
});
