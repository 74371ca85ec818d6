/**
 * Whether a signed frame is what it says: by whom, for us, fresh, and never seen before. The reasons are those of the
 * published host, word for word, because peers show and match them.
 */
import { canonicalForms, canonicalJson } from './canonical-json.ts';
import { isSignedBy, plainAddress, signatureBytes } from './identity.ts';
import type { WireJson, WireObject } from './wire-json.ts';

/** How far a signed time may be from ours, either way. Seconds; as published. */
export const SIGNATURE_WINDOW_S = 300;

export interface SignedCheck {
  /** Our own address: a payload that names another recipient is not for us. */
  readonly address: string;
  /** Unix seconds. */
  readonly now: number;
}

export interface SignedFrame {
  /** Signed: the only part of the frame that may be acted upon. */
  readonly payload: WireObject;
  /** The signer, in the one spelling of an address. */
  readonly signer: string;
  /** The signer as the frame spells it. Peers compare it as text. */
  readonly from: string;
  readonly signature: Buffer;
  /** Unix seconds from which on its age alone refuses it. */
  readonly staleAt: number;
}

export type CheckedFrame =
  | { readonly ok: true; readonly frame: SignedFrame }
  | { readonly ok: false; readonly problem: string };

/** For all signed frames that name their recipient: CONNECT and every command of protocol 2. */
export function checkSigned(frame: WireObject, check: SignedCheck): CheckedFrame {
  return checkFrame(frame, check.now, (payload) => stringIn(payload, 'to') === check.address);
}

/** For ONBOARD_SUBMIT, which as published names no recipient. */
export function checkUnaddressed(frame: WireObject, now: number): CheckedFrame {
  return checkFrame(frame, now, () => true);
}

function checkFrame(frame: WireObject, now: number, isForUs: (payload: WireObject) => boolean): CheckedFrame {
  const payload = frame.members.get('payload');
  if (payload?.kind !== 'object' || !frame.members.has('signature')) return no('signed request required');
  const from = stringIn(frame, 'from');
  if (!from) return no("'from' field required");
  const signature = stringIn(frame, 'signature');
  if (!signature) return no('signature required');
  const time = signedTime(payload.members.get('timestamp'));
  if (typeof time === 'string') return no(time);
  if (Math.abs(now - time) > SIGNATURE_WINDOW_S) return no('signature expired');
  if (!isForUs(payload)) return no('wrong recipient');
  const signer = plainAddress(from);
  const bytes = signatureBytes(signature);
  const texts = () => canonicalForms.map((form) => canonicalJson(payload, form));
  if (signer === undefined || bytes === undefined || !isSignedBy(signer, bytes, texts())) {
    return no('invalid signature');
  }
  return {
    ok: true,
    frame: { payload, signer, from, signature: bytes, staleAt: time + SIGNATURE_WINDOW_S },
  };
}

/** Unix seconds, or what is wrong with it. */
function signedTime(json: WireJson | undefined): number | string {
  if (json === undefined || json.text === 'null') return 'timestamp required in payload';
  const time = json.kind === 'token' ? Number(json.text) : Number.NaN;
  if (Number.isNaN(time) || json.text === 'true' || json.text === 'false') return 'timestamp must be numeric';
  if (!Number.isFinite(time)) return 'timestamp must be finite';
  return time === 0 ? 'timestamp required in payload' : time;
}

/** A member that is a string. */
export function stringIn(object: WireObject, name: string): string | undefined {
  const member = object.members.get(name);
  return member?.kind === 'string' ? member.value : undefined;
}

function no(why: string): CheckedFrame {
  return { ok: false, problem: `unauthorized: ${why}` };
}
