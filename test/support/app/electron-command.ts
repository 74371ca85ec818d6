/** Which Electron runs the built app in tests: the one that the test command names, else the one bootstrap settled on. */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

export const repoRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const argumentsSchema = z.array(z.string());
const scriptSchema = z.object({
  electronCommand: z.custom<(root: string) => ElectronCommand>((value) => typeof value === 'function'),
});

export interface ElectronCommand {
  readonly executable: string;
  readonly args: readonly string[];
}

/**
 * The command that runs the app in `root`. DOORMAN_ELECTRON is the executable, DOORMAN_ELECTRON_ARGS a JSON list of its
 * arguments for this checkout.
 */
export async function electronCommand(root: string = repoRoot): Promise<ElectronCommand> {
  const { DOORMAN_ELECTRON: executable, DOORMAN_ELECTRON_ARGS: args } = process.env;
  if (executable) {
    const ours = argumentsSchema.parse(JSON.parse(args ?? '[]'));
    return { executable, args: ours.map((argument) => argument.replace(repoRoot, root)) };
  }
  const script: unknown = await import(pathToFileURL(join(repoRoot, 'scripts', 'electron-runtime.mjs')).href);
  return scriptSchema.parse(script).electronCommand(root);
}
