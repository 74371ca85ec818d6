import { describe, expect, it } from 'vitest';
import {
  type SeatbeltFacts,
  seatbeltProfile,
  UnspeakablePath,
} from '../../../../src-main/tools/seatbelt-profile.ts';
import { PROTECTED_IN_FOLDERS, PROTECTED_IN_HOME } from '../../../../src-shared/protected-names.ts';
import { fc } from '../../../support/properties.ts';
import { judgeSeatbelt } from '../../../support/seatbelt-judge.ts';

const HOME = '/Users/me';
const SITE = '/Users/me/site';
const TMP = '/private/var/folders/a/T/doorman-run-x';

function guarded(changes: Partial<SeatbeltFacts> = {}) {
  return judgeSeatbelt(
    seatbeltProfile({
      home: HOME,
      writable: [SITE],
      tmp: TMP,
      hidden: [`${HOME}/.ssh`, `${HOME}/Library/Keychains`, `${SITE}/conf/.env`],
      protectedInFolders: [...PROTECTED_IN_FOLDERS, '.git/worktrees/*/commondir'],
      protectedInHome: [...PROTECTED_IN_HOME, 'Library/LaunchAgents'],
      ...changes,
    }),
  );
}

const narrow = (changes: Partial<SeatbeltFacts> = {}) =>
  guarded({ readable: [SITE, '/Users/me/named.txt'], writable: [], ...changes });

describe('the narrow profile', () => {
  it('lets the system, the folders and what was named be read, and nothing else', () => {
    const { allows } = narrow();
    for (const path of ['/', '/bin/ls', '/usr/lib/x.dylib', `${SITE}/a`, `${HOME}/named.txt`, `${TMP}/x`]) {
      expect(allows('file-read-data', path), path).toBe(true);
    }
    for (const path of [
      `${HOME}/other`,
      `${HOME}/named.txt2`,
      `${SITE}2/a`,
      '/private/var/mail/me',
      '/Volumes/x',
    ]) {
      expect(allows('file-read-data', path), path).toBe(false);
    }
    expect(allows('file-read-metadata', HOME)).toBe(true);
    expect(allows('file-read-data', HOME)).toBe(false);
  });

  it('lets nothing be written but its own temporary folder', () => {
    const { allows } = narrow();
    expect(allows('file-write-create', `${TMP}/x`)).toBe(true);
    for (const path of [
      `${SITE}/a`,
      `${HOME}/named.txt`,
      '/private/tmp/x',
      '/usr/local/bin/x',
      '/dev/disk0',
    ]) {
      expect(allows('file-write-create', path), path).toBe(false);
    }
  });
});

describe('the profile for a trusted folder', () => {
  it('keeps a folder in it as it is, and lets one inside that be written again', () => {
    const { allows } = narrow({ writable: [SITE, `${SITE}/vendor/mine`], kept: [`${SITE}/vendor`] });
    for (const path of [`${SITE}/a`, `${SITE}/vendor2/a`, `${SITE}/vendor/mine/a`])
      expect(allows('file-write-create', path), path).toBe(true);
    expect(allows('file-write-create', `${SITE}/vendor/a`)).toBe(false);
    expect(allows('file-write-unlink', `${SITE}/vendor`)).toBe(false);
  });
});

describe('the guarded profile', () => {
  it('lets all be read that is not hidden, and only the folders be written', () => {
    const { allows } = guarded();
    expect(allows('file-read-data', `${HOME}/other`)).toBe(true);
    for (const path of [
      `${HOME}/.ssh/id`,
      `${HOME}/.SSH/id`,
      `${HOME}/library/keychains/x`,
      `${SITE}/conf/.env`,
    ]) {
      for (const operation of ['file-read-data', 'file-read-metadata', 'file-write-create', 'process-exec']) {
        expect(allows(operation, path), `${operation} ${path}`).toBe(false);
      }
    }
    expect(allows('file-write-create', `${SITE}/conf/x`)).toBe(true);
    expect(allows('file-write-create', `${HOME}/x`)).toBe(false);
    expect(allows('file-write-setugid', `${SITE}/x`)).toBe(false);
  });

  it('keeps hooks, start-up files and rules at any depth, in any case, however they are put there', () => {
    const { allows } = guarded();
    for (const name of [
      ...[
        '.git/hooks/post-commit',
        'deep/er/.git/config',
        '.GIT/Hooks/x',
        '.git',
        'deep/.git',
        '.co/host.yaml',
      ],
      ...[
        '.co',
        'CLAUDE.md',
        'claude.MD',
        'a/.mcp.json',
        '.github/workflows/x.yml',
        '.github/Workflows',
        '.github',
      ],
      '.git/worktrees/one/commondir',
    ]) {
      for (const operation of ['file-write-create', 'file-write-data', 'file-write-unlink']) {
        expect(allows(operation, `${SITE}/${name}`), `${operation} ${name}`).toBe(false);
      }
    }
    const free = [
      '.git/index',
      '.git/objects/aa/bb',
      '.git/worktrees/one/index',
      '.github/x',
      'my.git/hooks',
      'CLAUDE.mdx',
    ];
    for (const name of [...free, 'node_modules/p/.github/workflows/x.yml']) {
      expect(allows('file-write-create', `${SITE}/${name}`), name).toBe(true);
    }
  });

  it('keeps the start-up files of a home that may be written', () => {
    const home = guarded({ writable: [HOME] }).allows;
    for (const name of [
      '.zshrc',
      '.ZshRC',
      '.config/fish/x',
      '.config',
      'bin/ls',
      'Library/LaunchAgents/x.plist',
    ]) {
      expect(home('file-write-create', `${HOME}/${name}`), name).toBe(false);
    }
    expect(home('file-write-create', `${HOME}/x`)).toBe(true);
    expect(home('file-write-create', `${HOME}/.config/x`)).toBe(true);
    expect(home('file-write-create', `${HOME}/site/bin/x`)).toBe(true);
  });

  it('does not let a folder above something hidden, or a shared folder, be moved away', () => {
    const { allows } = guarded({ writable: [SITE, `${SITE}/sub/inner`] });
    for (const path of [SITE, `${SITE}/conf`, `${SITE}/sub`, `${SITE}/sub/inner`]) {
      expect(allows('file-write-unlink', path), path).toBe(false);
    }
    expect(allows('file-write-unlink', `${SITE}/other`)).toBe(true);
    expect(allows('file-write-unlink', `${SITE}/conf/x`)).toBe(true);
  });
});

describe('every profile', () => {
  it('denies what it does not name, the network and the services of the session among it', () => {
    for (const { heads, strings } of [narrow(), guarded()]) {
      expect(heads.slice(0, 2)).toEqual(['version 1', 'deny default']);
      const allowed = heads.filter((head) => head.startsWith('allow'));
      expect(
        allowed.filter((head) => /network|socket|appleevent|iokit|lsopen|preference|shm|default/.test(head)),
      ).toEqual([]);
      expect(strings('mach-lookup')).toEqual([
        'com.apple.system.opendirectoryd.libinfo',
        'com.apple.system.opendirectoryd.membership',
        'com.apple.bsd.dirhelper',
      ]);
      expect(strings('sysctl-read').filter((name) => /procargs|proc\.all/.test(name))).toEqual([]);
      expect(heads).toContain('allow signal');
    }
  });

  it('means the very path that it was given, whatever is in it', () => {
    for (const name of [
      ...[
        'a "quoted" name',
        'back\\slash',
        'end\\',
        '")(allow default)("',
        '; comment',
        '#"raw"',
        '(paren',
        '$HOME',
      ],
      ...['a[b/c]d', 'a.b', 'a^b', 'a|b', 'a{2}', 'ümläut', 'a*b', 'a?b', "a'b"],
    ]) {
      const folder = `${HOME}/${name}`;
      const hidden = `${folder}/conf/${name}`;
      const { allows, heads } = guarded({ writable: [folder], hidden: [hidden] });
      expect(heads.filter((head) => head.includes('default'))).toEqual(['deny default']);
      expect(allows('file-write-create', `${folder}/x`), name).toBe(true);
      expect(allows('file-write-create', `${folder}/.git/hooks/x`), name).toBe(false);
      expect(allows('file-write-create', `${folder}x/x`), name).toBe(false);
      expect(allows('file-read-data', `${hidden}/x`), name).toBe(false);
      expect(allows('file-read-data', `${folder}/conf/x`), name).toBe(true);
      expect(allows('file-write-unlink', `${folder}/conf`), name).toBe(false);
    }
  });

  it('is refused where a path could be read in another way than meant', () => {
    for (const path of [
      '/Users/me/a\nb',
      '/Users/me/a\0b',
      '/Users/me/a\tb',
      '/Users/me/\u0085',
      `/Users/me/${'x'.repeat(1000)}`,
    ]) {
      for (const change of [
        { writable: [path] },
        { hidden: [path] },
        { readable: [path] },
        { home: path, writable: [path] },
      ]) {
        expect(() => guarded(change), JSON.stringify(path)).toThrow(UnspeakablePath);
      }
    }
  });

  it('hides a folder that is really named with a star, and no other for it', () => {
    const { allows } = guarded({ hidden: [`${HOME}/*`] });
    expect(allows('file-read-data', `${HOME}/*/x`)).toBe(false);
    expect(allows('file-read-data', `${HOME}/other/x`)).toBe(true);
  });

  it('lets a folder of any name be written, and nothing beside it', () => {
    const part = fc.stringMatching(/^[^/\p{Cc}]{1,30}$/u).filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(part, part, (name, other) => {
        fc.pre(!other.startsWith(name) && other.toLowerCase() !== 'projects');
        const folder = `${HOME}/projects/${name}`;
        const { allows } = guarded({ writable: [folder], hidden: [`${HOME}/${other}`] });
        expect(allows('file-write-create', `${folder}/made`)).toBe(true);
        expect(allows('file-write-create', `${HOME}/projects/${other}/made`)).toBe(false);
        expect(allows('file-read-data', `${HOME}/${other}/x`)).toBe(false);
        expect(allows('file-read-data', `${HOME}/projects/${other}`)).toBe(true);
      }),
    );
  });
});
