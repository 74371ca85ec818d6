/** What the tests of the tools share: scratch folders, an environment with real parts, one call from end to end. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Jobs, type JobsOptions } from '../../../../src-main/jobs/jobs.ts';
import { systemClock } from '../../../../src-main/system-clock.ts';
import type { Ran, RunContext, Tool } from '../../../../src-main/tools/define-tool.ts';
import { createTools, type ToolsEnv } from '../../../../src-main/tools/registry.ts';
import { RunOutputs } from '../../../../src-main/tools/run-outputs.ts';
import type { JobContent } from '../../../../src-main/tools/shell-jobs.ts';
import type { Origin } from '../../../../src-shared/call.ts';
import type { Json } from '../../../../src-shared/json.ts';

/** A new empty folder, canonical, removed after the test. Outside /tmp it is visible behind a wall. */
export async function scratchFolder(base: string = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(join(base, 'doorman-tools-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function toolsEnv(home: string, changes: Partial<ToolsEnv> = {}): ToolsEnv {
  return {
    home,
    folders: () => [],
    parseShell: async () => ({ kind: 'plain', commands: [], reads: [] }),
    sniffSecret: () => undefined,
    secretTwin: async () => undefined,
    shell: { path: ['/usr/bin', '/bin'], user: 'tester', shell: '/bin/bash', tmpDir: '/tmp', locale: {} },
    wall: () => ({ available: true, required: false, text: '' }),
    secretPlaces: () => [],
    ownPaths: [],
    secretPlace: () => undefined,
    secretAsked: () => undefined,
    refusedPlace: () => undefined,
    jobs: testJobs(),
    outputs: new RunOutputs(),
    maxResultBytes: 100_000,
    now: () => 1,
    leftOutWindows: () => [],
    ...changes,
  };
}

/** The caller that `runContext` names. */
export const testOrigin: Origin = { door: 'local', caller: 'test' };

/** The real jobs, with nobody listening. */
export function testJobs(changes: Partial<JobsOptions> = {}): Jobs<JobContent> {
  return new Jobs<JobContent>({
    clock: systemClock,
    newId: () => `j-${randomUUID()}`,
    record: () => true,
    isConnected: () => true,
    isPaused: () => false,
    label: () => 'a test',
    onChange: () => undefined,
    ...changes,
  });
}

export function runContext(changes: Partial<RunContext> = {}): RunContext {
  const signal = new AbortController().signal;
  const call = { id: 'c-1', origin: testOrigin };
  return { wall: 'none', call, signal, budgetMs: 10_000, maxResultBytes: 100_000, ...changes };
}

export function findTool(env: ToolsEnv, name: string): Tool {
  const tool = createTools(env).find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

/** Resolves, runs and releases. `between` runs after the resolve, where a decision would be made. */
export async function callTool(
  env: ToolsEnv,
  name: string,
  input: unknown,
  context: RunContext = runContext(),
  between: () => Promise<void> = async () => undefined,
): Promise<Ran> {
  const tool = findTool(env, name);
  const { signal, call } = context;
  const asked = { asker: 'test', origin: call.origin, signal };
  const resolved = await tool.resolve(tool.input.parse(input), asked);
  if (!resolved.ok) return resolved;
  try {
    await between();
    return await tool.run(resolved.action, context);
  } finally {
    await tool.release?.(resolved.action);
  }
}

export function textOf(ran: Ran): string {
  if (ran.ok && ran.result.kind === 'text') return ran.result.text;
  throw new Error(`no text: ${JSON.stringify(ran)}`);
}

export function dataOf(ran: Ran): { readonly [key: string]: Json } {
  if (ran.ok && ran.result.kind === 'data') return ran.result.value;
  throw new Error(`no data: ${JSON.stringify(ran)}`);
}

export function messageOf(ran: Ran): string {
  if (!ran.ok) return ran.message;
  throw new Error(`no failure: ${JSON.stringify(ran)}`);
}

/** What a shell command printed, trimmed. */
export function printed(ran: Ran): string {
  return String(dataOf(ran).stdout).trim();
}

/** Ids of living processes that have `word` as one of their arguments. */
export async function processesWith(word: string): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      return line.split('\0').includes(word) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}
