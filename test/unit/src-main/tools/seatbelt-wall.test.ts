/** The wall of macOS as far as it can be tried elsewhere: what it looks up, and that it counts only where it holds. */
import { access, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { raiseSeatbelt, seatbeltFault } from '../../../../src-main/tools/seatbelt-wall.ts';
import type { WallPlaces } from '../../../../src-main/tools/wall.ts';
import { judgeSeatbelt } from '../../../support/seatbelt-judge.ts';
import { scratchFolder } from './tools-fixture.ts';

async function setUp(changes: (home: string) => Partial<WallPlaces> = () => ({})) {
  const home = await scratchFolder('/var/tmp');
  for (const folder of ['site', 'trusted', 'secrets', 'own']) await mkdir(join(home, folder));
  const site = join(home, 'site');
  const places: WallPlaces = {
    cwd: site,
    home,
    folders: [site, join(home, 'trusted')],
    workspaces: [join(home, 'trusted')],
    secretPlaces: [join(home, 'secrets'), join(home, 'not-yet')],
    ownPaths: [join(home, 'own')],
    ...changes(home),
  };
  const raise = async (wall: Parameters<typeof raiseSeatbelt>[0]) => {
    const raised = await raiseSeatbelt(wall, ['true'], places);
    if (!raised.ok) throw new Error(raised.message);
    onTestFinished(async () => void (await raised.lower()));
    const [program, flag, profile = '', ...rest] = raised.argv;
    expect([program, flag, ...rest]).toEqual(['/usr/bin/sandbox-exec', '-p', '--', 'true']);
    return { ...raised, ...judgeSeatbelt(profile) };
  };
  return { home, site, places, raise };
}

describe('the wall of macOS', () => {
  it('lets each kind write where it may, and hides secrets that are there or come later', async () => {
    const { home, site, raise } = await setUp();
    const writes = async (wall: Parameters<typeof raise>[0]) => {
      const { allows } = await raise(wall);
      return [site, join(home, 'trusted'), home].map((folder) =>
        allows('file-write-create', join(folder, 'x')),
      );
    };
    expect(await writes('read-only')).toEqual([false, false, false]);
    expect(await writes('workspace-write')).toEqual([false, true, false]);
    expect(await writes('guarded')).toEqual([true, true, false]);
    for (const wall of ['read-only', 'workspace-write', 'guarded'] as const) {
      const { allows, hides } = await raise(wall);
      expect(allows('file-read-data', join(site, 'x'))).toBe(true);
      for (const name of ['secrets', 'not-yet', 'own']) {
        expect(allows('file-read-data', join(home, name, 'x'))).toBe(false);
        expect(hides(join(home, name, 'x'))).toBe(true);
      }
      expect(hides(join(home, 'other'))).toBe(wall !== 'guarded');
    }
  });

  it('names what links lead to: temporary files, secrets; a shared folder that became one is left out', async () => {
    const { home, site, raise } = await setUp((at) => ({
      cwd: join(at, 'trusted'),
      secretPlaces: [join(at, 'linked-secrets')],
    }));
    await symlink(join(home, 'secrets'), join(home, 'linked-secrets'));
    await mkdir(join(home, 'real-tmp'));
    await symlink('real-tmp', join(home, 'tmp'));
    vi.stubEnv('TMPDIR', join(home, 'tmp'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    await rename(site, join(home, 'moved'));
    await symlink(join(home, 'own'), site);
    const { allows, tmpDir, gaps, lower } = await raise('guarded');
    expect(tmpDir).toContain(join(home, 'real-tmp', 'doorman-run-'));
    expect(allows('file-write-create', join(tmpDir ?? '', 'x'))).toBe(true);
    expect(allows('file-write-create', join(home, 'tmp', 'x'))).toBe(false);
    for (const name of ['secrets', 'linked-secrets']) {
      expect(allows('file-read-data', join(home, name, 'x')), name).toBe(false);
    }
    expect(allows('file-write-create', join(home, 'own', 'x'))).toBe(false);
    expect(gaps).toEqual([expect.stringMatching(/moved or replaced/)]);
    await lower();
    await expect(access(tmpDir ?? '')).rejects.toThrow(/ENOENT/);
  });

  it('is not built where the folder to run in is hidden, or a path could be misread; and leaves nothing', async () => {
    const temporary = await scratchFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { places } = await setUp((at) => ({ cwd: join(at, 'own') }));
    expect(await raiseSeatbelt('guarded', ['true'], places)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/hides the folder/),
    });
    const { home, places: odd } = await setUp((at) => ({
      folders: [join(at, 'a\nb')],
      cwd: join(at, 'a\nb'),
    }));
    await mkdir(join(home, 'a\nb'));
    expect(await raiseSeatbelt('guarded', ['true'], odd)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/control character/),
    });
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe('the trial of the wall of macOS', () => {
  async function faultWith(script: string): Promise<string | undefined> {
    const { places } = await setUp();
    const bin = await scratchFolder();
    const program = join(bin, 'sandbox-exec');
    await writeFile(program, `#!/bin/bash\n${script}\n`, { mode: 0o755 });
    return await seatbeltFault(places, '/usr/bin:/bin', program);
  }

  it('finds out that a profile is not obeyed', async () => {
    expect(await faultWith('shift 3; exec "$@"')).toMatch(/does not hold/);
  });

  it('says why nothing could be built', async () => {
    expect(await faultWith('echo "sandbox-exec: unbound variable: deny" >&2; exit 65')).toMatch(
      /cannot build a wall here \(sandbox-exec: unbound variable: deny\)/,
    );
    const { places } = await setUp();
    expect(await seatbeltFault(places, '/usr/bin:/bin', join(tmpdir(), 'none'))).toMatch(/cannot be started/);
  });

  it('is content with a wall that holds', async () => {
    // Another wall stands in: what the profile lets be written is writable in it, and the planted secret is hidden.
    const standIn = `
      writable=$(sed -n '/^(allow file-write\\*$/,/)$/p' <<<"$2" | sed -n 's/.*(subpath "\\(.*\\)").*/\\1/p')
      binds=(); while read -r path; do binds+=(--bind "\${path%%\\"*}" "\${path%%\\"*}"); done <<<"$writable"
      shift 3
      exec bwrap --ro-bind / / --dev /dev --proc /proc --unshare-pid --unshare-net "\${binds[@]}" \\
        --tmpfs "$PROBE_HOME/secret" --chdir "$PWD" -- "$@"`;
    expect(await faultWith(standIn)).toBeUndefined();
  });
});
