/** What the engine allows is run with a real bash under strace, and must do nothing that its verdict did not say. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Found,
  type Report,
  runDifferential,
  type Setting,
  shrink,
  violationsOf,
} from '../differential/differential.ts';
import { FAULTS, plant } from '../differential/faults.ts';
import { NODE_KINDS } from '../differential/node-kinds.ts';
import { type OpenSetting, openSetting } from '../differential/open-setting.ts';

/**
 * Different texts that must have been allowed and have run. `npm run differential` asks for more, from another seed; the
 * short form keeps to one, so that it fails for a change and not by chance.
 */
const WANTED = Number(process.env.DOORMAN_DIFFERENTIAL_RUNS ?? 1500);
const SEED = Number(process.env.DOORMAN_DIFFERENTIAL_SEED ?? 5);

/** Milliseconds; a busy machine runs ten texts a second. */
const LIMIT_MS = 60_000 + WANTED * 100;
const FAULT_LIMIT_MS = 60_000;
const SHRINK_LIMIT_MS = 3000;

function within(limitMs: number, setting: Setting): Promise<Report> {
  return runDifferential(setting, SEED, WANTED, performance.now() + limitMs);
}

function figures(report: Report, started: number): string {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { ran, judged, allowed, notRun, kinds } = report;
  return `seed ${SEED}: ${judged} judged, ${allowed} allowed, ${ran} ran, ${notRun} did not, ${kinds.size} kinds, ${seconds} s`;
}

async function explain(setting: Setting, found: Found | undefined, limitMs: number): Promise<string> {
  if (!found) return '';
  const { kind, detail, seed, index } = found;
  return `${kind}: ${detail}\nin ${found.text}\nas ${await shrink(setting, found, limitMs)}\n(seed ${seed}, text ${index})`;
}

// strace and the table of what programs do are those of Linux.
describe.skipIf(process.platform !== 'linux')('the engine against a real bash', () => {
  let sound: OpenSetting;
  beforeAll(async () => {
    sound = await openSetting();
  });
  afterAll(() => sound.close());

  test(
    'what is allowed starts only what the verdict names, and writes nothing',
    async () => {
      const started = performance.now();
      const report = await within(LIMIT_MS, sound.setting);
      console.log(`differential: ${figures(report, started)}`);
      expect(await explain(sound.setting, report.found[0], 30_000)).toBe('');
      expect(report.ran).toBeGreaterThanOrEqual(WANTED);
      expect(NODE_KINDS.filter((kind) => !report.kinds.has(kind))).toEqual([]);
    },
    LIMIT_MS + 60_000,
  );

  test.each(FAULTS)(
    'finds out when $name',
    async (fault) => {
      const started = performance.now();
      const { setting, close } = await openSetting(fault);
      try {
        const report = await within(FAULT_LIMIT_MS, setting);
        const found = report.found[0];
        const shown = await explain(setting, found, SHRINK_LIMIT_MS);
        console.log(`differential, ${fault.name}: ${figures(report, started)}\n${shown}`);
        expect(found).toBeDefined();
        // What the sound engine gets wrong as well would be no proof that the fault was seen.
        expect(await violationsOf(sound.setting, found?.text ?? '')).toEqual([]);
      } finally {
        await close();
      }
    },
    FAULT_LIMIT_MS + 60_000,
  );

  test.each(FAULTS)('a source that "$name" does not fit is an error, not a pass', (fault) => {
    expect(() => plant(fault, 'export const other = 1;\n')).toThrow(/fits .* 0 times/);
  });
});
