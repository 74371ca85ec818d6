// Holds the house of DESIGN.md against the code, and shows first that the check can fail: every kind of
// violation is planted in a small tree and must be caught, and an orderly tree must pass.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkLayout, describeViolation } from '../../scripts/check-layout.mjs';
import { lines, orderly } from './orderly-tree.ts';
import { planted } from './planted-violations.ts';

const repoRoot = join(import.meta.dirname, '..', '..');

let scratch = '';

function plant(files: Record<string, string>): string {
  scratch = mkdtempSync(join(tmpdir(), 'doorman-layout-'));
  for (const [path, text] of Object.entries({ ...orderly, ...files })) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), text);
  }
  return scratch;
}

afterEach(() => rmSync(scratch, { recursive: true, force: true }));

describe('the layout check', () => {
  it('finds nothing in an orderly tree, and reads all of it', () => {
    const { modules, violations } = checkLayout(plant({}));
    expect(violations.map(describeViolation)).toEqual([]);
    expect(modules).toBe(Object.keys(orderly).length - 1);
  });

  it.each(planted)('catches %s', (_what, files, expected) => {
    const { violations } = checkLayout(plant(files));
    expect(violations.map(describeViolation)).toEqual([expect.stringMatching(expected)]);
  });

  it('lets long descriptions of tests, comments and empty lines be', () => {
    const body = `${lines(39, '  // why')}\n  /* and\n${lines(39, '  how')}*/\n  void 0;\n`;
    const { violations } = checkLayout(
      plant({
        'test/unit/any.test.ts': `describe('a', () => {\n  it.skip('b', () => {\n${lines(60, 'void 0;')}});\n});\n`,
        'src-main/policy/explained.ts': `export function explained() {\n${body}}\n`,
        'src-renderer/vite.config.ts': 'export default {};\n',
      }),
    );
    expect(violations.map(describeViolation)).toEqual([]);
  });
});

describe('this repository', () => {
  it('is laid out as DESIGN.md says', () => {
    const { modules, violations } = checkLayout(repoRoot);
    expect(modules).toBeGreaterThan(50);
    expect(violations.map(describeViolation)).toEqual([]);
  });
});
