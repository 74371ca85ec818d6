/** All tools of this machine, in the order in which they are advertised. A new tool is a file and a line here. */
import { type AskUserEnv, createAskUser } from './ask-user.ts';
import type { Tool } from './define-tool.ts';
import { createFindFiles } from './fs-find-files.ts';
import { createListDirectory } from './fs-list-directory.ts';
import { createReadFile } from './fs-read-file.ts';
import { createSearchText, type SearchTextEnv } from './fs-search-text.ts';
import { createStat } from './fs-stat.ts';
import type { RunOutputs } from './run-outputs.ts';
import type { ScreenCapture } from './screen.ts';
import { createScreenCapture } from './screen-capture.ts';
import { createScreenList } from './screen-list.ts';
import type { JobKeeper } from './shell-jobs.ts';
import { createShellRead } from './shell-read.ts';
import { createShellRun } from './shell-run.ts';
import { createShellStart } from './shell-start.ts';
import { createShellStop } from './shell-stop.ts';
import { createShell, type ShellEnv } from './shell-text.ts';

/** What the tools need from the house. Paths are canonical; functions are asked anew for each call. */
export interface ToolsEnv extends SearchTextEnv, ShellEnv, AskUserEnv {
  readonly jobs: JobKeeper;
  readonly outputs: RunOutputs;
  /** Missing where there is no desktop; then no picture is offered. */
  readonly screen?: ScreenCapture;
  /** Bytes that one answer may have on the wire. */
  readonly maxResultBytes: number;
  /** Unix milliseconds. */
  now(): number;
  /** Patterns of windows that the person keeps from agents. */
  leftOutWindows(): readonly string[];
}

export function createTools(env: ToolsEnv): readonly Tool[] {
  const shell = createShell(env);
  return [
    createReadFile(env),
    createListDirectory(env),
    createStat(env),
    createFindFiles(env),
    createSearchText(env),
    createShellRun(shell, env.outputs),
    createShellStart(shell, env.jobs),
    createShellRead(env.jobs),
    createShellStop(env.jobs),
    createAskUser(env),
    ...screenTools(env),
  ];
}

function screenTools({ screen, ...rest }: ToolsEnv): readonly Tool[] {
  if (screen === undefined) return [];
  const env = { ...rest, screen };
  return [createScreenList(env), createScreenCapture(env)];
}
