import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUserPath, usablePath } from '../../../../src-main/tools/user-path.ts';
import { scratchFolder } from './tools-fixture.ts';

describe('the PATH of the person', () => {
  it('comes from the login shell, canonical, without relative, missing and world-writable entries', async () => {
    const home = await scratchFolder();
    for (const folder of ['bin', 'open']) await mkdir(join(home, folder));
    await chmod(join(home, 'open'), 0o777);
    await symlink('bin', join(home, 'link'));
    const entries = [
      join(home, 'bin'),
      '',
      '.',
      'bin',
      join(home, 'open'),
      join(home, 'none'),
      join(home, 'link'),
    ];
    await writeFile(join(home, '.bash_profile'), `echo hello; export PATH="${entries.join(':')}:/usr/bin"\n`);
    const request = { shell: '/bin/bash', home, user: 'tester', fallback: '/bin', budgetMs: 5000 };
    expect(await readUserPath(request)).toEqual({
      entries: [join(home, 'bin'), '/usr/bin'],
      dropped: [
        { entry: '', why: 'relative' },
        { entry: '.', why: 'relative' },
        { entry: 'bin', why: 'relative' },
        { entry: join(home, 'open'), why: 'everybody may write to it' },
        { entry: join(home, 'none'), why: 'missing' },
      ],
      fromShell: true,
    });
  });

  it('is the fallback when the shell hangs or is missing', async () => {
    const home = await scratchFolder();
    await writeFile(join(home, '.bash_profile'), 'sleep 600\n');
    const request = { home, user: 'tester', fallback: '/usr/bin:.', budgetMs: 200 };
    const fallback = {
      entries: ['/usr/bin'],
      dropped: [{ entry: '.', why: 'relative' }],
      fromShell: false,
    };
    expect(await readUserPath({ ...request, shell: '/bin/bash' })).toEqual(fallback);
    expect(await readUserPath({ ...request, shell: '/nonexistent/shell' })).toEqual(fallback);
  });

  it('is used without entries that lie in added folders', () => {
    expect(usablePath(['/a/bin', '/ab', '/usr/bin'], ['/a'])).toEqual(['/ab', '/usr/bin']);
  });
});
