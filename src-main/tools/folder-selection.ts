/** What an agent chooses where a tool looks through a folder: which folder, which names, and how ripgrep is told so. */
import { z } from 'zod';
import { inside, type OpenedPath, openPath, type PathContext } from './confine-path.ts';
import type { Failed } from './define-tool.ts';

/** What these folders hold are views of the system, some of them endless, and not files. */
const NO_FILES: readonly string[] = ['/proc', '/sys', '/dev'];

/** A glob that starts with `!` would mean its opposite. */
export const globField = z.string().min(1).max(500).regex(/^[^!]/, 'must not start with "!"; use exclude');

export const selectionFields = {
  path: z
    .string()
    .max(4096)
    .optional()
    .describe(
      'Folder: absolute, relative to the first shared folder, or starting with ~/. Default: the first shared folder.',
    ),
  exclude: z
    .array(globField)
    .max(50)
    .optional()
    .describe('Globs of files and folders to leave out, as ["node_modules", "*.min.js"].'),
  skip_ignored: z
    .boolean()
    .optional()
    .describe('Leaves out .git and what .gitignore files name. Default false.'),
};

export interface Selection {
  readonly glob?: string | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly skip_ignored?: boolean | undefined;
}

/** Opens the folder that is to be looked through: `sent`, else the first added folder, else home. */
export async function openSearchFolder(
  sent: string | undefined,
  env: PathContext,
): Promise<{ readonly ok: true; readonly opened: OpenedPath } | Failed> {
  const result = await openPath(sent ?? env.folders()[0] ?? env.home, 'directory', env);
  if (!result.ok) {
    return sent === undefined
      ? { ok: false, message: 'the default folder cannot be opened. Send a path.' }
      : result;
  }
  const { opened } = result;
  if (!NO_FILES.some((root) => inside(opened.path, root))) return result;
  await opened.handle.close();
  const message = `"${opened.sent}" is a view of the system, not a folder of files. Choose another folder.`;
  return { ok: false, message };
}

/** A glob without a slash is for names at any depth, else for paths below the folder, as in .gitignore files. */
export function selectionArguments(selection: Selection, folder: string): readonly string[] {
  const { glob, exclude = [], skip_ignored: skipIgnored = false } = selection;
  const ignoring = skipIgnored
    ? ['--no-require-git', '--no-ignore-dot', '--no-ignore-global', '--no-ignore-exclude']
    : ['--no-ignore'];
  return [
    ...['--no-config', '--no-follow', '--hidden', '--no-messages', '--color=never', ...ignoring],
    ...(folder === '/' ? ['--one-file-system'] : []),
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    ...[...exclude, ...(skipIgnored ? ['.git'] : [])].map((pattern) => `--glob=!${pattern}`),
  ];
}

/** What stands in a result that is not the whole of it, and what to do. */
export const TRUNCATED = {
  limit: 'There are more; the limit was reached. Narrow the search, or use a larger limit.',
  size: 'There are more than fit into a result. Narrow the search.',
  time: 'The time was up before all was looked at. Use a smaller folder or exclude.',
} as const;
