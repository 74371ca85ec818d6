/** What a run printed so far can be read while it runs, by its end, and no longer. */
import { expect, it } from 'vitest';
import { RunOutputs } from '../../../../src-main/tools/run-outputs.ts';

it('has the last of what a run printed, until it is over', () => {
  const outputs = new RunOutputs();
  const { hears, over } = outputs.begin('call-1');
  hears.onStdout(Buffer.from(`${'x'.repeat(40_000)}end`));
  hears.onStderr(Buffer.from('oops'));
  expect(outputs.of('call-1')?.stdout.total()).toBe(40_003);
  expect(outputs.of('call-1')?.stdout.from(0).toString()).toMatch(/^x{16381}end$/);
  expect(outputs.of('call-1')?.stderr.from(0).toString()).toBe('oops');
  expect(outputs.of('call-2')).toBeUndefined();
  over();
  expect(outputs.of('call-1')).toBeUndefined();
});
