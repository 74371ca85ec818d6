/** A folder with a home, an added folder with a repository and traps in it, and files that nothing may read. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { shellEnvironment, shellSettings } from '../../src-main/tools/shell-environment.ts';

const run = promisify(execFile);

/** The folders that programs are started from in this test. */
export const PROGRAM_PATH: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin'];

export interface ScratchMachine {
  readonly root: string;
  readonly work: string;
  readonly home: string;
  /** The whole environment of what runs here, as the shell tool makes it. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything but temporary files, as text: paths, kinds, modes, times and contents. */
  snapshot(): Promise<string>;
  remove(): Promise<void>;
}

const EVIL = '#!/bin/sh\ntouch pwned\n';

const FILES: Readonly<Record<string, string>> = {
  'work/a.txt': 'a one\nb two\na one\n',
  'work/b.txt': 'b\nc\n10\n9\n',
  'work/n1.txt': '1\n',
  'work/n2.txt': '2\n',
  'work/data.json': '{"a": [1, 2], "b": null}\n',
  'work/lines.csv': 'x,1\ny,2\n',
  'work/my file.txt': 'blanks\n',
  'work/it’s.txt': 'no ASCII\n',
  'work/.hidden': 'h\n',
  'work/list': 'a.txt\n',
  'work/src/main.ts': 'export const a = 1;\n',
  'work/src/util.ts': 'export const b = 2;\n',
  'work/src/deep/x.txt': 'deep\n',
  'work/docs/guide.md': '# Guide\n',
  'work/-opwned': 'its name is an option\n',
  'work/ls': EVIL,
  'work/evil.sh': EVIL,
  'home/evil': EVIL,
  'home/notes.txt': 'not for everybody\n',
  'home/.netrc': 'machine x login y password z\n',
  'outside.txt': 'beside the folder\n',
};

const REPOSITORY = `git init -q -b main . && git config user.name someone && git config user.email s@example.com &&
  git remote add origin https://example.com/x.git && git add a.txt src docs && git commit -q -m first &&
  git branch side && echo more >> b.txt && git add b.txt && git commit -q -m second`;

/** Makes a fresh one in the system's folder for temporary files. */
export async function makeScratchMachine(): Promise<ScratchMachine> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'doorman-differential-')));
  const [work, home, tmp] = [join(root, 'work'), join(root, 'home'), join(root, 'tmp')];
  await mkdir(tmp, { recursive: true });
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    if (text === EVIL) await chmod(join(root, path), 0o755);
  }
  await symlink('a.txt', join(work, 'link.txt'));
  await symlink('../outside.txt', join(work, 'escape.txt'));
  const person = { user: 'someone', shell: '/bin/bash', tmpDir: tmp };
  const env = shellEnvironment(shellSettings({}, person, PROGRAM_PATH), home, PROGRAM_PATH, tmp);
  await run('bash', ['--noprofile', '--norc', '-c', REPOSITORY], { cwd: work, env: { ...env } });
  return {
    root,
    work,
    home,
    env,
    snapshot: async () => (await listing(root, '')).filter((line) => !/^tmp[ /]/.test(line)).join('\n'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

async function listing(root: string, inside: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(join(root, inside))).sort()) {
    const path = join(inside, name);
    const info = await lstat(join(root, path));
    const content = info.isFile()
      ? createHash('sha256')
          .update(await readFile(join(root, path)))
          .digest('hex')
      : info.isSymbolicLink()
        ? await readlink(join(root, path))
        : '';
    lines.push(`${path} ${info.mode.toString(8)} ${info.uid} ${info.size} ${info.mtimeMs} ${content}`);
    if (info.isDirectory()) lines.push(...(await listing(root, path)));
  }
  return lines;
}
