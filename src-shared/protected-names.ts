/**
 * Names that other programs obey or start by themselves: hooks, start-up files, rules of agents. The one list of them:
 * the judgement asks before any is changed, wherever it lies, and the wall keeps those as they are whose place is known.
 * Relative paths; what lies below a folder counts too.
 */

/** In any folder that somebody works in. */
export const PROTECTED_IN_FOLDERS: readonly string[] = [
  '.git/hooks .git/config .husky .envrc .co',
  '.vscode .idea .claude .cursor .codex .gemini .github/workflows .github/copilot-instructions.md',
  'CLAUDE.md AGENTS.md GEMINI.md .mcp.json .cursorrules .windsurfrules .npmrc',
].flatMap((names) => names.split(' '));

/** In the home: start-up files of shells, editors and desktops, and folders of programs. */
export const PROTECTED_IN_HOME: readonly string[] = [
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .pam_environment',
  '.zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .xprofile .xsession .xsessionrc .xinitrc .vimrc',
  '.gitconfig .config/git .config/fish .config/autostart .config/systemd .config/environment.d',
  '.config/plasma-workspace .local/share/systemd .local/share/applications .local/share/autostart',
  '.local/bin bin .ssh .gnupg',
].flatMap((names) => names.split(' '));

/**
 * For the judgement alone: what git itself writes all the time, what is obeyed only together with a setting that is
 * kept, and what lies in no place that a wall lets be written.
 */
export const PROTECTED_WHEN_NAMED: readonly string[] = [
  '.git .gitattributes .gitmodules copilot-instructions.md authorized_keys crontab',
  'Library/LaunchAgents Library/LaunchDaemons',
].flatMap((names) => names.split(' '));
