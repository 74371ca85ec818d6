/** The tool names of the published system, with their arguments, as calls of our own tools. */

interface Published {
  readonly tool: string;
  /** Names of arguments there, and what they are called here. What is not named keeps its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Arguments that ours must have and theirs may leave out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

const readFile: Published = {
  tool: 'fs_read_file',
  fields: { file_path: 'path', filename: 'path', target: 'path' },
};
const searchText: Published = {
  tool: 'fs_search_text',
  fields: { query: 'pattern', include: 'glob', file_pattern: 'glob', case_insensitive: 'ignore_case' },
};

const published = new Map<string, Published>([
  ['bash', { tool: 'shell_run', fields: { description: 'reason' } }],
  ['read_file', readFile],
  ['read', readFile],
  ['glob', { tool: 'fs_find_files', fields: { directory: 'path' } }],
  ['grep', searchText],
  ['search', searchText],
  ['list_files', { tool: 'fs_list_directory', fields: { directory: 'path' }, defaults: { path: '.' } }],
  ['get_file_info', { tool: 'fs_stat', fields: { file_path: 'path' } }],
  ['ask_user', { tool: 'ask_user', fields: {} }],
  ['take_screenshot', { tool: 'screen_capture', fields: {} }],
]);

/** A call of one of our tools; `published` where the caller expects its answer as plain text. */
export interface OwnCall {
  readonly tool: string;
  readonly input: unknown;
  readonly published: boolean;
}

/** Our own names go through as they are. */
export function ownCall(tool: string, args: unknown): OwnCall {
  const entry = published.get(tool);
  if (entry === undefined) return { tool, input: args, published: false };
  if (args === null || typeof args !== 'object' || Array.isArray(args)) {
    return { tool: entry.tool, input: args, published: true };
  }
  const given = Object.entries(args).flatMap(([name, value]) => ownArgument(entry, name, value));
  // Made of entries, so that no name can reach the prototype: what was not seen there would still be read.
  const input = Object.fromEntries([...Object.entries(entry.defaults ?? {}), ...given]);
  return { tool: entry.tool, input, published: true };
}

/** Empty for one that was left out by writing null. */
function ownArgument(
  { tool, fields }: Published,
  name: string,
  value: unknown,
): (readonly [string, unknown])[] {
  if (name === 'timeout' && tool === 'shell_run') return [['timeout_ms', milliseconds(value)]];
  if (value === null) return [];
  return [[(Object.hasOwn(fields, name) && fields[name]) || name, value]];
}

/** Theirs is in seconds; what is no number stays, for our schema to complain about. */
function milliseconds(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) : value;
}

/** The published way to a picture. While there is no browser of Doorman's own, it is one of the screen. */
export function isPicture(co: readonly string[]): boolean {
  return co.length === 2 && co[0] === 'browser' && (co[1] === 'take_screenshot' || co[1] === 'screenshot');
}

/** The command of a plain `co …` line: words without quotes, chains or redirections. */
export function coCommand(tool: string, args: unknown): readonly string[] | undefined {
  if (tool !== 'bash' || args === null || typeof args !== 'object') return undefined;
  const { command } = args as { readonly command?: unknown };
  if (typeof command !== 'string' || !/^\s*co(?:\s+[\w./:=@%+-]+)+\s*$/.test(command)) return undefined;
  return command.trim().split(/\s+/).slice(1);
}
