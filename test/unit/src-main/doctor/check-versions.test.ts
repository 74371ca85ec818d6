import { expect, it } from 'vitest';
import { checkElectron, checkNode } from '../../../../src-main/doctor/check-versions.ts';

it('tells versions that are too old, or get no fixes any more', () => {
  expect(['20.18.0', '22.1.0', '100.0.0'].map((version) => checkNode(version).level)).toEqual([
    'ok',
    'ok',
    'ok',
  ]);
  expect(['18.20.4', '20.9.0'].map((version) => checkNode(version).level)).toEqual(['problem', 'problem']);
  expect(['33.2.1', '45.5.0'].map((version) => checkElectron(version).level)).toEqual(['warning', 'ok']);
});
