/**
 * Properties with one seed for a whole run, so that a run that failed fails again in the same way, and `npm test` fails for
 * what was changed and not by luck. `npm run properties` tries another seed each time, with more runs.
 */
import fc from 'fast-check';

const { DOORMAN_PROPERTIES_SEED: seed = '5', DOORMAN_PROPERTIES_RUNS: runs = '100' } = process.env;
fc.configureGlobal({ seed: Number(seed), numRuns: Number(runs) });

export { fc };
