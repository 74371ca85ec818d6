/** One call on its way through the house: who asked for which tool, with what, and until when an answer is of use. */
import type { Instant } from './clock.ts';
import type { Json } from './json.ts';
import { assertNever } from './outcome.ts';

/** Where a call came from. Names are claims of the peer unless Doorman made them itself. */
export type Origin =
  | {
      readonly door: 'client-tools';
      readonly profileId: string;
      readonly profileName: string;
      readonly connectionId: string;
      readonly runId?: string;
      readonly agentId?: string;
    }
  /**
   * Somebody who runs one tool, with no model in between: a program of this user over the local socket, or the owner of
   * a key, whose address `caller` then is. `name` is what the person calls it.
   */
  | { readonly door: 'local'; readonly caller: string }
  | { readonly door: 'direct'; readonly caller: string; readonly name: string };

/**
 * One name for all who may touch what one of them started: the run where the runtime names one, else the runtime or the
 * caller. Run ids are only unique within a runtime. Two origins that differ never have the same name.
 */
export function ownerOf(origin: Origin): string {
  const known = owners.get(origin);
  if (known !== undefined) return known;
  const owner = nameOfOwner(origin);
  owners.set(origin, owner);
  return owner;
}

/** Asked several times a call, and an origin never changes. */
const owners = new WeakMap<Origin, string>();

function nameOfOwner(origin: Origin): string {
  switch (origin.door) {
    case 'local':
    case 'direct':
      return JSON.stringify([origin.door, origin.caller]);
    case 'client-tools':
      return JSON.stringify([origin.door, origin.profileId, origin.runId ?? null]);
    default:
      return assertNever(origin);
  }
}

/** What a door hands in: nothing about `tool` and `input` has been checked yet. */
export interface IncomingCall {
  readonly id: string;
  /** The tool's own name, without a machine name in front. */
  readonly tool: string;
  /** Set where the door does not offer a tool of that name, even if there is one. */
  readonly notOffered?: true;
  readonly input: unknown;
  readonly origin: Origin;
  readonly receivedAt: Instant;
  readonly answerBy: Instant;
}

/** An admitted call: the tool exists and the input passed its schema. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  /** The agent's own explanation: a claim to show, never a fact to act on. */
  readonly claimedReason?: string;
  readonly origin: Origin;
  readonly receivedAt: Instant;
  readonly answerBy: Instant;
}
