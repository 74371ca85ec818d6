/** What a shell text comes to when it is read, and its files looked at, without running it. */

/**
 * A word whose value is not known from the text alone. `glob`: the names that match; `text`: anything that another
 * command printed; `pipe`: the name of a pipe that another command fills.
 */
export interface OpenWord {
  /** Its place in `argv`; what stands there is only how it was written. */
  readonly index: number;
  readonly kind: 'glob' | 'text' | 'pipe';
  /** The literal beginning that every value has. */
  readonly start: string;
  /** True where it can become more than one word, or none. */
  readonly many: boolean;
  /** For a glob: the pattern, with literal characters escaped by a backslash. */
  readonly pattern?: string;
}

/** One simple command, with quoting resolved. `part` is its text as written, for people to find it again. */
export interface ShellCommand {
  readonly argv: readonly string[];
  readonly part: string;
  /** The folder it would run in, as far as `cd` steps before it say; absolute. */
  readonly cwd: string;
  readonly open?: readonly OpenWord[];
  /** True where its standard input is what another command prints, or text that the script holds. */
  readonly fed?: boolean;
}

/** A construct that cannot be judged, and the text that holds it. */
export interface UnclearPart {
  readonly construct: string;
  readonly part: string;
}

/** One object that a path leads to. `path` is canonical; where nothing is there, its nearest folder is. */
export interface FileFact {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'special' | 'missing';
  /** What the beginning of the file looks like, when it looks like a secret. */
  readonly secretContent?: string;
}

/** What was found at a path or glob, or why nobody could look. */
export type FileLook =
  | {
      readonly kind: 'seen';
      readonly files: readonly FileFact[];
      /** `name`: nothing but names and attributes is looked at there. Unknown where absent. */
      readonly use?: 'read' | 'name' | 'change' | 'tree';
    }
  | { readonly kind: 'unseen'; readonly why: string };

/** What was found of the repository around a folder; nothing of both where there is none. */
export interface RepositoryLook {
  /** What could make git start another program. */
  readonly dangers: readonly string[];
  /** The folders, canonical, out of which git reads. */
  readonly places: readonly string[];
}

/**
 * A command that reports on the processes of the whole machine, by the bare name of its program. Without `args` its
 * words are not known beforehand, or could show more than a list, so that nobody can collect it.
 */
export interface ProcessList {
  readonly program: string;
  readonly args?: readonly string[];
}

/** What the machine says about the things that a script names. Keys are as the script names them, made absolute. */
export interface ShellSurroundings {
  readonly files: Readonly<Record<string, FileLook>>;
  /** Folder a git command runs in → what there is for git. */
  readonly repositories: Readonly<Record<string, RepositoryLook>>;
  /** Folder that a command runs in, as its `cwd` says → where that really leads. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Each once. */
  readonly processLists?: readonly ProcessList[];
  /** Program paths that are the very file that this bare name stands for. */
  readonly programs: Readonly<Record<string, string>>;
}

interface ShellParts {
  readonly commands: readonly ShellCommand[];
  /** Files that redirects open for reading; absolute, not resolved. */
  readonly reads: readonly string[];
  /** Absent only in scripts that nobody looked up; then every path in them is unknown. */
  readonly surroundings?: ShellSurroundings;
}

/**
 * `plain`: every command that can run is listed. `unclear`: something else could happen, so a person must look.
 * `invalid`: no shell could run it (or it could not be read as text), so it is refused.
 */
export type ShellScript =
  | (ShellParts & { readonly kind: 'plain' })
  | (ShellParts & {
      readonly kind: 'unclear';
      readonly unclear: readonly UnclearPart[];
      /** Files that redirects write; absolute, not resolved. */
      readonly writes: readonly string[];
    })
  | { readonly kind: 'invalid'; readonly why: string };
