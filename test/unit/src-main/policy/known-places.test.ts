/** What the wall keeps or hides by its place, the judgement asks about, and the other way round as far as places are known. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placesToHide } from '../../../../src-main/policy/places-to-hide.ts';
import { protectedPlace } from '../../../../src-main/policy/protected-places.ts';
import { SECRET_FILES, SECRET_FOLDERS } from '../../../../src-main/policy/secret-places.ts';
import { secretPlace } from '../../../../src-main/policy/sensitive.ts';
import { PROTECTED_IN_FOLDERS, PROTECTED_IN_HOME } from '../../../../src-shared/protected-names.ts';

const HOME = '/home/u';
const hidden = placesToHide(HOME, ['/w']);

describe('secret places', () => {
  test.each(hidden)('%s is hidden by the wall and a secret to the judgement', (path) => {
    expect(secretPlace(path)).toBeDefined();
    expect(secretPlace(join(path, 'below'))).toBe(
      SECRET_FOLDERS.some((folder) => path.endsWith(folder.path)) ? secretPlace(path) : undefined,
    );
  });

  test('every folder and every kind of file with a known place is among the hidden ones', () => {
    for (const { path } of SECRET_FOLDERS)
      expect(
        hidden.some((place) => place === `/${path}` || place === join(HOME, path)),
        path,
      ).toBe(true);
    for (const { pattern, whole, inHome, inFolder, inSystem } of SECRET_FILES) {
      const places = [inHome, inFolder, inSystem].flatMap((names) => names?.split(' ') ?? []);
      for (const place of places)
        expect(
          pattern.test(
            whole ? join('/', place).toLowerCase() : (place.split('/').at(-1) ?? '').toLowerCase(),
          ),
          place,
        ).toBe(true);
    }
  });
});

describe('protected names', () => {
  test.each([
    ...PROTECTED_IN_FOLDERS.map((name) => `/w/deep/${name}`),
    ...PROTECTED_IN_HOME.map((name) => `${HOME}/${name}`),
  ])('%s, which the wall keeps, is asked about before it is changed', (path) => {
    expect(protectedPlace(path, [])).toBeDefined();
    expect(protectedPlace(`${path.toUpperCase()}/below`, [])).toBeDefined();
  });

  test('a name that only looks alike is no protected one', () => {
    for (const path of ['/w/claude.mdx', '/w/my.vscode/x', '/w/robin/x', `${HOME}/.config/fishing`])
      expect(protectedPlace(path, [])).toBeUndefined();
  });

  test('a folder of PATH is protected whatever its name', () => {
    expect(protectedPlace('/opt/tools/x', ['/opt/tools'])).toBeDefined();
    expect(protectedPlace('/opt/toolsx', ['/opt/tools'])).toBeUndefined();
  });
});
