/** What the search for credentials does to ordinary text: false alarms a megabyte, and milliseconds a megabyte. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSecrets } from '../../src-main/masking/find-secrets.ts';
import { maskResult } from '../../src-main/masking/mask-result.ts';
import { type Corpus, readCorpora } from './masking-corpora.ts';
import { type BenchRow, durationRow, oneByOne, timeInTurns } from './measure.ts';

const MIB = 1024 * 1024;

/** One in ten megabytes is what nobody minds. */
const FINE_ALARMS = 0.1;

export async function benchMasking({
  out,
  show,
}: {
  readonly out: URL;
  readonly show?: boolean;
}): Promise<readonly BenchRow[]> {
  const corpora = await readCorpora(fileURLToPath(new URL('../../', out)));
  const rows: BenchRow[] = [];
  for (const corpus of corpora) rows.push(alarmsIn(corpus, show ?? false));
  for (const corpus of corpora) rows.push(await costOf(corpus));
  return [...rows, await costOfSmall(out)];
}

function mebibytes({ texts }: Corpus): number {
  return texts.reduce((sum, text) => sum + text.length, 0) / MIB;
}

function alarmsIn(corpus: Corpus, show: boolean): BenchRow {
  let found = 0;
  for (const text of corpus.texts) {
    for (const { what, start, end } of findSecrets(text)) {
      found += 1;
      if (show) console.error(`${corpus.name}: ${what}: ${text.slice(start, Math.min(end, start + 90))}`);
    }
  }
  const size = mebibytes(corpus);
  const name = `masked in ${corpus.name} (${found} in ${size.toFixed(1)} MiB), against what nobody minds`;
  return durationRow(name, 'a MiB', FINE_ALARMS, found / size);
}

/** Beside making text of the bytes, which every result needs. */
async function costOf(corpus: Corpus): Promise<BenchRow> {
  const text = corpus.texts.join('\n').slice(0, MIB);
  const bytes = Buffer.from(text);
  const times = await timeInTurns([
    oneByOne('bare', () => bytes.toString('utf8')),
    oneByOne('ours', () => maskResult({ result: { kind: 'text', text }, cuts: [], spared: [] })),
  ]);
  const [bare = Number.NaN, ours = Number.NaN] = [times.get('bare'), times.get('ours')];
  const scale = MIB / text.length / 1000;
  return durationRow(`a MiB of ${corpus.name}, against decoding it`, 'ms', bare * scale, ours * scale);
}

async function costOfSmall(out: URL): Promise<BenchRow> {
  const text = readFileSync(new URL('../../package.json', out), 'utf8').slice(0, 1024);
  const bytes = Buffer.from(text);
  const times = await timeInTurns([
    oneByOne('bare', () => bytes.toString('utf8')),
    oneByOne('ours', () => maskResult({ result: { kind: 'text', text }, cuts: [], spared: [] })),
  ]);
  const [bare = Number.NaN, ours = Number.NaN] = [times.get('bare'), times.get('ours')];
  return durationRow('a result of 1 KiB in place, against decoding it', 'µs', bare, ours);
}
