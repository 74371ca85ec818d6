/**
 * What words may make `ps` show the environment of processes. Where it cannot read them in the UNIX way (an unknown user,
 * two formats at once), it reads all of them again in the BSD way, and there `e` shows it, dash or not (procps 4.0.2,
 * measured). So every word is looked at in both ways.
 */

/** Letters of the BSD kind that have a value: the rest of the word, or the next one (ps(1)). */
const HAS_VALUE = /[oOkptqUN]/;

/** Letters of the UNIX kind that cannot fail, with or without columns of one's own. */
const FLAGS = /^-[AadefFljyLHw]+$/;
const FLAGS_BESIDE_COLUMNS = /^-[Aew]+$/;

/** The columns are in the same word, or in the next. */
const COLUMNS = /^-[Aew]*o/;

/** Users that are there for certain; others may not be. */
const BY_USER = /^-[Ae]*[uU]$/;
const KNOWN_USER = /^(root|[0-9]{1,9})$/;

/** True where the environment is shown, or where it cannot be ruled out. */
export function mayShowEnvironment(words: readonly string[]): boolean {
  return showsInBsdWay(words) && !isReadInUnixWay(words);
}

function showsInBsdWay(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // Those with two dashes mean the same in both ways.
    if (word.startsWith('--')) continue;
    const valueAt = word.search(HAS_VALUE);
    const letters = valueAt < 0 ? word : word.slice(0, valueAt);
    if (/e/i.test(letters)) return true;
    if (valueAt === word.length - 1) at += 1;
  }
  return false;
}

/** True only where it is certain that nothing in them fails. What fails in both ways shows nothing. */
function isReadInUnixWay(words: readonly string[]): boolean {
  const flags = words.some((word) => COLUMNS.test(word)) ? FLAGS_BESIDE_COLUMNS : FLAGS;
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    if (
      word === '-C' ||
      (BY_USER.test(word) && KNOWN_USER.test(next)) ||
      (COLUMNS.test(word) && word.endsWith('o'))
    )
      at += 1;
    else if (!flags.test(word) && !COLUMNS.test(word) && !/^--[a-z-]+(=|$)/.test(word)) return false;
  }
  return true;
}
