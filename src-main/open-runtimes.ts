/** Joins the links with the flow of a call: each runtime gets a link, with its own token, tools and way. */
import { randomUUID } from 'node:crypto';
import type { Origin } from '../src-shared/call.ts';
import type { Profile } from '../src-shared/settings.ts';
import type { Grants } from './approvals/grants.ts';
import type { Refusals } from './approvals/refusals.ts';
import type { Runs } from './approvals/runs.ts';
import type { CallRooms } from './calls/call-rooms.ts';
import { handleCall } from './calls/handle-call.ts';
import { faultText } from './fault-text.ts';
import type { Jobs } from './jobs/jobs.ts';
import { startLink } from './link/link.ts';
import type { Link, LinkOptions } from './link/link-options.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { OpenedRooms } from './open-rooms.ts';
import type { Route } from './proxy-routes.ts';
import { Runtimes } from './runtimes.ts';
import { systemClock } from './system-clock.ts';

/** What links need that is joined with them. */
export interface LinkedRooms {
  readonly offered: OfferedTools;
  readonly runtimes: Runtimes;
  readonly jobs: Pick<Jobs<unknown>, 'heard' | 'linksChanged'>;
  readonly refusals: Pick<Refusals, 'forgetWhere'>;
  readonly grants: Pick<Grants, 'forgetWhere'>;
  readonly runs: Pick<Runs, 'forgetWhere' | 'heard'>;
  readonly counter: { changed(): void };
}

export interface OpenRuntimesOptions {
  readonly env: NodeJS.ProcessEnv;
  /** The ways to an address, the best first. */
  routes(address: string): Promise<readonly Route[]>;
  log(line: string): void;
}

/** The rooms are asked for when a link begins, and all of them are there. */
export function openRuntimes(
  { settings, keychain }: Pick<OpenedRooms, 'settings' | 'keychain'>,
  joined: () => LinkedRooms,
  rooms: () => CallRooms,
  options: OpenRuntimesOptions,
): Runtimes {
  return new Runtimes({
    keychain,
    onChange() {
      joined().counter.changed();
      joined().jobs.linksChanged();
      joined().refusals.forgetWhere((origin) => isGone(origin, joined().runtimes));
      joined().grants.forgetWhere((origin) => isRemoved(origin, joined().runtimes));
      joined().runs.forgetWhere((origin) => isRemoved(origin, joined().runtimes));
    },
    stored: (id) => settings.current().profiles.find((profile) => profile.id === id),
    startLink: (profile, link) => openLink(joined(), rooms(), profile, link, options),
  });
}

/** A run may come back on another connection of its runtime; what named no run ended with the connection. */
function isGone(origin: Origin, runtimes: Runtimes): boolean {
  if (origin.door !== 'client-tools') return false;
  return origin.runId === undefined ? !runtimes.isOpen(origin.profileId) : isRemoved(origin, runtimes);
}

function isRemoved(origin: Origin, runtimes: Runtimes): boolean {
  return origin.door === 'client-tools' && !runtimes.has(origin.profileId);
}

function openLink(
  { offered, runtimes, jobs, runs }: LinkedRooms,
  rooms: CallRooms,
  profile: Profile,
  link: Pick<LinkOptions, 'token' | 'onStatus' | 'onCounts'>,
  { routes, env, log }: OpenRuntimesOptions,
): Link {
  return startLink({
    ...link,
    profile,
    routes,
    extraCaFile: env.NODE_EXTRA_CA_CERTS || undefined,
    tools: () => offered.forProfile(runtimes.profile(profile.id) ?? profile),
    onCall(call, signal) {
      runs.heard(call.origin);
      return handleCall(call, signal, rooms).finally(jobs.heard(call.origin));
    },
    logFault: (error) => log(`link to ${profile.name}: ${faultText(error)}`),
    clock: systemClock,
    random: Math.random,
    newCallId: () => `c-${randomUUID()}`,
  });
}
