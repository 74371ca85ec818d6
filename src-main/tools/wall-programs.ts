/** What programs outside the system folders need in order to start behind a wall that hides the home. */
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { coveredBy, existing, outermost } from './wall-paths.ts';

/** Version managers and package managers that keep programs and what these load in one place, and little else. */
const MANAGERS: readonly string[] = [
  '.nvm .pyenv .rbenv .rustup .volta .asdf .sdkman .deno .bun .ghcup .opam .nix-profile .linuxbrew',
  'miniconda3 anaconda3 miniforge3 .local/share/pipx .local/share/uv .local/share/mise .local/share/fnm',
  '.local/share/pnpm .local/state/nix',
].flatMap((names) => names.split(' '));

/** Beside a folder of programs lies what they load. `share` is left out: below the home it holds data of all kinds. */
const BESIDE = ['lib', 'lib64', 'libexec'] as const;

const MOST_LINKS = 200;

/** Canonical paths to show read-only, so that what `path` offers can run. `shown` says what can be seen anyway. */
export async function programPlaces(
  path: readonly string[],
  home: string,
  shown: (path: string) => boolean,
): Promise<readonly string[]> {
  const hidden = path.filter((entry) => !shown(entry));
  if (hidden.length === 0) return [];
  const beside = hidden.flatMap((entry) => {
    const prefix = dirname(entry);
    return prefix === home ? [] : BESIDE.map((name) => join(prefix, name));
  });
  const managers = MANAGERS.map((name) => join(home, name));
  const brew = hidden.some((entry) => basename(dirname(entry)) === '.linuxbrew')
    ? ['/home/linuxbrew/.linuxbrew']
    : [];
  const places = outermost([...hidden, ...(await existing([...beside, ...managers, ...brew]))]);
  const targets = (await Promise.all(hidden.map(linkedFrom))).flat();
  const single = targets.filter((target) => !coveredBy(target, places) && !shown(target));
  return [...places, ...new Set(single)];
}

/** Where the links in a folder of programs lead. */
async function linkedFrom(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MOST_LINKS);
  const targets = links.map(({ name }) => realpath(join(folder, name)).catch(() => undefined));
  return (await Promise.all(targets)).filter((target) => target !== undefined);
}
