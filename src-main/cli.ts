/** Entry of the command line: gives a command its context, and ends with its exit code. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './command-line/run-command-line.ts';
import { openTerminal } from './command-line/terminal.ts';
import { commandTable } from './command-table.ts';
import { doormanPaths } from './paths.ts';

/** The build lies flat: this file, its chunks and its workers in one folder. */
const commands = commandTable(dirname(fileURLToPath(import.meta.url)));

process.exitCode = await runCommandLine(commands, process.argv.slice(2), {
  paths: doormanPaths(process.env),
  ...openTerminal(process),
});
