/** Times contenders against each other in turns, so that a busy moment of the machine meets all of them alike. */

/** One line of a benchmark. Smaller ratios are better everywhere. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  /** What the bare thing took, or did. */
  readonly bare: number;
  readonly ours: number;
  /** `ours / bare`; for throughputs `bare / ours`. */
  readonly ratio: number;
}

export interface Contender {
  readonly name: string;
  /** Does the work `times` times; gives the microseconds that one of them took. */
  run(times: number): Promise<number>;
}

const WARM_UP_MS = 300;
const ROUND_MS = 80;
const ROUNDS = 9;

/** Microseconds that one piece of work takes each contender: the median of rounds that are run in turns. */
export async function timeInTurns(contenders: readonly Contender[]): Promise<ReadonlyMap<string, number>> {
  const times = new Map<Contender, number>();
  for (const one of contenders) times.set(one, await warmUp(one));
  const rounds = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const one of contenders) rounds.get(one.name)?.push(await one.run(times.get(one) ?? 1));
  return new Map([...rounds].map(([name, list]) => [name, median(list)]));
}

/** Runs it until it is warm; gives how often it must run to fill a round. */
async function warmUp(one: Contender): Promise<number> {
  let times = 1;
  let each = 0;
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) {
    each = await one.run(times);
    times = Math.max(1, Math.min(times * 4, Math.round((ROUND_MS * 1000) / each)));
  }
  return times;
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

/** A row of durations, in the unit they are given in. */
export function durationRow(name: string, unit: string, bare: number, ours: number): BenchRow {
  return { name, unit, bare, ours, ratio: ours / bare };
}

/** A row of how much is done in a second, from microseconds each. */
export function throughputRow(name: string, unit: string, bareMicros: number, oursMicros: number): BenchRow {
  return { name, unit, bare: 1e6 / bareMicros, ours: 1e6 / oursMicros, ratio: oursMicros / bareMicros };
}

/** Work done one piece after the other; the median piece counts, since a busy machine makes some of them very long. */
export function oneByOne(name: string, work: () => unknown): Contender {
  return {
    name,
    async run(times) {
      const took: number[] = [];
      for (let done = 0; done < times; done++) {
        const started = performance.now();
        await work();
        took.push((performance.now() - started) * 1000);
      }
      return median(took);
    },
  };
}

/** Work of which `width` pieces are under way at any time. */
export function sideBySide(name: string, width: number, work: () => Promise<unknown>): Contender {
  return {
    name,
    async run(times) {
      let left = times;
      const started = performance.now();
      const lane = async (): Promise<void> => {
        while (left-- > 0) await work();
      };
      await Promise.all(Array.from({ length: width }, lane));
      return ((performance.now() - started) * 1000) / times;
    },
  };
}
