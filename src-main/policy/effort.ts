/** Bounds on what one judgement may cost, so that no text, no file name and no list of rules can hold the host. */

/** What is left to spend. Whoever finds it spent has not judged, and says so: a person must look. */
export interface Effort {
  /** Commands that are still judged, those that other commands start included. */
  commands: number;
  /** Words of commands that are still looked at. */
  words: number;
  /** Files that commands name and that are still judged, each as often as it is named. */
  files: number;
  /** Steps of comparing rules and globs; each takes a few nanoseconds. */
  steps: number;
}

/** Bounds that everyday texts stay far below and that take well under 50 ms when they are used up (`bench:policy`). */
export function freshEffort(): Effort {
  return { commands: 300, words: 1_000, files: 2_000, steps: 1_500_000 };
}

/** Takes a command off; false when it is one too many. */
export function takeCommand(effort: Effort, words: number): boolean {
  effort.commands -= 1;
  effort.words -= words;
  return effort.commands >= 0 && effort.words >= 0;
}
