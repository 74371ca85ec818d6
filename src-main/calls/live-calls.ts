/** The calls that are here now and the last ones that ended, for Stop and for the list that people see. */
import type { CallView } from '../../src-shared/app-state.ts';
import type { IncomingCall, Origin } from '../../src-shared/call.ts';
import { type EndSignal, EndSwitch } from '../../src-shared/end-signal.ts';
import { OrderedList } from '../../src-shared/ordered-list.ts';

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
  readonly signal: EndSignal;
  abort(why: EndedWhy): void;
  update(change: Partial<CallView>): void;
  /** The call is over: it stays in the list as ended. */
  end(change: Partial<CallView>): void;
}

type HereState = Exclude<CallView['state'], 'ended'>;

/**
 * How many calls that are under way the list shows at most, the newest ones. All that run, since they can be stopped there:
 * those of a few runtimes at their limit. What waits stands in the queue as well.
 */
const SHOWN: Readonly<Record<HereState, number>> = { running: 256, reviewing: 32, waiting: 32, deciding: 32 };

/** How many ended calls the list keeps; the journal has them all. */
const KEPT = 50;

type Changing = { -readonly [field in keyof CallView]: CallView[field] };

interface Entry {
  /** Changed in place, because calls come by the thousand and few of their steps are drawn; never handed out. */
  readonly view: Changing;
  /** Where it stands among the calls in its state. */
  order: number;
  /** Rises from call to call. */
  readonly arrived: number;
  readonly door: string;
  readonly origin: Origin;
  readonly controller: EndSwitch;
  readonly over: Promise<void>;
}

export class LiveCalls {
  readonly #onChange: () => void;
  readonly #live = new Map<string, Entry>();
  readonly #byState: Readonly<Record<HereState, OrderedList<Entry>>> = {
    deciding: new OrderedList(),
    waiting: new OrderedList(),
    running: new OrderedList(),
    reviewing: new OrderedList(),
  };
  #arrived = 0;
  /** How many are under way, by door. */
  readonly #counts = new Map<string, number>();
  /** The one that ended last is last. */
  readonly #ended: Changing[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** `outer` is the door's own signal; its abort reason is kept. */
  begin(call: IncomingCall, outer: EndSignal): LiveCall {
    const controller = new EndSwitch();
    const follow = () => controller.abort(outer.reason);
    if (outer.aborted) follow();
    else outer.addEventListener('abort', follow, { once: true });
    let markOver = () => {};
    const over = new Promise<void>((resolve) => {
      markOver = resolve;
    });
    this.#arrived += 1;
    const entry: Entry = {
      view: firstView(call),
      order: 0,
      arrived: this.#arrived,
      door: doorOf(call.origin),
      origin: call.origin,
      controller,
      over,
    };
    this.#begin(call.id, entry);
    return {
      signal: controller.signal,
      abort: (why) => controller.abort(why),
      update: (change) => {
        const moves = change.state !== undefined && change.state !== entry.view.state;
        if (moves) this.#unlist(entry);
        Object.assign(entry.view, change);
        if (moves) this.#list(entry);
        this.#onChange();
      },
      end: (change) => {
        outer.removeEventListener('abort', follow);
        this.#unlist(entry);
        Object.assign(entry.view, change, { state: 'ended' });
        this.#end(call.id, entry);
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
      ({ view, origin }) => view.state !== 'running' && view.state !== 'reviewing' && isMeant(origin),
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
    const view = entry?.view ?? this.#ended.findLast((one) => one.callId === callId);
    if (view) view.remark = remark;
    this.#onChange();
  }

  /** Whose call it is, while it is under way. */
  originOf(callId: string): Origin | undefined {
    return this.#live.get(callId)?.origin;
  }

  /** How many calls of the same door (and of the same runtime) are under way. */
  countFrom(origin: Origin): number {
    return this.#counts.get(doorOf(origin)) ?? 0;
  }

  /** Newest first, those that are here before those that ended. */
  views(): readonly CallView[] {
    const states = Object.keys(SHOWN) as HereState[];
    const here = states.flatMap((state) => this.#byState[state].newest(SHOWN[state]));
    here.sort((a, b) => b.arrived - a.arrived);
    return [...here.map(({ view }) => view), ...this.#ended.toReversed()].map((view) => ({ ...view }));
  }

  #begin(callId: string, entry: Entry): void {
    this.#live.set(callId, entry);
    this.#list(entry);
    this.#count(entry.door, 1);
    this.#onChange();
  }

  #list(entry: Entry): void {
    const { state } = entry.view;
    if (state === 'ended') return;
    this.#byState[state].add((order) => {
      entry.order = order;
      return entry;
    });
  }

  #unlist({ view: { state }, order }: Entry): void {
    if (state !== 'ended') this.#byState[state].remove(order);
  }

  #count(door: string, change: 1 | -1): void {
    const count = (this.#counts.get(door) ?? 0) + change;
    if (count > 0) this.#counts.set(door, count);
    else this.#counts.delete(door);
  }

  #end(callId: string, { door, view }: Entry): void {
    this.#live.delete(callId);
    this.#count(door, -1);
    this.#ended.push(view);
    if (this.#ended.length > KEPT) this.#ended.shift();
    this.#onChange();
  }
}

/** One name a runtime, and one for all of this machine. */
export function doorOf(origin: Origin): string {
  return origin.door === 'client-tools' ? origin.profileId : `${origin.door}/${origin.caller}`;
}

function firstView(call: IncomingCall): Changing {
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
  if (origin.door !== 'client-tools') return origin.door === 'direct' ? origin.name : origin.caller;
  const agent = origin.agentId ? `, agent ${origin.agentId.slice(0, 80)}` : '';
  const run = origin.runId ? `, run ${origin.runId.slice(0, 80)}` : '';
  return `${origin.profileName}${agent}${run}`;
}
