/** Environment settings that load nothing, open nothing and start nothing, whatever program sees them. */

const NAMES =
  /^(LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|CLICOLOR|FORCE_COLOR|COLUMNS|LINES|CI|GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|BLOCKSIZE|QUOTING_STYLE|TIME_STYLE)$/;

/** True for `NAME=value` where both are harmless: a known name and a value that cannot name a file outside. */
export function isHarmlessSetting(assignment: string): boolean {
  const at = assignment.indexOf('=');
  if (at < 1 || !NAMES.test(assignment.slice(0, at))) return false;
  const value = assignment.slice(at + 1);
  if (/^[A-Za-z0-9_.,@+ -]*$/.test(value)) return true;
  return assignment.startsWith('TZ=') && /^[A-Za-z_+-]+\/[A-Za-z0-9_+-]+$/.test(value);
}
