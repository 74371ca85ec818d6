/** The environment of everything that a tool starts: an allow-list, so that no token of Doorman's own can leak. */

/** What the shell may know about this machine and its person. */
export interface ShellSettings {
  /** Folders in which programs are looked up: absolute, canonical. */
  readonly path: readonly string[];
  readonly user: string;
  /** The login shell, for SHELL. */
  readonly shell: string;
  readonly tmpDir: string;
  /** LANG, LC_… and TZ as they stand. */
  readonly locale: Readonly<Record<string, string>>;
}

/** Switches off what would wait for a person, page its output or phone home for a newer version. */
const QUIET: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  // Lets `git status` do without writing, which it could not behind the read-only wall.
  GIT_OPTIONAL_LOCKS: '0',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  NPM_CONFIG_FUND: 'false',
  HOMEBREW_NO_AUTO_UPDATE: '1',
};

/** Picks the settings out of Doorman's own environment (`env`). */
export function shellSettings(
  env: Readonly<Record<string, string | undefined>>,
  person: { readonly user: string; readonly shell: string; readonly tmpDir: string },
  path: readonly string[],
): ShellSettings {
  const locale: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && /^(LANG|TZ|LC_[A-Z]+)$/.test(name)) locale[name] = value;
  }
  return { ...person, path, locale };
}

/** The whole environment of a command. `path` and `tmpDir` are those of this run. */
export function shellEnvironment(
  settings: ShellSettings,
  home: string,
  path: readonly string[],
  tmpDir: string,
): Readonly<Record<string, string>> {
  return {
    ...settings.locale,
    ...QUIET,
    HOME: home,
    USER: settings.user,
    LOGNAME: settings.user,
    SHELL: settings.shell,
    PATH: path.join(':'),
    TMPDIR: tmpDir,
  };
}
