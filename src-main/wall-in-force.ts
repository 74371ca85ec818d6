/** Which wall is in force: found by building one at the start, and again whenever the person changes the setting. */
import type { Sandbox } from '../src-shared/settings.ts';
import type { WallStatus } from './tools/wall.ts';

export interface WallInForce {
  current(): WallStatus;
  /** Probes again under the setting of that moment. Never rejects. */
  lookAgain(): Promise<void>;
}

/** Before the first look there is no wall. */
export function createWallInForce(
  setting: () => Sandbox,
  probe: (setting: Sandbox) => Promise<WallStatus>,
): WallInForce {
  let last: WallStatus = { available: false, required: false, text: 'No wall was looked for yet.' };
  let looking: Promise<void> = Promise.resolve();
  return {
    // What the person requires holds from the moment they say so, and not only from the end of the next look.
    current: () => ({ ...last, required: setting() === 'required' }),
    lookAgain() {
      looking = looking.then(async () => {
        last = await probe(setting()).catch(failed);
      });
      return looking;
    },
  };
}

function failed(error: Error): WallStatus {
  const text = `The look for a wall failed (${error.message}). No shell command runs without being asked for.`;
  return { available: false, required: false, text };
}
