/** What a call would do, resolved to real objects before anybody decides. Frozen: what was judged and shown is what runs. */
import type { Json } from './json.ts';
import type { TakenPicture } from './picture.ts';
import type { Question } from './question.ts';
import type { ShellScript } from './shell-script.ts';

/**
 * The kinds of wall that a tool's programs can run behind, the narrowest first. `workspace-write` shows what `read-only`
 * shows and lets one trusted folder be written; `guarded` lets all added folders be written.
 */
export type Wall = 'read-only' | 'workspace-write' | 'guarded' | 'none';

/** A wall as it was decided for one action. */
export interface DecidedWall {
  readonly wall: Wall;
  /** The trusted folders, canonical, that a `workspace-write` wall lets be written; absent for the other walls. */
  readonly workspaces?: readonly string[];
}

export type Effect =
  /** Reads the content of a file. `path` is canonical, taken from the open handle. */
  | { readonly kind: 'read'; readonly path: string; readonly secretContent?: string }
  /** Sees names and sizes in a folder. */
  | { readonly kind: 'list'; readonly path: string }
  /** Reads whatever files match, anywhere below a folder. */
  | { readonly kind: 'search'; readonly path: string }
  /** Takes a picture of a screen. */
  | { readonly kind: 'look'; readonly target: string }
  /** Reads or ends what an earlier call started. Both names say whose: the one who started it, the one who asks now. */
  | {
      readonly kind: 'job';
      readonly use: 'read' | 'stop';
      readonly job: string;
      readonly startedBy: string;
      readonly askedBy: string;
    }
  /** Puts a question to the person, and does nothing else. */
  | { readonly kind: 'question'; readonly question: Question }
  /** Runs a shell text. `text` is exactly what the shell gets. */
  | { readonly kind: 'run'; readonly text: string; readonly cwd: string; readonly script: ShellScript };

/** A piece of the first line of a card: Doorman's own plain words, or the real object that they speak of. */
export interface HeadlinePart {
  readonly text: string;
  readonly object?: true;
}

/**
 * A resolved call. `frozen` is the whole meaning in JSON (its digest is what answers refer to);
 * `target` is what the tool's own `run` works on and may hold open handles.
 */
export interface Action<Target = unknown> {
  readonly tool: string;
  /** One line in plain words with the real object: "Read ~/notes.md, 12 KB". */
  readonly summary: string;
  /** The same in pieces, so that the object can stand out from the words. */
  readonly headline: readonly HeadlinePart[];
  /** The whole text that a person must be able to see before saying yes (a command, a path). */
  readonly text: string;
  readonly effects: readonly Effect[];
  readonly frozen: Json;
  /** What would leave, where that is a picture that is there already. A later asking may mean the same and have another. */
  readonly picture?: TakenPicture;
  readonly target: Target;
}

/** Acting calls change something or run something; looking and reading are not acting. */
export function isActing(action: Pick<Action, 'effects'>): boolean {
  return action.effects.length > 0 && action.effects.every((effect) => effect.kind === 'run');
}
