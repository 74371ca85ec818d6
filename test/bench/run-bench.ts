/** Runs one benchmark by its name and prints its rows: as a table, or with `--json` as one array and nothing else. */
import { parseArgs } from 'node:util';
import { benchDirect } from './bench-direct.ts';
import { benchJournal } from './bench-journal.ts';
import { benchLink } from './bench-link.ts';
import { benchMasking } from './bench-masking.ts';
import { benchPolicy } from './bench-policy.ts';
import { type BenchRow, durationRow } from './measure.ts';
import { benchFiles } from './run-files.ts';
import { benchNetwork } from './run-network.ts';
import { benchShell } from './run-shell.ts';

interface Settings {
  /** Where the built workers lie. */
  readonly out: URL;
  readonly fuzz?: number;
  /** Print what was found, on stderr. */
  readonly show?: boolean;
}

/** Adding a benchmark is adding a file and a line here. */
const BENCHES: Readonly<Record<string, (settings: Settings) => Promise<readonly BenchRow[]>>> = {
  direct: benchDirect,
  link: benchLink,
  policy: benchPolicy,
  journal: benchJournal,
  masking: benchMasking,
  run: benchRun,
};

async function benchRun({ out }: Settings): Promise<readonly BenchRow[]> {
  const rows = await benchFiles({ read: 25, search: 5 });
  const files = rows.map(({ name, unit, baseline, ours }) => durationRow(name, unit, baseline, ours));
  return [...(await benchShell(out)), ...files, ...(await benchNetwork())];
}

function readArguments(): { name: string; json: boolean; settings: Settings } | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      fuzz: { type: 'string' },
      show: { type: 'boolean', default: false },
    },
  });
  const [name, ...others] = positionals;
  const fuzz = values.fuzz === undefined ? {} : { fuzz: Number(values.fuzz) };
  if (name === undefined || others.length > 0 || !Object.hasOwn(BENCHES, name)) return undefined;
  if (fuzz.fuzz !== undefined && !Number.isSafeInteger(fuzz.fuzz)) return undefined;
  return {
    name,
    json: values.json,
    settings: { out: new URL('./', import.meta.url), show: values.show, ...fuzz },
  };
}

function asTable(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ name, unit, bare, ours, ratio }) => [
    name,
    `${short(ours)} ${unit}`,
    `bare ${short(bare)}`,
    `ratio ${ratio.toFixed(2)}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(3);
}

const asked = readArguments();
const bench = asked && BENCHES[asked.name];
if (!asked || !bench) {
  console.error(`Usage: bench.mjs NAME [--json] [--fuzz COUNT]\nNames: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 2;
} else {
  const rows = await bench(asked.settings);
  console.log(asked.json ? JSON.stringify(rows, undefined, 2) : asTable(rows));
}
