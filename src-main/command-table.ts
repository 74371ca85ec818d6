/** The commands of the command line, each joined with what it needs. */
import { join } from 'node:path';
import type { OpenedProfileBook } from '../src-shared/profile-book.ts';
import { approvalsCommand } from './command-line/approvals.ts';
import { callCommand, toolCommand } from './command-line/call.ts';
import type { CallOptions } from './command-line/call-arguments.ts';
import { checkCommand } from './command-line/check.ts';
import { control } from './command-line/client.ts';
import type { Command, CommandContext } from './command-line/command.ts';
import { completionsCommand } from './command-line/completions.ts';
import { contactsCommand } from './command-line/contacts.ts';
import { doctorCommand } from './command-line/doctor.ts';
import { grantsCommand } from './command-line/grants.ts';
import { hostProfileBook } from './command-line/host-profile-book.ts';
import { jobsCommand } from './command-line/jobs.ts';
import { journalCommand } from './command-line/journal.ts';
import { loginCommand } from './command-line/login.ts';
import { modeCommand } from './command-line/mode.ts';
import { profilesCommand } from './command-line/profiles.ts';
import { readSecret } from './command-line/read-secret.ts';
import { refusalsCommand } from './command-line/refusals.ts';
import { runtimeCommand } from './command-line/runtime.ts';
import { serveCommand } from './command-line/serve.ts';
import { statusCommand } from './command-line/status.ts';
import { pauseCommand, resumeCommand, stopCommand } from './command-line/switches.ts';
import { openTerminalKeys } from './command-line/terminal-keys.ts';
import { toolsCommand } from './command-line/tools.ts';
import { untilTold } from './command-line/until-told.ts';

/** @param outFolder where the build lies: its workers and the programs that it starts */
export function commandTable(outFolder: string): readonly Command[] {
  const workerFile = join(outFolder, 'shell-parser-worker.js');
  const openBook = (context: CommandContext) => openProfileBook(context, workerFile);
  const commands: readonly Command[] = [
    ...commandsThatLoadMore(workerFile, join(outFolder, 'keychain-probe.js')),
    callCommand(openMachine),
    toolCommand(openMachine),
    approvalsCommand(readHidden, () => openTerminalKeys({ input: process.stdin, output: process.stdout })),
    modeCommand,
    toolsCommand,
    contactsCommand,
    jobsCommand,
    grantsCommand,
    refusalsCommand,
    profilesCommand(openBook),
    loginCommand(openBook, readHidden),
    statusCommand,
    pauseCommand,
    resumeCommand,
    stopCommand,
    completionsCommand(() => commands),
  ];
  return commands;
}

/** Their parts are loaded when they run, so that the short commands start fast. */
function commandsThatLoadMore(workerFile: string, keychainProbe: string): readonly Command[] {
  return [
    serveCommand(async (context) => {
      const { composeHost } = await import('./compose-host.ts');
      return composeHost({
        paths: context.paths,
        kind: 'serve',
        env: process.env,
        workerFile,
        log: context.error,
      });
    }, endSignal),
    checkCommand(async ({ paths }) => {
      const { createChecker } = await import('./check-verdicts.ts');
      return createChecker({ paths, workerFile, programPath: (process.env.PATH ?? '').split(':') });
    }),
    doctorCommand(async ({ paths }, status) => {
      const { examine } = await import('./examine.ts');
      return examine({ paths, env: process.env, status, keychainProbe });
    }),
    journalCommand(async ({ paths }) => {
      const { createJournalReader } = await import('./journal-reader.ts');
      return createJournalReader(paths);
    }, process.stdout),
    runtimeCommand({
      async start(start, context) {
        const { startStandaloneRuntime } = await import('./standalone-runtime.ts');
        const { paths, error: log } = context;
        return startStandaloneRuntime({ ...start, paths, env: process.env, log });
      },
      newToken: async () => (await import('./standalone-runtime.ts')).newToken(),
      listen: process.env.LOOMCYCLE_LISTEN_ADDR,
      tokensFile: process.env.DOORMAN_RUNTIME_TOKENS,
      ended: endSignal,
    }),
  ];
}

async function openMachine(context: CommandContext, target: Pick<CallOptions, 'to' | 'relay'>) {
  if (target.to === undefined) {
    const running = await control<'status'>(context.paths.socket, { command: 'status' });
    if (!running.ok) throw new Error(running.error);
  }
  const { callMachine } = await import('./call-machine.ts');
  const inviteCode = async () => (process.stdin.isTTY ? readHidden('Invite code: ') : undefined);
  return callMachine(context.paths, { ...target, inviteCode });
}

function readHidden(prompt: string): Promise<string> {
  return readSecret({ input: process.stdin, write: (text) => process.stderr.write(text) }, prompt);
}

/** The running host knows best; without one the command holds the home itself. */
async function openProfileBook(
  { paths, error }: CommandContext,
  workerFile: string,
): Promise<OpenedProfileBook> {
  const book = await hostProfileBook(paths.socket);
  if (book) return { ok: true, book };
  const { openOfflineHome } = await import('./offline-home.ts');
  return openOfflineHome({ paths, env: process.env, workerFile, log: error });
}

/** Far longer than an orderly end takes. Milliseconds. */
const END_LIMIT_MS = 10_000;

/** A second signal ends the process as usual. A keychain that never answers keeps a thread: only the last way gets past. */
async function endSignal(): Promise<void> {
  await untilTold(process, (signal) => process.kill(process.pid, signal));
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_LIMIT_MS).unref();
}
