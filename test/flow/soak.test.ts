/** The short form of `npm run soak`: calls at a steady pace, a reconnect now and then, and nothing that grows. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRuntime } from '../../src-runtime/start-runtime.ts';
import { heapInUse, leftBehind, resources } from '../chaos/left-behind.ts';
import { openLinkHost } from '../support/link-host.ts';
import { noOpTool } from '../support/no-op-tool.ts';

const minutes = Number(process.env.DOORMAN_SOAK_MINUTES ?? 0);
/** Of the short form. */
const SECONDS = 4;
const seconds = minutes * 60 || SECONDS;

const CALLS_A_SECOND = 50;
const BEARER = 'bearer-of-the-soak';
const principal = { tenant: 'default', subject: 'soak' };
/** What a heap may be larger by, after many thousand calls, than when it was warm. Bytes. */
const FLAT = 4 * 1024 * 1024;

interface Sample {
  readonly second: number;
  readonly calls: number;
  readonly heapMebibytes: number;
  readonly rssMebibytes: number;
  readonly handles: number;
}

test(
  `stays as it is over ${seconds} seconds of ${CALLS_A_SECOND} calls each`,
  async () => {
    const before = resources();
    const root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-soak-')));
    const runtime = await startRuntime({ principals: new Map([[BEARER, principal]]) });
    const host = await openLinkHost({
      root,
      tools: (folder) => [noOpTool(folder)],
      runtime: { url: runtime.url, invokeTimeoutMs: 60_000, bearer: BEARER },
      onFault: (line) => expect.fail(line),
    });
    const samples: Sample[] = [];
    let calls = 0;
    const perSample = minutes ? 60 : 1;
    for (let second = 1; second <= seconds; second += 1) {
      await host.connected();
      const [tool] = runtime.candidateTools(principal, { agent: ['*'] });
      for (let call = 0; call < CALLS_A_SECOND; call += 1) {
        calls += 1;
        const asked = tool?.call({ n: calls });
        await pause(1_000 / CALLS_A_SECOND);
        expect(await asked).toEqual({ isError: false, text: String(calls) });
      }
      if (second % perSample !== 0) continue;
      samples.push(sample(second, calls));
      await host.reconnect();
    }
    await host.close();
    await runtime.close();
    await rm(root, { recursive: true });
    expectFlat(samples);
    expect(await leftBehind(before)).toEqual({});
  },
  minutes * 120_000 + 60_000,
);

function sample(second: number, calls: number): Sample {
  const mebibytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 100) / 100;
  const taken = {
    second,
    calls,
    heapMebibytes: mebibytes(heapInUse()),
    rssMebibytes: mebibytes(process.memoryUsage().rss),
    handles: process.getActiveResourcesInfo().length,
  };
  console.log(JSON.stringify(taken));
  return taken;
}

/** Held against the third sample, when all that is compiled and kept at first is there. */
function expectFlat(samples: readonly Sample[]): void {
  const [warm, last] = [samples[Math.min(2, samples.length - 1)], samples.at(-1)];
  if (!warm || !last) throw new Error('nothing was measured');
  expect(last.heapMebibytes - warm.heapMebibytes).toBeLessThan(FLAT / 1024 / 1024);
  expect(last.handles).toBeLessThanOrEqual(warm.handles + 2);
}
