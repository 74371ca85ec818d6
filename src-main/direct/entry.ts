/**
 * How a caller with a key gets in: its signed CONNECT is checked, an accepted one enters, an unknown one is held while
 * the person is asked or until it sends an invite code. One instance belongs to one socket.
 */
import { OIP } from '../../src-shared/direct-exec.ts';
import {
  errorFrame,
  onboardRequiredFrame,
  onboardSuccessFrame,
  unsupportedProtocolFrame,
} from './direct-frames.ts';
import type { DirectRooms, Peer } from './direct-rooms.ts';
import { checkSigned, checkUnaddressed, type SignedFrame, stringIn } from './signed-frame.ts';
import type { WireObject } from './wire-json.ts';

export interface Owner {
  readonly address: string;
  /** As its frames spell it. */
  readonly from: string;
  readonly name: string;
  /** True where every command is signed for itself (protocol 2). */
  readonly signsCommands: boolean;
}

/** Wrong invite codes after which a socket is closed. */
const MOST_CODES = 3;

export class Entry {
  readonly #rooms: DirectRooms;
  readonly #peer: Peer;
  readonly #enter: (owner: Owner) => void;
  #held: { readonly frame: SignedFrame; readonly asking: AbortController } | undefined;
  #wrongCodes = 0;

  /** @param enter called once the caller is in */
  constructor(rooms: DirectRooms, peer: Peer, enter: (owner: Owner) => void) {
    this.#rooms = rooms;
    this.#peer = peer;
    this.#enter = enter;
  }

  async connect(frame: WireObject): Promise<void> {
    if (this.#held) return this.#say('already waiting to be accepted: wait, or send ONBOARD_SUBMIT');
    const signed = await this.#checked(frame);
    if (signed === undefined) return;
    const code = stringIn(signed.payload, 'invite_code');
    switch (this.#rooms.standing(signed.signer).kind) {
      case 'contact':
        return this.#letIn(signed);
      case 'blocked':
        return this.#say('forbidden: blacklisted');
      case 'unknowable':
        return this.#say('misconfigured: the list of contacts cannot be read');
      default:
        if (code !== undefined && (await this.#rooms.redeem(code, signed.signer))) return this.#letIn(signed);
        return this.#hold(signed);
    }
  }

  /** Whether a second CONNECT says what the first did, under a signature of its own. */
  async isSame(frame: WireObject, owner: Owner): Promise<boolean> {
    const checked = checkSigned(frame, { address: this.#rooms.about.address, now: this.#rooms.now() });
    if (!checked.ok || checked.frame.from !== owner.from) return false;
    if (signsCommands(checked.frame.payload) !== owner.signsCommands) return false;
    const { signature, staleAt } = checked.frame;
    return (await this.#rooms.takeSignature(signature, staleAt)) === 'taken';
  }

  /** An invite code for the CONNECT that is held. */
  async onboard(frame: WireObject): Promise<void> {
    const held = this.#held;
    if (!held) return this.#say('nothing to onboard: send CONNECT first');
    const checked = checkUnaddressed(frame, this.#rooms.now());
    if (!checked.ok) return this.#say(checked.problem);
    const { frame: signed } = checked;
    if (signed.signer !== held.frame.signer) {
      return this.#say('unauthorized: command signer does not own this connection');
    }
    const code = stringIn(signed.payload, 'invite_code');
    if (!code) return this.#say('invite_code required: Doorman takes no payments');
    if (!(await this.#takeOnce(signed, 'this code was sent already'))) return;
    if (await this.#rooms.redeem(code, signed.signer)) {
      this.#peer.send(onboardSuccessFrame(signed.signer));
      return this.#letIn(held.frame);
    }
    this.#wrongCodes += 1;
    this.#say('Invalid invite code');
    if (this.#wrongCodes >= MOST_CODES) this.#peer.close();
  }

  /** The socket is gone: nobody needs to be asked any more. */
  end(): void {
    this.#held?.asking.abort();
  }

  async #checked(frame: WireObject): Promise<SignedFrame | undefined> {
    const checked = checkSigned(frame, { address: this.#rooms.about.address, now: this.#rooms.now() });
    if (!checked.ok) {
      this.#say(checked.problem);
      return undefined;
    }
    if (!(await this.#takeOnce(checked.frame, 'this CONNECT was already used'))) return undefined;
    if (!speaksOurs(frame)) {
      this.#peer.send(unsupportedProtocolFrame());
      return undefined;
    }
    return checked.frame;
  }

  async #takeOnce({ signature, staleAt }: SignedFrame, used: string): Promise<boolean> {
    const taken = await this.#rooms.takeSignature(signature, staleAt);
    if (taken === 'used') this.#say(`unauthorized: ${used}`);
    if (taken === 'unavailable') this.#say('misconfigured: replay protection unavailable');
    return taken === 'taken';
  }

  #hold(signed: SignedFrame): void {
    const asking = new AbortController();
    const held = { frame: signed, asking };
    this.#held = held;
    if (this.#rooms.hasInvite()) this.#peer.send(onboardRequiredFrame(signed.signer));
    void this.#rooms.askAbout(signed.signer, this.#peer.from, asking.signal).then((answer) => {
      if (this.#held !== held || asking.signal.aborted) return;
      if (answer === 'accepted') return this.#letIn(signed);
      this.#held = undefined;
      this.#say(TURNED_AWAY[answer]);
      this.#peer.close();
    });
  }

  /** Whether it is still accepted is looked up anew: the asking may have taken minutes. */
  #letIn({ signer, from, payload }: SignedFrame): void {
    this.#held?.asking.abort();
    this.#held = undefined;
    const standing = this.#rooms.standing(signer);
    if (standing.kind === 'contact') {
      this.#enter({
        address: signer,
        from,
        name: standing.contact.name,
        signsCommands: signsCommands(payload),
      });
    } else this.#say('forbidden: not accepted');
  }

  #say(message: string): void {
    this.#peer.send(errorFrame(message));
  }
}

function signsCommands({ members }: WireObject): boolean {
  return members.get('signed_commands')?.text === '1';
}

const TURNED_AWAY = {
  refused: 'forbidden: the person at this machine said no',
  nobody: 'forbidden: nobody at this machine answered; ask them, then connect again',
  full: 'forbidden: too many unknown callers are waiting; connect again later',
} as const;

/** No word of the protocol is fine; another one than ours is not. */
function speaksOurs({ members }: WireObject): boolean {
  const protocol = members.get('protocol');
  if (protocol === undefined) return true;
  return (
    protocol.kind === 'object' &&
    stringIn(protocol, 'name') === OIP.name &&
    stringIn(protocol, 'version') === OIP.version
  );
}
