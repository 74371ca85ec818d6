// Owns what the scripts print about themselves: everything goes to stderr, so that stdout stays free for
// the program that a script runs.

/**
 * Prints one line about the set-up.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`doorman: ${line}\n`);
}

/** An expected failure of a script: its message is shown without a stack, and the script ends with code 1. */
export class SetupError extends Error {}

/**
 * Runs a script's main function and turns what it returns or throws into the exit code of this process.
 * @param {() => Promise<number | void>} main
 */
export async function runAsCommand(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/**
 * Shows the progress of a long download: in place on a terminal, else a line for every tenth.
 * @param {string} label what is being fetched
 * @param {number} totalBytes
 * @returns {{ update(bytes: number): void, done(): void }}
 */
export function downloadProgress(label, totalBytes) {
  const inPlace = process.stderr.isTTY === true;
  let shownTenth = -1;
  const text = (bytes) =>
    `doorman: ${label}: ${megabytes(bytes)} of ${megabytes(totalBytes)} MB (${percent(bytes, totalBytes)} %)`;
  return {
    update(bytes) {
      if (inPlace) {
        process.stderr.write(`\r${text(bytes)}`);
        return;
      }
      const tenth = Math.floor(percent(bytes, totalBytes) / 10);
      if (tenth <= shownTenth) return;
      shownTenth = tenth;
      process.stderr.write(`${text(bytes)}\n`);
    },
    done() {
      if (inPlace) process.stderr.write(`\r${text(totalBytes)}\n`);
    },
  };
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

function percent(bytes, totalBytes) {
  return Math.min(100, Math.floor((bytes * 100) / totalBytes));
}
