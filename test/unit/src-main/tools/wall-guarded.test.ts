import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openExactly } from '../../../../src-main/tools/wall-handles.ts';
import { giveBack, putPlaceholders } from '../../../../src-main/tools/wall-placeholders.ts';
import { surveyWall } from '../../../../src-main/tools/wall-survey.ts';
import { createFolderWalk } from '../../../../src-main/tools/wall-walk.ts';
import { dataOf, printed, scratchFolder } from './tools-fixture.ts';
import { walledHome } from './wall-fixture.ts';

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

describe('writable folders', () => {
  /** `site` and `site/x/b` are both added. */
  const nested = async () => {
    const walled = await walledHome((home) => ({
      folders: () => [join(home, 'site'), join(home, 'site', 'x', 'b')],
    }));
    await mkdir(join(walled.site, 'x', 'b'), { recursive: true });
    return walled;
  };
  const plant = 'mv x y && mkdir x && ln -s ../../private x/b';

  it('cannot be led elsewhere by what lies above an added folder', async () => {
    const { site, behind } = await nested();
    await behind('guarded', plant);
    expect((await lstat(join(site, 'x', 'b'))).isDirectory()).toBe(true);
    await behind('none', plant);
    expect((await lstat(join(site, 'x', 'b'))).isSymbolicLink()).toBe(true);
  });

  it('leave out an added folder that has become a link, and say so', async () => {
    const { home, behind } = await nested();
    await behind('none', plant);
    const ran = await behind('guarded', 'echo evil > x/b/made; echo fine > made; cat made');
    expect(printed(ran)).toBe('fine');
    expect(dataOf(ran).wall_gaps).toEqual([expect.stringMatching(/moved or replaced/)]);
    expect(await readdir(join(home, 'private'))).toEqual(['prod.env']);
    await behind('none', 'echo evil > x/b/made');
    expect(await readdir(join(home, 'private'))).toContain('made');
  });

  it('are held open by their real path alone', async () => {
    const { home, site } = await nested();
    await symlink('private', join(home, 'link'));
    expect(await openExactly(join(home, 'link'))).toBeUndefined();
    expect(await openExactly(join(home, 'link', 'prod.env'))).toBeUndefined();
    const handle = await openExactly(site);
    expect(handle).toBeDefined();
    await handle?.close();
  });
});

describe('names that other programs obey', () => {
  const NAMES = [
    ...['.envrc', '.husky/pre-commit', '.co/host.yaml', '.git/hooks/post-commit', '.git/config', '.mcp.json'],
    ...['.vscode/tasks.json', '.claude/settings.json', '.cursor/rules', '.github/workflows/ci.yml'],
    ...['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.cursorrules', '.npmrc'],
  ];
  const create = (names: readonly string[]) =>
    names.map((name) => `mkdir -p "$(dirname ${name})"; echo evil > ${name}`).join('; ');

  it('cannot be created where they are missing, and nothing is left of what stood in their place', async () => {
    const { site, behind } = await walledHome();
    await behind('guarded', `${create(NAMES)}; echo fine > made`);
    expect((await readdir(site)).sort()).toEqual(['a.txt', 'made']);
    await behind('none', create(NAMES));
    for (const name of NAMES) expect(await readFile(join(site, name), 'utf8')).toBe('evil\n');
  });

  it('cannot be created in a home that was added', async () => {
    const { home, behind } = await walledHome((at) => ({ folders: () => [at] }));
    const names = [
      '.zshenv',
      '.profile',
      '.config/autostart/x',
      '.local/bin/ls',
      'bin/ls',
      '.ssh/authorized_keys',
    ];
    const command = `cd; ${create(names)}`;
    await behind('guarded', `${command}; echo fine > made`);
    expect((await readdir(home)).sort()).toEqual(['made', 'other', 'private', 'site']);
    await behind('none', command);
    expect(await readFile(join(home, '.zshenv'), 'utf8')).toBe('evil\n');
  });

  it('are not created by moving what stands above them', async () => {
    const { site, behind } = await walledHome();
    await mkdir(join(site, '.github'));
    const command =
      'mv .github g; mkdir -p .github/workflows; echo evil > .github/workflows/ci.yml; echo x > .github/x';
    await behind('guarded', command);
    expect(await readdir(join(site, '.github'))).toEqual(['x']);
    await behind('none', command);
    expect(await isThere(join(site, '.github', 'workflows', 'ci.yml'))).toBe(true);
  });

  it('stay as they are in repositories at any depth, with submodules and linked worktrees', async () => {
    const { site, behind } = await walledHome();
    const at = join(site, 'deep', 'down', 'repo');
    await mkdir(at, { recursive: true });
    execFileSync('git', ['init', '-q', '--template='], { cwd: at });
    await mkdir(join(at, '.git', 'modules', 'one'), { recursive: true });
    await writeFile(join(at, '.git', 'modules', 'one', 'HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(at, '.git', 'modules', 'one', 'config'), '');
    await mkdir(join(site, 'linked'));
    await writeFile(join(site, 'linked', '.git'), 'gitdir: elsewhere\n');
    await writeFile(join(at, 'CLAUDE.md'), 'mine');
    const command = [
      'cd deep/down/repo',
      ...['mkdir .git/hooks', 'echo evil > .git/hooks/post-commit', 'echo evil >> .git/config'],
      ...['mkdir .git/modules/one/hooks', 'echo evil > .git/modules/one/hooks/x', 'echo evil > CLAUDE.md'],
      'echo evil > .git/modules/one/config; rm -f CLAUDE.md; echo evil > CLAUDE.md',
      'cd ../../..; mv deep d; echo "gitdir: evil" > linked/.git',
    ].join('; ');
    await behind('guarded', `${command}; echo fine > deep/down/repo/made`);
    const texts = async () =>
      Promise.all(
        ['.git/config', '.git/modules/one/config', 'CLAUDE.md', '../../../linked/.git'].map((name) =>
          readFile(join(at, name), 'utf8'),
        ),
      );
    expect((await texts()).join('')).not.toContain('evil');
    expect((await readdir(at)).sort()).toEqual(['.git', 'CLAUDE.md', 'made']);
    expect(await isThere(join(at, '.git', 'hooks'))).toBe(false);
    expect(await isThere(join(at, '.git', 'modules', 'one', 'hooks'))).toBe(false);
    expect(await isThere(join(at, '.git', 'commondir'))).toBe(false);
    await rename(join(site, 'deep'), join(site, 'kept'));
    await rename(join(site, 'kept'), join(site, 'deep'));
    await behind('none', command.replace('mv deep d; ', ''));
    expect((await texts()).every((text) => text.includes('evil'))).toBe(true);
  });

  it('cannot be passed by, by settings and hooks that git is led to', async () => {
    const { site, behind } = await walledHome();
    execFileSync('git', ['init', '-q'], { cwd: site });
    execFileSync('git', ['config', 'core.hooksPath', 'tools/hooks'], { cwd: site });
    await mkdir(join(site, 'tools'));
    await writeFile(join(site, 'shared.gitconfig'), '');
    execFileSync('git', ['config', 'include.path', '../shared.gitconfig'], { cwd: site });
    const command = [
      'cp -r .git evil',
      `git config -f evil/config core.fsmonitor 'touch ../obeyed; false'; echo ../evil > .git/commondir`,
      'mkdir -p tools/hooks; echo evil > tools/hooks/post-commit; echo evil > shared.gitconfig',
    ].join('; ');
    await behind('guarded', `${command}; touch b; git add b`);
    expect(await isThere(join(site, '.git', 'commondir'))).toBe(false);
    expect((await readdir(site)).sort()).toEqual(['.git', 'a.txt', 'b', 'evil', 'shared.gitconfig', 'tools']);
    expect(execFileSync('git', ['status', '--short', 'b'], { cwd: site, encoding: 'utf8' })).toBe('A  b\n');
    expect(await isThere(join(site, 'tools', 'hooks'))).toBe(false);
    expect(await readFile(join(site, 'shared.gitconfig'), 'utf8')).toBe('');
    await behind('none', command);
    execFileSync('git', ['config', '-f', 'evil/config', '--unset', 'include.path'], { cwd: site });
    execFileSync('git', ['status'], { cwd: site, stdio: 'pipe' });
    expect((await isThere(join(site, '..', 'obeyed'))) || (await isThere(join(site, 'obeyed')))).toBe(true);
  });

  it('are not committed by mistake while something stands in their place', async () => {
    const { site, behind } = await walledHome();
    execFileSync('git', ['init', '-q'], { cwd: site });
    const commit = 'git add -A && git -c user.name=n -c user.email=e@example.org commit -qm one';
    expect(printed(await behind('guarded', `${commit} && git status --short && git ls-files`))).toBe('a.txt');
  });

  it('are put back where they are links, and what replaced them is kept beside', async () => {
    const { site, behind } = await walledHome();
    await writeFile(join(site, 'rules'), 'mine');
    await symlink('rules', join(site, 'CLAUDE.md'));
    await symlink('nowhere', join(site, '.envrc'));
    const command = 'rm CLAUDE.md .envrc; echo evil > CLAUDE.md; echo evil >> rules';
    const ran = await behind('guarded', command);
    expect(await readFile(join(site, 'CLAUDE.md'), 'utf8')).toBe('mine');
    expect(await readlink(join(site, '.envrc'))).toBe('nowhere');
    expect(await readFile(join(site, 'CLAUDE.md.set-aside'), 'utf8')).toBe('evil\n');
    expect(dataOf(ran).wall_gaps).toEqual(
      expect.arrayContaining([expect.stringMatching(/CLAUDE\.md is protected.*now CLAUDE\.md\.set-aside/)]),
    );
    await behind('none', command);
    expect(await readFile(join(site, 'CLAUDE.md'), 'utf8')).toBe('evil\n');
  });

  it('are named when a command fails on them', async () => {
    const { behind } = await walledHome();
    expect(dataOf(await behind('guarded', 'echo x > AGENTS.md')).note).toMatch(
      /guarded wall.*rules of agents/,
    );
  });

  it('stay closed for one run while another ends', async () => {
    const { site, behind } = await walledHome();
    const long = behind(
      'guarded',
      'echo > started; until [ -e go ]; do sleep 0.02; done; echo evil > .envrc',
    );
    await vi.waitFor(async () => expect(await isThere(join(site, 'started'))).toBe(true), { timeout: 5000 });
    await behind('guarded', 'true');
    expect(await isThere(join(site, '.envrc'))).toBe(true);
    await writeFile(join(site, 'go'), '');
    expect(dataOf(await long).exit_code).toBe(1);
    expect(await isThere(join(site, '.envrc'))).toBe(false);
  });

  it('keep what somebody else put there meanwhile', async () => {
    const folder = await scratchFolder();
    const [used, foreign] = [join(folder, '.husky'), join(folder, '.envrc')];
    expect([...(await putPlaceholders([used, foreign])).values()]).toEqual(['placed', 'placed']);
    await writeFile(join(used, 'pre-commit'), 'mine');
    await rm(foreign, { recursive: true });
    await writeFile(foreign, 'mine');
    await giveBack([used, foreign]);
    expect(await readFile(join(used, 'pre-commit'), 'utf8')).toBe('mine');
    expect(await readFile(foreign, 'utf8')).toBe('mine');
    expect((await putPlaceholders([foreign])).get(foreign)).toBe('taken');
  });
});

describe('the look through the folders', () => {
  const questions = { names: new Set<string>(), secretPlace: () => undefined };

  it('ends when its time is over, and says that it did not see all', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'repo', '.git'), { recursive: true });
    const all = await createFolderWalk(questions, () => 0).find(folder, '');
    expect(all).toMatchObject({ repositories: [join(folder, 'repo', '.git')], complete: true });
    let now = 0;
    const hurried = createFolderWalk(questions, () => {
      now += 100;
      return now;
    });
    expect(await hurried.find(folder, '')).toMatchObject({ repositories: [], complete: false });
  });

  it('is told of by how many names were too many', async () => {
    const { home, site } = await walledHome();
    for (let name = 0; name < 205; name += 1)
      await mkdir(join(site, `${name}`, 'repo', '.git'), { recursive: true });
    const walk = createFolderWalk(questions, () => 0);
    const places = { cwd: site, home, folders: [site], secretPlaces: [], ownPaths: [], walk };
    const { gaps } = await surveyWall(places, 'guarded');
    expect(gaps).toEqual([expect.stringMatching(/deep in the folders were too many/)]);
  });

  it('hides what is named like a secret at any depth, behind either wall', async () => {
    const { site, behind } = await walledHome(() => ({
      secretPlace: (path) => (path.endsWith('/deep/.env') ? 'settings' : undefined),
    }));
    await mkdir(join(site, 'app', 'deep'), { recursive: true });
    await writeFile(join(site, 'app', 'deep', '.env'), 'the-secret');
    for (const wall of ['read-only', 'guarded'] as const) {
      expect(printed(await behind(wall, 'cat app/deep/.env'))).toBe('');
    }
    expect(printed(await behind('none', 'cat app/deep/.env'))).toBe('the-secret');
  });
});
