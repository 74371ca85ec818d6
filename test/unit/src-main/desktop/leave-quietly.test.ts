import { expect, it } from 'vitest';
import { LeaveQuietly, QUIET_MS, type Standing } from '../../../../src-main/desktop/leave-quietly.ts';

const useless: Standing = { waits: false, openedByPerson: false, atRest: true, inUse: false };

function rig() {
  let ms = 5_000;
  const leave = new LeaveQuietly(() => ms);
  return (after: number, standing: Standing | 'no window' = useless) => {
    ms += after;
    return leave.look(standing === 'no window' ? undefined : standing);
  };
}

it('goes when it was of no use for ten seconds, not before', () => {
  const look = rig();
  expect([look(0), look(QUIET_MS - 1), look(1)]).toEqual([false, false, true]);
});

it.each<[string, Partial<Standing>]>([
  ['something waits', { waits: true }],
  ['the person opened it', { openedByPerson: true }],
  ['it shows what is to be read', { atRest: false }],
  ['pointer or keyboard are in it', { inUse: true }],
])('stays for as long as %s, and for ten seconds more', (_why, of) => {
  const look = rig();
  look(0);
  expect(look(QUIET_MS, { ...useless, ...of })).toBe(false);
  expect([look(0), look(QUIET_MS - 1), look(1)]).toEqual([false, false, true]);
});

it('gives the next window its own ten seconds', () => {
  const look = rig();
  look(0);
  expect(look(QUIET_MS, 'no window')).toBe(false);
  expect([look(0), look(QUIET_MS)]).toEqual([false, true]);
});
