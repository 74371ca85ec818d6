/** The secret places of this machine by their absolute paths, for the wall to hide. Not all of them exist. */
import { join } from 'node:path';
import { SECRET_FOLDERS } from './secret-places.ts';

/** Single files that hold secrets by convention, below the home. */
const IN_HOME = [
  '.netrc _netrc .git-credentials .vault-token .s3cfg .boto .pgpass .my.cnf .npmrc .pypirc .yarnrc.yml',
  '.cargo/credentials .cargo/credentials.toml .config/git/credentials .m2/settings.xml .Xauthority',
  '.gradle/gradle.properties .config/pip/pip.conf .bash_history .zsh_history .co/keys.env',
].flatMap((names) => names.split(' '));

const IN_SYSTEM = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers'];

/** Below an added folder only its own `.env` files are known by name; others are kept by the judgement alone. */
const IN_FOLDER = ['.env', '.env.local', '.env.production', '.env.development', '.npmrc'];

export function placesToHide(home: string, folders: readonly string[]): readonly string[] {
  return [
    ...SECRET_FOLDERS.map(({ path }) => (/^(etc|run)\//.test(path) ? `/${path}` : join(home, path))),
    ...IN_HOME.map((name) => join(home, name)),
    ...IN_SYSTEM,
    ...folders.flatMap((folder) => IN_FOLDER.map((name) => join(folder, name))),
  ];
}
