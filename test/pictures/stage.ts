/** What several homes have: a tray, time, runtimes to connect to, and calls that agents make in them. */
import { startRuntime } from '../../src-runtime/start-runtime.ts';
import type { Json } from '../../src-shared/json.ts';
import { type Profile, profileSchema } from '../../src-shared/settings.ts';
import { callTool, type ToolReply } from '../support/app/ask-host.ts';
import type { Doorman } from '../support/app/doorman-test.ts';
import { startTrayWatcher } from '../support/app/tray-watcher.ts';
import { startBareRuntime } from '../support/bare-peer.ts';
import type { Stage } from './named-state.ts';

/** So that no card runs out of time while its pictures are made. */
export const LONG_TIME = { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '3600000' };

/** As on most desktops: without one there is a notice on every page. */
export async function withTray({ atEnd }: Stage): Promise<void> {
  const tray = await startTrayWatcher();
  atEnd(() => tray.close());
}

export const profile = (name: string, url: string, more: Partial<Profile> = {}): Profile =>
  profileSchema.parse({ id: name.toLowerCase().replaceAll(' ', '-'), name, url, ...more });

/** A runtime that takes every tool. */
export async function friendlyRuntime({ atEnd }: Stage): Promise<string> {
  const bare = await startBareRuntime();
  const greet = async () => {
    for (;;) {
      const session = await bare.sessions.next();
      const hello = await session.frames.next();
      const tools = (hello.tools as readonly { readonly name: string }[]).map(({ name }) => name);
      session.send({ type: 'hello_ok', connection_id: 'ctc-1', accepted: tools });
    }
  };
  void greet();
  atEnd(() => bare.close());
  return bare.url;
}

/** A runtime that lets nobody in. */
export async function refusingRuntime({ atEnd }: Stage): Promise<string> {
  const runtime = await startRuntime({ principals: new Map() });
  atEnd(() => runtime.close());
  return runtime.url;
}

/** An address at which nothing listens any more. */
export async function goneRuntime(): Promise<string> {
  const runtime = await startRuntime({ principals: new Map() });
  await runtime.close();
  return runtime.url;
}

/** A runtime that takes the connection and never says the word that ends the handshake. */
export async function speechlessRuntime({ atEnd }: Stage): Promise<string> {
  const bare = await startBareRuntime();
  atEnd(() => bare.close());
  return bare.url;
}

/** A call that nobody must decide: rejects where it waits all the same. */
export function callAtOnce(doorman: Doorman, tool: string, input: Json): Promise<ToolReply> {
  return callTool(doorman.env, tool, input, AbortSignal.timeout(20_000)).catch((cause: unknown) => {
    throw new Error(`${tool} ${JSON.stringify(input)} was not answered at once`, { cause });
  });
}
