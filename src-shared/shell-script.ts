/** What a shell text comes to when it is read without running it. */

/** One simple command, with quoting resolved. `part` is its text as written, for people to find it again. */
export interface ShellCommand {
  readonly argv: readonly string[];
  readonly part: string;
  /** The folder it would run in, as far as `cd` steps before it say; absolute. */
  readonly cwd: string;
}

/** A construct that cannot be judged, and the text that holds it. */
export interface UnclearPart {
  readonly construct: string;
  readonly part: string;
}

/**
 * `plain`: every command that can run is listed. `unclear`: something else could happen, so a person must look.
 * `invalid`: no shell could run it (or it could not be read as text), so it is refused.
 */
export type ShellScript =
  | { readonly kind: 'plain'; readonly commands: readonly ShellCommand[]; readonly reads: readonly string[] }
  | {
      readonly kind: 'unclear';
      readonly commands: readonly ShellCommand[];
      readonly unclear: readonly UnclearPart[];
    }
  | { readonly kind: 'invalid'; readonly why: string };
