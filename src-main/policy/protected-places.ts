/** Places where a change works long after the call: start-up files, hooks, program folders, rules of other agents. */
import { segments, withoutDots } from './path-rules.ts';

const NAMES =
  /^(\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|xinitrc|xsession|xprofile|inputrc|pam_environment|gitconfig|gitattributes|gitmodules|vimrc|npmrc|cursorrules|windsurfrules|mcp\.json)|authorized_keys|claude\.md|agents\.md|gemini\.md|copilot-instructions\.md|crontab)$/;

const FOLDERS =
  /\/(\.git|\.husky|\.config\/(autostart|systemd|fish|git)|\.local\/(bin|share\/(applications|systemd|autostart))|library\/(launchagents|launchdaemons)|\.vscode|\.idea|\.claude|\.cursor|\.codex|\.gemini|\.github\/workflows|bin|\.co)\//;

/** Says why a change at this canonical path needs a person, or nothing. */
export function protectedPlace(path: string, programPath: readonly string[]): string | undefined {
  const text = withoutDots(path);
  if (programPath.some((folder) => text === folder || text.startsWith(`${folder}/`)))
    return 'it is in a folder that programs are started from';
  const lower = text.toLowerCase();
  if (NAMES.test(segments(lower).at(-1) ?? '')) return 'programs and agents obey this file';
  if (FOLDERS.test(`${lower}/`)) return 'what lies there is obeyed or started by other programs';
  return undefined;
}
