/** The runtime of our own that every host brings along, for the playground, for scripts, and as the default. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { limitsFrom } from '../src-runtime/runtime-limits.ts';
import { startRuntime } from '../src-runtime/start-runtime.ts';
import type { PlaygroundReply } from '../src-shared/ipc-contract.ts';
import type { Json } from '../src-shared/json.ts';
import { EMBEDDED_NAME, EMBEDDED_PROFILE_ID, type Profile } from '../src-shared/settings.ts';

export interface EmbeddedRuntime {
  readonly url: string;
  readonly bearer: string;
  readonly profile: Profile;
  /** Calls a tool through the runtime's own HTTP door, as a script would. */
  invoke(tool: string, input: Json): Promise<PlaygroundReply>;
  close(): Promise<void>;
}

/**
 * Starts it on a free port of loopback with a bearer that is new each time, kept in `bearerFile` (0600) while it runs.
 * `LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS` sets how long a call may take, as in the published runtime.
 */
export async function startEmbeddedRuntime(
  bearerFile: string,
  env: NodeJS.ProcessEnv,
): Promise<EmbeddedRuntime> {
  const bearer = randomBytes(32).toString('base64url');
  const { invokeTimeoutMs } = limitsFrom(env);
  const principals = new Map([[bearer, { tenant: 'default', subject: 'default' }]]);
  const runtime = await startRuntime({ principals, invokeTimeoutMs });
  await writeFileAtomic(bearerFile, `${bearer}\n`, { mode: 0o600 });
  return {
    url: runtime.url,
    bearer,
    profile: {
      id: EMBEDDED_PROFILE_ID,
      name: EMBEDDED_NAME,
      url: runtime.url,
      invokeTimeoutMs,
      enabled: true,
      bearerBy: 'header',
      toolsOff: [],
      review: [],
      asks: [],
    },
    invoke: (tool, input) => invoke(runtime.url, bearer, tool, input),
    async close() {
      await rm(bearerFile, { force: true });
      await runtime.close();
    },
  };
}

async function invoke(url: string, bearer: string, tool: string, input: Json): Promise<PlaygroundReply> {
  try {
    const response = await fetch(`${url}/v1/invoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, input }),
    });
    return (await response.json()) as PlaygroundReply;
  } catch (error) {
    return { ok: false, error: `The embedded runtime did not answer: ${(error as Error).message}` };
  }
}
