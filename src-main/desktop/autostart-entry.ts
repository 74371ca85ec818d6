/** The entry that starts Doorman with a Linux session, as text (Desktop Entry Specification, 'The Exec key'). */

export interface StartCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The home that this Doorman was told to use, if any: the one that starts at login has the same. */
  readonly home: string | undefined;
}

export function autostartEntry({ program, args, home }: StartCommand): string {
  const words = [...(home === undefined ? [] : ['env', `DOORMAN_HOME=${home}`]), program, ...args];
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Doorman',
    'Comment=Asks you before an agent acts on this machine',
    `Exec=${words.map(execWord).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** What a word must not hold unless it is quoted. */
const RESERVED = /[\s"'\\<>~|&;$*?#()`]/;

function execWord(word: string): string {
  const quoted =
    word === '' || RESERVED.test(word) ? `"${word.replace(/["`$\\]/g, (sign) => `\\${sign}`)}"` : word;
  // Field codes first, then the rule for every string of such a file, under which each backslash stands twice.
  return quoted
    .replaceAll('%', '%%')
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
}

export interface ThisProcess {
  readonly execPath: string;
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isPackaged: boolean;
  readonly appPath: string;
}

/** Arguments without which this Doorman would not have started: the place of a checkout, and Chromium's sandbox. */
const KEPT = /^--(?:no-sandbox$|doorman-app=)/;

/** How to start this very Doorman again. An AppImage is mounted elsewhere each time, so it is named by its file. */
export function startCommand(running: ThisProcess, hidden: boolean): StartCommand {
  const { execPath, argv, env, isPackaged, appPath } = running;
  const kept = argv.filter((argument) => KEPT.test(argument));
  const named = isPackaged || kept.some((argument) => argument.startsWith('--doorman-app='));
  const { APPIMAGE, APPDIR } = env;
  // Whatever an AppImage starts inherits these names, so they count only where this program lies in it.
  const isAppImage = APPIMAGE && APPDIR && execPath.startsWith(`${APPDIR}/`);
  return {
    program: isAppImage ? APPIMAGE : execPath,
    args: [...kept, ...(named ? [] : [appPath]), ...(hidden ? ['--hidden'] : [])],
    home: env.DOORMAN_HOME || undefined,
  };
}
