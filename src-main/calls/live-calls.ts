/** The calls that are here now and the last ones that ended, for Stop and for the list that people see. */
import type { CallView } from '../../src-shared/app-state.ts';
import type { IncomingCall, Origin } from '../../src-shared/call.ts';

/** Why a call was ended from outside. */
export type EndedWhy =
  | 'disconnected'
  | 'cancelled'
  | 'paused'
  | 'run-paused'
  | 'stopped'
  | 'ended-by-person'
  | 'shutting-down'
  | 'out-of-time';

export interface LiveCall {
  readonly signal: AbortSignal;
  abort(why: EndedWhy): void;
  update(change: Partial<CallView>): void;
  /** The call is over: it stays in the list as ended. */
  end(change: Partial<CallView>): void;
}

/** How many calls that are under way the list shows at most, the newest ones. */
const SHOWN = 100;

/** How many ended calls the list keeps; the journal has them all. */
const KEPT = 50;

interface Entry {
  view: CallView;
  readonly door: string;
  readonly origin: Origin;
  readonly controller: AbortController;
  readonly over: Promise<void>;
}

export class LiveCalls {
  readonly #onChange: () => void;
  readonly #live = new Map<string, Entry>();
  readonly #ended: CallView[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** `outer` is the door's own signal; its abort reason is kept. */
  begin(call: IncomingCall, outer: AbortSignal): LiveCall {
    const controller = new AbortController();
    const follow = () => controller.abort(outer.reason);
    if (outer.aborted) follow();
    else outer.addEventListener('abort', follow, { once: true });
    let markOver = () => {};
    const over = new Promise<void>((resolve) => {
      markOver = resolve;
    });
    const entry: Entry = {
      view: firstView(call),
      door: doorOf(call.origin),
      origin: call.origin,
      controller,
      over,
    };
    this.#live.set(call.id, entry);
    this.#onChange();
    return {
      signal: controller.signal,
      abort: (why) => controller.abort(why),
      update: (change) => {
        entry.view = { ...entry.view, ...change };
        this.#onChange();
      },
      end: (change) => {
        outer.removeEventListener('abort', follow);
        this.#end(call.id, { ...entry.view, ...change, state: 'ended' });
        markOver();
      },
    };
  }

  /** Aborts every call of the given state, or all; resolves when all of these have ended. */
  async abortAll(why: EndedWhy, only?: CallView['state']): Promise<void> {
    const chosen = [...this.#live.values()].filter((entry) => !only || entry.view.state === only);
    for (const entry of chosen) entry.controller.abort(why);
    await Promise.all(chosen.map((entry) => entry.over));
  }

  /** Aborts what has not started yet of those who are meant; what runs goes on. Resolves when these have ended. */
  async abortUnstarted(why: EndedWhy, isMeant: (origin: Origin) => boolean): Promise<void> {
    const chosen = [...this.#live.values()].filter(
      ({ view, origin }) => view.state !== 'running' && isMeant(origin),
    );
    for (const entry of chosen) entry.controller.abort(why);
    await Promise.all(chosen.map((entry) => entry.over));
  }

  /** Ends one that runs, and resolves when it has ended; false where no such call runs. */
  async endOne(callId: string): Promise<boolean> {
    const entry = this.#live.get(callId);
    if (entry?.view.state !== 'running') return false;
    entry.controller.abort('ended-by-person');
    await entry.over;
    return true;
  }

  /** Says something of a call that runs or has ended; nothing where it is in the list no more. */
  remark(callId: string, remark: string): void {
    const entry = this.#live.get(callId);
    if (entry) entry.view = { ...entry.view, remark };
    const at = this.#ended.findIndex((view) => view.callId === callId);
    const view = this.#ended[at];
    if (view) this.#ended[at] = { ...view, remark };
    this.#onChange();
  }

  /** How many calls of the same door (and of the same runtime) are under way. */
  countFrom(origin: Origin): number {
    const door = doorOf(origin);
    return [...this.#live.values()].filter((entry) => entry.door === door).length;
  }

  /** Newest first, those that are here before those that ended. */
  views(): readonly CallView[] {
    const here = [...this.#live.values()].slice(-SHOWN).map((entry) => entry.view);
    return [...here.reverse(), ...this.#ended];
  }

  #end(callId: string, view: CallView): void {
    this.#live.delete(callId);
    this.#ended.unshift(view);
    this.#ended.length = Math.min(this.#ended.length, KEPT);
    this.#onChange();
  }
}

/** One name a runtime, and one for all of this machine. */
export function doorOf(origin: Origin): string {
  return origin.door === 'local' ? 'local' : origin.profileId;
}

function firstView(call: IncomingCall): CallView {
  return {
    callId: call.id,
    tool: call.tool.slice(0, 64),
    summary: call.tool.slice(0, 64),
    from: originLabel(call.origin),
    receivedAt: call.receivedAt.wall,
    state: 'deciding',
  };
}

/** Who asks, in a few words. The names are claims of the peer. */
export function originLabel(origin: Origin): string {
  if (origin.door === 'local') return origin.caller;
  const agent = origin.agentId ? `, agent ${origin.agentId.slice(0, 80)}` : '';
  const run = origin.runId ? `, run ${origin.runId.slice(0, 80)}` : '';
  return `${origin.profileName}${agent}${run}`;
}
