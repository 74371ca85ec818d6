/** The rules that Doorman ships, in the language of permission files: the published default list, whole. */
import { readPermissions } from './permission-file.ts';
import type { Rule } from './rule.ts';

const TOOLS = [
  'read',
  'read_file',
  'glob',
  'grep',
  'search',
  'list_files',
  'get_file_info',
  'task',
  'load_guide',
  'task_output',
  'ask_user',
];

const EXACT = [
  'pwd',
  'whoami',
  'id',
  'locale',
  'arch',
  'sw_vers',
  'python --version',
  'python3 --version',
  'pip --version',
  'node --version',
  'node -v',
  'npm --version',
  'git --version',
  'go version',
  'pip freeze',
  'git status',
  'git stash list',
  'git config --list',
  'npm test',
];

const BEGINS = `co ls uname lscpu free df system_profiler sysctl vm_stat top ps uptime hostname date which wc file stat diff
  tree du basename dirname realpath readlink echo sort uniq cut tr column jq md5sum sha256sum shasum cksum id groups nproc
  lsb_release cat head tail nl env printenv pytest`;

const BEGINS_TWO = [
  'pip list',
  'pip show',
  'npm list',
  'npm ls',
  'git diff',
  'git log',
  'git branch',
  'git show',
  'git remote',
  'git rev-parse',
  'git describe',
  'git blame',
  'git shortlog',
  'git ls-files',
  'git config --get',
];

/** The text of the shipped rules as a permission file, for people who want to see or copy it. */
export const SHIPPED_TEXT = [
  'permissions:',
  ...TOOLS.map((name) => `  "${name}": { allowed: true, source: shipped }`),
  ...EXACT.map((command) => `  "Bash(${command})": { allowed: true, source: shipped }`),
  ...[...BEGINS.split(/\s+/), ...BEGINS_TWO].map(
    (command) => `  "Bash(${command} *)": { allowed: true, source: shipped }`,
  ),
  '',
].join('\n');

function readShipped(): readonly Rule[] {
  const read = readPermissions(SHIPPED_TEXT);
  if (!read.ok) throw new Error(`The shipped rules are broken at line ${read.line}: ${read.message}`);
  return read.rules;
}

/** Read by the same reader as the person's file, so that both mean the same. */
export const SHIPPED_RULES: readonly Rule[] = readShipped();
