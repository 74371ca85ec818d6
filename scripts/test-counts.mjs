// Owns counting what the suites report: each suite's result becomes passed, failed and skipped, and a suite
// that crashed or ran nothing is a failure.

import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the checks of lint.
 * @param {{ ok: boolean }[]} results
 * @returns {Counts}
 */
export function countChecks(results) {
  const passed = results.filter(({ ok }) => ok).length;
  return honest({ passed, failed: results.length - passed, skipped: 0 }, 0);
}

/**
 * Counts what vitest's JSON reporter wrote.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(file, exitCode) {
  const report = readReport(file);
  if (report === undefined) return crashed;
  // A file that fails to load has no tests in it to be counted.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return honest(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    exitCode,
  );
}

/**
 * Counts what Playwright's JSON reporter wrote. A test that passed at its second try counts as passed.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(file, exitCode) {
  const stats = readReport(file)?.stats;
  if (stats === undefined) return crashed;
  return honest(
    { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    exitCode,
  );
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function addCounts(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * @param {Counts} counts
 * @returns {string} the line that ends a test run
 */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const crashed = { passed: 0, failed: 1, skipped: 0 };

// A suite that ended badly without naming a failed test, or ran none, must not look like a good one.
function honest(counts, exitCode) {
  const ranNothing = counts.passed + counts.failed === 0;
  const hidesFailure = exitCode !== 0 && counts.failed === 0;
  return ranNothing || hidesFailure ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
