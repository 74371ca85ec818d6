/** What Doorman made of an input, brief enough for a card: words of commands, redirections, and where paths really lead. */
import type { Action, Effect } from '../../src-shared/action.ts';
import type { ParsedAction } from '../../src-shared/approval.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { FileLook, ShellScript } from '../../src-shared/shell-script.ts';

/** Entries of each list that anybody checks by eye. */
const MOST = 100;

/** Words of one command, and characters of one word; the whole text stands on the card itself. */
const MOST_WORDS = 200;
const MOST_CHARACTERS = 1_000;

export function parsedAction({ effects }: Pick<Action, 'effects'>): ParsedAction {
  const all = effects.map(parsedEffect);
  const commands = all.flatMap((one) => one.commands);
  const redirects = all.flatMap((one) => one.redirects);
  const paths = all.flatMap((one) => one.paths);
  const lists = [commands, redirects, paths];
  return {
    commands: commands.slice(0, MOST),
    redirects: redirects.slice(0, MOST),
    paths: paths.slice(0, MOST),
    leftOut: lists.reduce((sum, list) => sum + Math.max(0, list.length - MOST), 0),
  };
}

type Parsed = Omit<ParsedAction, 'leftOut'>;

const NOTHING: Parsed = { commands: [], redirects: [], paths: [] };

function parsedEffect(effect: Effect): Parsed {
  switch (effect.kind) {
    case 'read':
    case 'list':
    case 'search':
      return { ...NOTHING, paths: [{ named: effect.path, leadsTo: [effect.path] }] };
    case 'run':
      return parsedScript(effect.script);
    case 'look':
    case 'job':
    case 'question':
      return NOTHING;
    default:
      return assertNever(effect);
  }
}

function parsedScript(script: ShellScript): Parsed {
  if (script.kind === 'invalid') return NOTHING;
  const writes = script.kind === 'unclear' ? script.writes : [];
  return {
    commands: script.commands.map(({ argv, cwd, open = [] }) => ({
      argv: argv.slice(0, MOST_WORDS).map(brief),
      cwd,
      open: open.map(({ index }) => index),
    })),
    redirects: [
      ...script.reads.map((path) => ({ use: 'read' as const, path: brief(path) })),
      ...writes.map((path) => ({ use: 'write' as const, path: brief(path) })),
    ],
    paths: Object.entries(script.surroundings?.files ?? {}).map(([path, look]) => ({
      named: brief(path),
      leadsTo: realPlaces(look),
    })),
  };
}

function realPlaces(look: FileLook): readonly string[] {
  return look.kind === 'seen' ? look.files.slice(0, MOST).map(({ path }) => brief(path)) : [];
}

function brief(word: string): string {
  return word.length <= MOST_CHARACTERS ? word : `${word.slice(0, MOST_CHARACTERS)}…`;
}
