/** Small languages that programs take as an operand (sed, awk): what a text in them can do beyond printing. */
import type { Effect } from './program-entry.ts';

const COUNTED_LOOP = /\bfor\s*\((\w+ in \w+|\w+ ?= ?\w+; ?\w+ ?<=? ?\w+; ?\w+\+\+)\)/;

/** An awk program: pipes, `system`, `getline`, output to files, loading of other code, settings. */
export function awkEffects(program: string): Effect[] {
  const effects: Effect[] = [];
  if (/system|getline|@|(^|[^|])\|([^|]|$)/.test(program)) effects.push('run');
  const print = program.indexOf('print');
  if (print >= 0 && program.includes('>', print)) effects.push('write');
  if (/ENVIRON/.test(program)) effects.push('env');
  if (/ARGV|ARGC/.test(program)) effects.push('list');
  if (/\b(while|do|func(tion)?)\b/.test(program) || (/\bfor\b/.test(program) && !COUNTED_LOOP.test(program)))
    effects.push('endless');
  return effects;
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/I?|\\\|(?:[^|\\\n]|\\.)*\|I?)`;
const SED_BEGIN = new RegExp(String.raw`\s*(?:${ADDRESS}(?:\s*,\s*(?:${ADDRESS}|[+~]\d+))?)?\s*!?\s*`, 'y');
const SED_PLAIN = /[pdDgGhHxnNPlq={}](?:(?<=[qlQ])\d*)?/y;

/** Where a substitution ends, when its flags only print, count or ignore case; -1 otherwise. */
function afterSubstitution(script: string, at: number): number {
  const delimiter = script.charAt(at + 1);
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return -1;
  let i = at + 2;
  for (let part = 0; part < 2; part++) {
    while (i < script.length && script.charAt(i) !== delimiter) i += script.charAt(i) === '\\' ? 2 : 1;
    if (i >= script.length) return -1;
    i += 1;
  }
  if (script.charAt(at) === 'y') return i;
  const flags = /[gpiI0-9]*/y;
  flags.lastIndex = i;
  flags.test(script);
  return flags.lastIndex;
}

/** Text to insert, without any backslash: it ends with its line, whatever is in it. */
const SED_TEXT = /[aic][ \t]*[^\\\s][^\\\n]*/y;

/** A sed script: anything but the commands that only edit and print is taken for code that runs or writes. */
export function sedEffects(script: string): Effect[] {
  let at = 0;
  while (at < script.length) {
    SED_BEGIN.lastIndex = at;
    SED_BEGIN.test(script);
    at = SED_BEGIN.lastIndex;
    const command = script.charAt(at);
    if (command === '') break;
    if (command === 's' || command === 'y') at = afterSubstitution(script, at);
    else if (/[aic]/.test(command)) {
      SED_TEXT.lastIndex = at;
      at = SED_TEXT.test(script) ? SED_TEXT.lastIndex : -1;
    } else if (command !== ';') {
      SED_PLAIN.lastIndex = at;
      at = SED_PLAIN.test(script) ? SED_PLAIN.lastIndex : -1;
    }
    if (at < 0) return ['run'];
    const end = /\s*(?:[;\n]|(?=\})|$)/y;
    end.lastIndex = at;
    if (script.charAt(at - 1) === '{' || script.charAt(at - 1) === ';') continue;
    if (!end.test(script)) return ['run'];
    at = end.lastIndex;
  }
  return [];
}
