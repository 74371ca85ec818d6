import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../../src-main/policy/option-parser.ts';
import { type ProgramEntry, readOptions } from '../../../../src-main/policy/program-entry.ts';
import { PROGRAMS } from '../../../../src-main/policy/program-table.ts';

const entry: ProgramEntry = {
  options: '-abc -o:write -n: -i?!write --output:write --color? --all --number:',
  operands: ['read'],
  complete: true,
};

function parse(words: string, program: ProgramEntry = entry) {
  const parsed = parseArguments(words.split(' '), program);
  return {
    options: parsed.options.map(({ entry: { name }, value }) => (value ? `${name}=${value.word}` : name)),
    operands: parsed.operands.map((operand) => operand.word),
    unknown: parsed.unknown,
  };
}

describe('parsing options', () => {
  test('short options can be bundled, and a value can be attached or follow', () => {
    expect(parse('p -ab -n5 -co out x')).toEqual({
      options: ['-a', '-b', '-n=5', '-c', '-o=out'],
      operands: ['x'],
      unknown: [],
    });
  });

  test('an option behind operands is still an option, except behind --', () => {
    expect(parse('p x -o y')).toMatchObject({ options: ['-o=y'], operands: ['x'] });
    expect(parse('p x -- -o y')).toMatchObject({ options: [], operands: ['x', '-o', 'y'] });
  });

  test('long options take values with = or as the next word', () => {
    expect(parse('p --output=a --number 3 --color=never --color x')).toMatchObject({
      options: ['--output=a', '--number=3', '--color=never', '--color'],
      operands: ['x'],
    });
  });

  test('an optional value is only an attached one', () => {
    expect(parse('p -i x')).toMatchObject({ options: ['-i'], operands: ['x'] });
    expect(parse('p -i.bak x')).toMatchObject({ options: ['-i=.bak'], operands: ['x'] });
  });

  test('an abbreviation is the one option it can stand for, where all are listed', () => {
    expect(parse('p --out=x').options).toEqual(['--output=x']);
    expect(parse('p --c=x').options).toEqual(['--color=x']);
    expect(parse('p --out=x', { ...entry, options: `${entry.options} --outline` })).toMatchObject({
      unknown: ['--out=x'],
    });
    const { complete: _complete, ...open } = entry;
    expect(parse('p --out=x', open).unknown).toEqual(['--out=x']);
  });

  test('what the table does not know is said, and ends the bundle it stands in', () => {
    expect(parse('p -azo x').unknown).toEqual(['-azo']);
    expect(parse('p --never').unknown).toEqual(['--never']);
    expect(parse('p --all=x').unknown).toEqual(['--all=x']);
    expect(parse('p -o').unknown).toEqual(['-o']);
  });

  test('a lone dash is an operand', () => {
    expect(parse('p -')).toMatchObject({ operands: ['-'], unknown: [] });
  });

  test('a word of unknown text is reported unless it begins like an operand', () => {
    const open = (start: string) => [{ index: 1, kind: 'text' as const, start, many: false }];
    expect(parseArguments(['p', 'x'], entry, open('')).couldBeOption).toEqual(['x']);
    expect(parseArguments(['p', 'x'], entry, open('-')).couldBeOption).toEqual(['x']);
    expect(parseArguments(['p', 'x'], entry, open('./')).couldBeOption).toEqual([]);
  });
});

describe('the program table', () => {
  function entries(programs: Readonly<Record<string, ProgramEntry>>, path = ''): [string, ProgramEntry][] {
    return Object.entries(programs).flatMap(([name, one]) => [
      [`${path}${name}`, one] as [string, ProgramEntry],
      ...entries(one.subcommands ?? {}, `${path}${name} `),
    ]);
  }

  test.each(entries(PROGRAMS))('the options of %s can be read', (_name, one) => {
    expect(() => readOptions(one)).not.toThrow();
  });
});
