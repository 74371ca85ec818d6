/** A real runtime in the test's own process, from which calls come by the thousand over one socket. */
import { startRuntime } from '../../../src-runtime/start-runtime.ts';
import type { Json } from '../../../src-shared/json.ts';
import { addRuntime } from './add-runtime.ts';
import { type Doorman, expect } from './doorman-test.ts';

const token = 'a-token-for-a-flood-0123456789';
const principal = { tenant: 't', subject: 's' };

/** How long it waits for each answer, in seconds. */
const PATIENCE = 3_600;

export interface Asker {
  readonly runId?: string;
  readonly agentId?: string;
}

export interface FloodingRuntime {
  /** Calls a tool by its own name; resolves to what the agent is told. */
  call(tool: string, input: Json, asker?: Asker): Promise<string>;
  /** Drops the connection: all that waits is withdrawn. */
  close(): Promise<void>;
}

/** Resolves when Doorman is connected to it. */
export async function floodFrom(doorman: Doorman, name = 'Flood'): Promise<FloodingRuntime> {
  const runtime = await startRuntime({
    principals: new Map([[token, principal]]),
    invokeTimeoutMs: PATIENCE * 1_000,
  });
  await addRuntime(doorman, { url: runtime.url, token, name, limit: PATIENCE });
  const link = async () => (await doorman.state())?.runtimes.find(({ embedded }) => !embedded)?.status.kind;
  await expect.poll(link).toBe('open');
  const tools = runtime.candidateTools(principal, { agent: ['*'] });
  return {
    async call(tool, input, asker = {}) {
      const found = tools.find(({ name: known }) => known.endsWith(`__${tool}`));
      if (found === undefined) throw new Error(`no client offers ${tool}`);
      return (await found.call(input, asker)).text;
    },
    close: () => runtime.close(),
  };
}
