/** The test of the desktop suite: launches the built app in a home and a person's folder of its own, and ends it. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { Limits } from '../../../src-main/limits.ts';
import type { AppState } from '../../../src-shared/app-state.ts';
import type { DesktopSettings } from '../../../src-shared/desktop-settings.ts';
import type { WindowKind } from '../../../src-shared/ipc-contract.ts';
import type { Json } from '../../../src-shared/json.ts';
import type { Settings } from '../../../src-shared/settings.ts';
import { callTool, stateOf, type ToolReply } from './ask-host.ts';
import { electronCommand } from './electron-command.ts';
import { belongsTo } from './real-hand.ts';

export interface LaunchOptions {
  /** Beside the folder of the person's project, which is always added. */
  readonly settings?: Partial<Omit<Settings, 'desktop'>> & { readonly desktop?: Partial<DesktopSettings> };
  /** Text of host.yaml. */
  readonly permissions?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where fewer calls than a test needs could wait at once. */
  readonly limits?: Limits;
  /** Fills the home before the app starts. */
  readonly fill?: (home: string) => Promise<unknown>;
  /** The home and person of an earlier app of the same test. */
  readonly after?: Doorman;
  /** Puts more into the new home and person before the start. */
  readonly furnish?: (places: Places) => Promise<void>;
}

export interface Doorman {
  readonly app: ElectronApplication;
  readonly process: ChildProcess;
  readonly env: NodeJS.ProcessEnv;
  /** DOORMAN_HOME. */
  readonly home: string;
  /** HOME: where this person's files are. */
  readonly person: string;
  /** A folder below it that is added, so that agents may read in it. */
  readonly project: string;
  state(): Promise<AppState | undefined>;
  /** Calls a tool as an agent would, through the embedded runtime's socket. */
  call(tool: string, input: Json): Promise<ToolReply>;
  /** The page of that window, once it shows. */
  window(kind: WindowKind): Promise<Page>;
  /** Resolves once so many calls wait. */
  waiting(count: number): Promise<void>;
  quit(): Promise<void>;
  /** What it wrote to stderr so far. */
  said(): string;
}

export type LaunchDoorman = (options?: LaunchOptions) => Promise<Doorman>;

export const test = base.extend<{ launchDoorman: LaunchDoorman }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  launchDoorman: async ({}, use) => {
    const scratch = await mkdtemp(join(tmpdir(), 'doorman-app-'));
    const launched: Doorman[] = [];
    await use(async (options = {}) => {
      const doorman = await launch(join(scratch, String(launched.length)), options);
      launched.push(doorman);
      return doorman;
    });
    for (const doorman of launched) {
      await doorman.quit();
      expect(doorman.said(), 'what the app wrote to stderr').not.toContain('A fault in Doorman');
    }
    await rm(scratch, { recursive: true });
  },
});

export { expect };

/** Starting takes about a second; a machine that does much else may need far longer. */
const START_LIMIT_MS = 30_000;

async function launch(scratch: string, options: LaunchOptions): Promise<Doorman> {
  const places = options.after ?? (await newPlaces(scratch, options));
  const { home, person } = places;
  await options.fill?.(home);
  const env = { ...process.env, HOME: person, DOORMAN_HOME: home, ...options.env };
  const { executable, args } = await electronCommand();
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, ...(options.limits ? [`--raised-limits=${JSON.stringify(options.limits)}`] : [])],
    env: defined(env),
    cwd: person,
    // As the app itself says, not as Playwright would have it.
    colorScheme: null,
  });
  const doorman = view(app, env, places);
  const link = async () => (await doorman.state())?.runtimes[0]?.status.kind;
  try {
    await expect.poll(link, { timeout: START_LIMIT_MS }).toBe('open');
  } catch {
    await doorman.quit();
    throw new Error(`Doorman did not start and connect to its embedded runtime. It said:\n${doorman.said()}`);
  }
  return doorman;
}

export type Places = Pick<Doorman, 'home' | 'person' | 'project'>;

async function newPlaces(
  scratch: string,
  { settings, permissions, furnish }: LaunchOptions,
): Promise<Places> {
  const places = {
    home: join(scratch, 'home'),
    person: join(scratch, 'person'),
    project: join(scratch, 'person', 'project'),
  };
  await mkdir(places.home, { recursive: true, mode: 0o700 });
  await mkdir(places.project, { recursive: true });
  // The first steps have a test of their own.
  const desktop = { firstSteps: 'done', ...settings?.desktop };
  const text = JSON.stringify({ folders: [places.project], ...settings, desktop });
  await writeFile(join(places.home, 'settings.json'), text, { mode: 0o600 });
  if (permissions !== undefined)
    await writeFile(join(places.home, 'host.yaml'), permissions, { mode: 0o600 });
  await furnish?.(places);
  return places;
}

function view(app: ElectronApplication, env: NodeJS.ProcessEnv, places: Places): Doorman {
  const state = () => stateOf(env);
  const pages = (kind: WindowKind) =>
    app.windows().filter((page) => page.url().split(/[?#]/)[0] === `app://doorman/${kind}.html`);
  let ended = false;
  let said = '';
  app.process().stderr?.on('data', (text) => {
    said += text;
  });
  return {
    app,
    process: app.process(),
    env,
    home: places.home,
    person: places.person,
    project: places.project,
    state,
    call: (tool, input) => callTool(env, tool, input),
    async window(kind) {
      await expect.poll(() => pages(kind).length, `the ${kind} window is open`).toBe(1);
      const [page] = pages(kind);
      if (page === undefined) throw new Error(`the ${kind} window closed again`);
      belongsTo(page, app);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return page;
    },
    async waiting(count) {
      await expect.poll(async () => (await state())?.waitingCount, `${count} calls wait`).toBe(count);
    },
    async quit() {
      if (ended) return;
      ended = true;
      await app.close();
    },
    said: () => said,
  };
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
