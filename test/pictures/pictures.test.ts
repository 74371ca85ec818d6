/** Pictures of every named state in light and dark, and axe in each. One start of the app for all states of a home. */
import { type Doorman, expect, test } from '../support/app/doorman-test.ts';
import type { Home, Show } from './named-state.ts';
import { HOMES } from './named-states.ts';
import { takePictures } from './take-pictures.ts';

/** What a person presses must be there by then. */
const STEP_MS = 20_000;

for (const [name, home] of Object.entries<Home>(HOMES)) {
  test(`the states of the home "${name}" break no rule of WCAG 2.2 AA`, async ({ launchDoorman }) => {
    const closers: (() => unknown)[] = [];
    const doorman = await home.start({
      async launchDoorman(options) {
        const launched = await launchDoorman(options);
        launched.app.context().setDefaultTimeout(STEP_MS);
        return launched;
      },
      atEnd: (close) => closers.unshift(close),
    });
    const wrong: string[] = [];
    for (const [state, show] of Object.entries(home.states))
      wrong.push(...(await pictured(doorman, state, show)));
    await doorman.quit();
    for (const close of closers) await close();
    expect(wrong.join('\n')).toBe('');
  });
}

/** Resolves to what is wrong with this state. One that the app cannot be brought to does not hide the others. */
async function pictured(doorman: Doorman, state: string, show: Show): Promise<readonly string[]> {
  try {
    const { page, after } = await show(doorman);
    const violations = await takePictures(page, state);
    await after?.();
    return violations;
  } catch (cause) {
    return [`${state}: ${String(cause).slice(0, 1_000)}`];
  }
}
