/** A link to a runtime in each of its states, and what the whole app says of its links; and a machine without a wall. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { strings } from '../../src-renderer/strings.ts';
import type { LinkStatus } from '../../src-shared/app-state.ts';
import { type Doorman, expect } from '../support/app/doorman-test.ts';
import { approvalWith, denyAll } from './card-states.ts';
import type { Home, NeededState, Show, Stage } from './named-state.ts';
import { openPage, overall } from './page-states.ts';
import {
  friendlyRuntime,
  goneRuntime,
  LONG_TIME,
  profile,
  refusingRuntime,
  speechlessRuntime,
  withTray,
} from './stage.ts';

/** Takes connections and says nothing, so that a link is on its way for as long as it waits. */
async function silentServer({ atEnd }: Stage): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The runtimes page with this runtime in sight. */
const link =
  (kind: LinkStatus['kind']): Show =>
  async (doorman) => {
    await expect.poll(() => linkOf(doorman, kind)).toBe(kind);
    const main = await openPage(await doorman.window('main'), 'runtimes');
    await main.getByRole('heading', { name: kind }).scrollIntoViewIfNeeded();
    return { page: main };
  };

async function linkOf(doorman: Doorman, profileId: string): Promise<string | undefined> {
  return (await doorman.state())?.runtimes.find((runtime) => runtime.profileId === profileId)?.status.kind;
}

const LINKS = {
  'link-connecting': link('connecting'),
  'link-handshaking': link('handshaking'),
  'link-open': link('open'),
  'link-waiting': link('waiting'),
  'link-blocked': link('blocked'),
} satisfies Pick<Record<NeededState, Show>, Extract<NeededState, `link-${string}`>>;

export const linksHome = {
  async start(stage: Stage) {
    await withTray(stage);
    const profiles = [
      profile('connecting', await silentServer(stage)),
      profile('handshaking', await speechlessRuntime(stage)),
      profile('open', await friendlyRuntime(stage)),
      profile('waiting', await goneRuntime()),
      profile('blocked', await refusingRuntime(stage)),
    ];
    return stage.launchDoorman({ settings: { profiles }, env: LONG_TIME });
  },
  states: LINKS,
} satisfies Home;

const card: Show = async (doorman) => {
  const reply = doorman.call('shell_run', { command: 'ls' });
  const page = await approvalWith(doorman, 'ls');
  return { page, after: () => denyAll(doorman, page, [reply]) };
};

/** The person's own runtime is gone, and no wall is built. */
export const offlineHome = {
  async start(stage: Stage) {
    await withTray(stage);
    const profiles = [profile('Work', await goneRuntime())];
    return stage.launchDoorman({ settings: { profiles, sandbox: 'off' }, env: LONG_TIME });
  },
  states: { 'overall-offline': overall('offline'), 'card-no-wall': card },
} satisfies Home;

/** Enough for a card to be shown, and soon over. */
const SHORT_TIME = { LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS: '9000' };

/** The queue page, after nobody answered in time. */
const missed: Show = async (doorman) => {
  const reply = doorman.call('shell_run', { command: 'mkdir -p build/site' });
  const page = await approvalWith(doorman, 'mkdir');
  await reply;
  await expect(page.getByRole('button', { name: strings.late.next })).toBeVisible();
  return { page };
};

/** The person's own runtime says nothing yet, and calls are soon out of time. */
export const hurriedHome = {
  async start(stage: Stage) {
    await withTray(stage);
    const profiles = [profile('Work', await silentServer(stage))];
    return stage.launchDoorman({ settings: { profiles }, env: SHORT_TIME });
  },
  states: { 'overall-connecting': overall('connecting'), 'ended-missed': missed },
} satisfies Home;
