/**
 * One socket of direct execution, from its first frame to its last. Frames are taken in the order in which they came;
 * each command then runs by itself, and is answered when it is done.
 */
import { DIRECT_PING_MS, execResultFrame } from '../../src-shared/direct-exec.ts';
import { connectedFrame, errorFrame, notJsonFrame, pingFrame, profileFrame } from './direct-frames.ts';
import type { Caller, DirectRooms, Peer } from './direct-rooms.ts';
import { Entry, type Owner } from './entry.ts';
import { checkSigned, stringIn } from './signed-frame.ts';
import { plainValue, readWireJson, type WireObject } from './wire-json.ts';

/** Commands of one socket that are under way at once; so many do not hold each other up. The rest waits in line. */
const MOST_RUNNING = 200;

/** Commands that may wait in line; more are refused. */
const MOST_IN_LINE = 2000;

/** Faults that may wait to be told while commands run. A peer that makes more is cut off. */
const MOST_FAULTS = 16;

/** How long a socket may be open without having sent a CONNECT that counts. Milliseconds. */
const CONNECT_WITHIN_MS = 30_000;

/** Frames of the published system that talk to an agent, which is not what this end is. */
const FOR_AGENTS =
  /^(?:INPUT|INTERRUPT|mode_change|RUNTIME_INPUT_ACK|SESSION_STATUS|ADMIN_\w+|PROVIDER_\w+)$/;

export class DirectSession {
  readonly #rooms: DirectRooms;
  readonly #peer: Peer;
  readonly #entry: Entry | undefined;
  readonly #sessionId: string;
  readonly #ended = new AbortController();
  #owner: Owner | 'local' | undefined;
  #running = 0;
  readonly #inLine: (() => void)[] = [];
  #faults: string[] = [];
  #line: Promise<void> = Promise.resolve();
  #stopPing: () => void = () => {};
  #stopWaiting: () => void;

  /** @param way `local`: only programs of this user get here, and no signature is asked for */
  constructor(rooms: DirectRooms, peer: Peer, way: 'local' | 'signed') {
    this.#rooms = rooms;
    this.#peer = peer;
    this.#sessionId = rooms.newId();
    this.#entry = way === 'local' ? undefined : new Entry(rooms, peer, (owner) => this.#enter(owner));
    this.#stopWaiting = rooms.after(CONNECT_WITHIN_MS, () => peer.close());
    this.#ping();
  }

  /** The address of the caller, once it is in. */
  get owner(): string | undefined {
    return typeof this.#owner === 'object' ? this.#owner.address : undefined;
  }

  receive(text: string): void {
    this.#line = this.#line.then(() => this.#take(text)).catch(() => this.#peer.close());
  }

  /** The socket is closed: what runs for it is ended. */
  end(): void {
    this.#ended.abort('disconnected');
    this.#entry?.end();
    this.#stopPing();
    this.#stopWaiting();
  }

  async #take(text: string): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const read = readWireJson(text);
    if (!read.ok) return this.#fault(notJsonFrame(read.problem, text));
    const type = read.json.kind === 'object' ? stringIn(read.json, 'type') : undefined;
    if (read.json.kind !== 'object' || type === undefined) {
      return this.#fault(errorFrame('a frame must be a JSON object with a "type"'));
    }
    switch (type) {
      case 'PONG':
        return;
      case 'CONNECT':
        return this.#connect(read.json);
      case 'ONBOARD_SUBMIT':
        if (this.#entry && !this.#owner) return this.#entry.onboard(read.json);
        return this.#fault(errorFrame('already authenticated: there is nothing to onboard'));
      default:
        return this.#command(type, read.json);
    }
  }

  async #connect(frame: WireObject): Promise<void> {
    this.#stopWaiting();
    if (this.#entry === undefined) {
      this.#owner = 'local';
      this.#greet('local');
    } else if (typeof this.#owner === 'object') {
      if (await this.#entry.isSame(frame, this.#owner)) this.#greet(this.#owner);
      else this.#fault(errorFrame('already authenticated: open a new connection'));
    } else {
      await this.#entry.connect(frame);
      if (!this.#owner) this.#stopWaiting = this.#rooms.after(HELD_FOR_MS, () => this.#peer.close());
    }
  }

  #enter(owner: Owner): void {
    if (this.#ended.signal.aborted) return;
    this.#stopWaiting();
    this.#owner = owner;
    this.#greet(owner);
  }

  #greet(owner: Owner | 'local'): void {
    const tools = this.#rooms.toolNames(callerOf(owner));
    this.#peer.send(connectedFrame(this.#sessionId));
    this.#peer.send(profileFrame(this.#sessionId, this.#rooms.about, tools));
  }

  async #command(type: string, frame: WireObject): Promise<void> {
    const signed = typeof this.#owner === 'object' && this.#owner.signsCommands;
    const checked = signed ? await this.#signedCommand(type, frame, this.#owner as Owner) : frame;
    if (typeof checked === 'string') return this.#refuse(type, frame, checked);
    if (type !== 'EXEC') {
      const message = FOR_AGENTS.test(type)
        ? `${type} is for agents; this end only runs tools (EXEC)`
        : `unknown message type: '${type}'`;
      return this.#fault(errorFrame(message));
    }
    if (!this.#owner) return this.#fault(errorFrame('authenticate first (send CONNECT)'));
    this.#exec(checked, this.#owner);
  }

  /** The signed part of the frame, which alone is acted upon; or why it is refused. */
  async #signedCommand(type: string, frame: WireObject, owner: Owner): Promise<WireObject | string> {
    if (!frame.members.has('payload') || !frame.members.has('signature')) {
      return 'unauthorized: signed command required';
    }
    const { about, now } = this.#rooms;
    const checked = checkSigned(frame, { address: about.address, now: now() });
    if (!checked.ok) return checked.problem;
    const { payload, from, signature, staleAt } = checked.frame;
    if (from !== owner.from) return 'unauthorized: command signer does not own this connection';
    if (stringIn(payload, 'type') !== type) return 'unauthorized: signed command type mismatch';
    if (!stringIn(payload, 'nonce')) return 'unauthorized: signed command nonce required';
    const taken = await this.#rooms.takeSignature(signature, staleAt);
    if (taken === 'used') return 'unauthorized: signed command already used';
    return taken === 'taken' ? payload : 'misconfigured: replay protection unavailable';
  }

  #exec(frame: WireObject, owner: Owner | 'local'): void {
    const execId = frame.members.get('exec_id')?.text ?? 'null';
    const tool = stringIn(frame, 'tool') || undefined;
    const error = tool === undefined ? 'tool required' : this.#whyNot(owner);
    if (tool === undefined || error !== undefined) {
      this.#peer.send(execResultFrame({ execId, tool, status: 'error', ...(error && { error }) }));
      return;
    }
    const given = frame.members.get('args');
    const args = (given && plainValue(given)) || {};
    const run = () => {
      this.#running += 1;
      void this.#rooms
        .exec({ tool, args, caller: callerOf(owner), signal: this.#ended.signal })
        .then((answer) => this.#answered(execResultFrame({ execId, tool, ...answer })));
    };
    if (this.#running < MOST_RUNNING) run();
    else this.#inLine.push(run);
  }

  #answered(frame: string): void {
    this.#running -= 1;
    this.#peer.send(frame);
    if (!this.#ended.signal.aborted) this.#inLine.shift()?.();
    if (this.#running === 0) for (const fault of this.#faults.splice(0)) this.#peer.send(fault);
  }

  #whyNot(owner: Owner | 'local'): string | undefined {
    if (this.#inLine.length >= MOST_IN_LINE) {
      return `too many commands wait on this socket (limit ${MOST_IN_LINE}). Wait for results.`;
    }
    if (owner === 'local') return undefined;
    const { kind } = this.#rooms.standing(owner.address);
    return kind === 'contact'
      ? undefined
      : `forbidden: exec requires a contact, you are ${kind === 'blocked' ? 'blocked' : 'a stranger'}`;
  }

  /** A refused command is told by its id, so that a peer with several under way knows which one it was. */
  #refuse(type: string, frame: WireObject, error: string): void {
    const execId = frame.members.get('exec_id')?.text;
    const known = type === 'EXEC' && execId !== undefined && this.#running > 0;
    if (known) {
      this.#peer.send(execResultFrame({ execId, tool: stringIn(frame, 'tool'), status: 'error', error }));
    } else this.#fault(errorFrame(error));
  }

  /** Published clients give up all they wait for on any ERROR, so it waits until nothing runs. */
  #fault(frame: string): void {
    if (this.#running === 0) this.#peer.send(frame);
    else this.#faults.push(frame);
    if (this.#faults.length > MOST_FAULTS) this.#peer.close();
  }

  #ping(): void {
    this.#stopPing = this.#rooms.after(DIRECT_PING_MS, () => {
      this.#peer.send(pingFrame);
      this.#ping();
    });
  }
}

/** How long an unknown caller may wait on its socket. Milliseconds; longer than the person is asked. */
const HELD_FOR_MS = 6 * 60_000;

function callerOf(owner: Owner | 'local'): Caller {
  return owner === 'local' ? { kind: 'local' } : { kind: 'signed', address: owner.address, name: owner.name };
}
