/** Judges commands and paths for `doorman check`: with the same rooms as a host, but asking nobody and running nothing. */
import { realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Action, DecidedWall, Effect } from '../src-shared/action.ts';
import type { Checked, Checker, PathCheck } from '../src-shared/check.ts';
import type { Json } from '../src-shared/json.ts';
import type { Verdict } from '../src-shared/verdict.ts';
import { withProject } from './judge.ts';
import type { DoormanPaths } from './paths.ts';
import { decide } from './policy/decide.ts';
import { createPermissionReader } from './policy/permission-reader.ts';
import { openPermissions } from './policy/permission-store.ts';
import { placesToHide } from './policy/places-to-hide.ts';
import type { PolicyFacts } from './policy/policy-facts.ts';
import type { RuleSource } from './policy/rule.ts';
import { secretTwin } from './policy/secret-twins.ts';
import { secretContent } from './policy/sensitive.ts';
import { createShellParser, type ShellParser } from './policy/shell-parser.ts';
import { Projects } from './projects.ts';
import { openSettings } from './settings/settings-store.ts';
import { bashAccepts } from './tools/bash-syntax.ts';
import type { Failed, Tool } from './tools/define-tool.ts';
import { createListDirectory } from './tools/fs-list-directory.ts';
import { createReadFile } from './tools/fs-read-file.ts';
import { usablePath } from './tools/user-path.ts';

export interface CheckerOptions {
  readonly paths: DoormanPaths;
  readonly workerFile: string;
  /** Where programs are looked up. */
  readonly programPath: readonly string[];
}

const { username: user, shell } = userInfo();
const person = { user, shell: shell ?? '/bin/sh' };

/** A text that takes longer to parse is judged as not understood. Milliseconds. */
const PARSE_LIMIT_MS = 500;

export function createChecker(options: CheckerOptions): Checker {
  const { workerFile, programPath, paths } = options;
  const parser = createShellParser({
    workerFile,
    limitMs: PARSE_LIMIT_MS,
    programPath,
    bashAccepts: (text) => bashAccepts(text, programPath.join(':')),
  });
  const facts = factsFor(paths.home, programPath);
  const known = remembered(canonical);
  return {
    async command(check) {
      const [cwd, home] = await Promise.all([known(check.cwd), known(check.home ?? homedir())]);
      const rules = check.whitelist.map((key) => ({ key, allowed: true, refused: false }));
      return judgeCommand(parser, check.command, cwd, facts([cwd], home, [{ from: 'person', rules }]));
    },
    async path(check) {
      const folders = await Promise.all(check.allowed_roots.map(canonical));
      return checkPath(check, facts(folders, await canonical(check.home ?? homedir()), []));
    },
    async here(command, cwd, rulesFile) {
      const home = await canonical(homedir());
      const settings = (await openSettings(paths.settingsFile)).current();
      const folders = await Promise.all(settings.folders.map(canonical));
      const permissions = openPermissions({ file: rulesFile ?? paths.permissionFile });
      const { rules, problem } = await permissions.current();
      if (problem) return { problem: problem.text };
      const place = await canonical(cwd);
      const projects = new Projects(
        () => settings,
        createPermissionReader(),
        () => undefined,
      );
      const known = facts(folders, home, withProject(rules, await projects.rulesAt(place)));
      const trustedFolders = settings.trusted.map(({ path }) => path);
      return judgeCommand(parser, command, place, { ...known, trustedFolders });
    },
    close: () => parser.close(),
  };
}

/** Facts in which the folders are added and trusted ones, and there is a wall. */
function factsFor(ownHome: string, programPath: readonly string[]) {
  return (folders: readonly string[], home: string, rules: readonly RuleSource[]): PolicyFacts => ({
    home,
    folders,
    trustedFolders: folders,
    ownPaths: [ownHome],
    programPath: usablePath(programPath, folders),
    rules,
    wallAvailable: true,
  });
}

async function judgeCommand(
  parser: ShellParser,
  text: string,
  cwd: string,
  facts: PolicyFacts,
): Promise<Checked> {
  const script = await parser.parse(text, { cwd, home: facts.home, ...person });
  const effect: Effect = { kind: 'run', text, cwd, script };
  const judged = judge('shell_run', { command: text }, effect, facts);
  return { ...judged.checked, ...wallOf(judged.verdict), script };
}

function wallOf(verdict: Verdict): Partial<DecidedWall> {
  if (verdict.kind === 'deny') return {};
  if (verdict.kind === 'ask') return { wall: verdict.wall };
  return { wall: verdict.wall, ...(verdict.workspaces ? { workspaces: verdict.workspaces } : {}) };
}

function judge(tool: string, input: Json, effect: Effect, facts: PolicyFacts) {
  const action: Pick<Action, 'tool' | 'summary' | 'frozen' | 'effects'> = {
    tool,
    summary: '',
    frozen: null,
    effects: [effect],
  };
  const verdict = decide({ ...action, input }, facts, Date.now());
  return { verdict, checked: spoken(verdict) };
}

function spoken(verdict: Verdict): Checked {
  const kind = verdict.kind === 'ask' ? { kind: verdict.ask } : {};
  return { verdict: verdict.kind, ...kind, reasons: verdict.reasons };
}

/** Resolves the path with the very tool that would be called, and judges what it leads to. */
async function checkPath(check: PathCheck, facts: PolicyFacts): Promise<Checked> {
  if (check.path.includes('\0')) {
    const text = 'a path with a NUL means one name here and another to the system';
    return { verdict: 'deny', reasons: [{ text, source: 'builtin' }] };
  }
  const input = { path: check.path };
  const places = placesToHide(facts.home, facts.folders);
  const env = {
    home: facts.home,
    folders: () => facts.folders,
    sniffSecret: secretContent,
    secretTwin: (identity: string) => secretTwin(identity, places),
  };
  const tool: Tool = check.op === 'read' ? createReadFile(env) : createListDirectory(env);
  const resolved = await tool.resolve(input);
  if (!resolved.ok) return judgeUnopened(tool.name, input, resolved, facts);
  await tool.release?.(resolved.action);
  return spoken(decide({ ...resolved.action, input }, facts, Date.now()));
}

/** What cannot be opened is an error inside the roots; outside, whether it is there is not for the agent to learn. */
async function judgeUnopened(
  tool: string,
  input: Json,
  failed: Failed,
  facts: PolicyFacts,
): Promise<Checked> {
  const error: Checked = { verdict: 'error', reasons: [{ text: failed.message, source: 'builtin' }] };
  if (failed.place === undefined) return error;
  const effect: Effect = { kind: 'read', path: await nearestReal(failed.place) };
  const { checked } = judge(tool, input, effect, facts);
  return checked.verdict === 'allow' ? error : checked;
}

/** The real path of the nearest folder that is there, with the rest behind it. */
async function nearestReal(path: string): Promise<string> {
  if (!isAbsolute(path)) return path;
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || path === '/') return real ?? path;
  return join(await nearestReal(dirname(path)), basename(path));
}

/** Cases come in lines of the same few folders, which stay where they are while they are judged. */
function remembered(look: (path: string) => Promise<string>): (path: string) => Promise<string> {
  const seen = new Map<string, Promise<string>>();
  return (path) => {
    const found = seen.get(path) ?? look(path);
    if (seen.size < 1_000) seen.set(path, found);
    return found;
  };
}

async function canonical(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
