/** The tool names of the published system and ours: each stands for the other in rules. */

const SAME: readonly (readonly string[])[] = [
  ['shell_run', 'bash'],
  ['fs_read_file', 'read_file', 'read'],
  ['fs_list_directory', 'list_files'],
  ['fs_stat', 'get_file_info'],
  ['fs_find_files', 'glob'],
  ['fs_search_text', 'grep', 'search'],
  ['screen_capture', 'take_screenshot'],
  ['screen_list'],
  ['shell_start'],
  ['shell_read'],
  ['shell_stop'],
  ['ask_user'],
];

/** A job is a run that takes longer: what a rule says of the one, it says of the other. */
const STARTS_JOBS = 'shell_start';
const RUNS = 'shell_run';

/** Tools whose keys may name a path, as in `fs_read_file(/srv/*)`, which says the same as a `when` with that path. */
const READS_PATHS: ReadonlySet<string> = new Set(SAME.filter(([name]) => name?.startsWith('fs_')).flat());

/** The tool and the path (a glob) of a key that names both; nothing for any other key. */
export function pathKey(key: string): { readonly tool: string; readonly path: string } | undefined {
  const [, tool = '', path = ''] = /^([a-z_]+)\(([\s\S]+)\)$/.exec(key) ?? [];
  return READS_PATHS.has(tool) ? { tool, path } : undefined;
}

/**
 * True when a rule key speaks of this tool, under its own name or the other system's. The key of jobs speaks of jobs
 * alone, so that a person can refuse these and keep runs.
 */
export function namesTool(key: string, tool: string): boolean {
  if (tool === STARTS_JOBS && namesTool(key, RUNS)) return true;
  const name = pathKey(key)?.tool ?? key;
  return name === tool || SAME.some((names) => names.includes(name) && names.includes(tool));
}

/** Every tool name that a rule can ever speak of here. */
export function isKnownTool(key: string): boolean {
  const name = pathKey(key)?.tool ?? key;
  return SAME.some((names) => names.includes(name));
}
