/** Where a machine listens: from its address by asking a relay, or from what the caller gave. */

/** How long one look-up may take. Milliseconds; as in the published client. */
const LOOK_UP_MS = 3_000;

export type Found = { readonly ok: true; readonly url: string; readonly address?: string } | Lost;
type Lost = { readonly ok: false; readonly error: string };

const ADDRESS = /^0x[0-9a-f]{64}$/;

/**
 * @param target the address of a machine, or the address of a socket (`ws:`, `wss:`) or of a server (`http:`, `https:`)
 * @param relay who is asked where an address listens
 */
export async function findMachine(target: string, relay: string | undefined): Promise<Found> {
  if (!ADDRESS.test(target)) return fromUrl(target);
  if (relay === undefined)
    return lost('an address alone says not where the machine is: give a relay, or a URL');
  const base = relay.replace(/^ws/, 'http').replace(/\/$/, '');
  const reply = await getJson(`${base}/api/agents/${target}`);
  if (typeof reply === 'string') return lost(`the relay ${base} does not know ${target}: ${reply}`);
  const { endpoints, online } = reply as { readonly endpoints?: unknown; readonly online?: unknown };
  if (online === false) return lost(`${target} is offline, says the relay`);
  for (const endpoint of Array.isArray(endpoints) ? endpoints : []) {
    if (typeof endpoint !== 'string' || !mayBeUsed(endpoint)) continue;
    const found = await fromUrl(endpoint);
    if (found.ok && found.address === target) return found;
  }
  return lost(`none of the places that the relay names for ${target} answers as that machine`);
}

/** Plain text goes over loopback only. */
function mayBeUsed(endpoint: string): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
  );
}

async function fromUrl(target: string): Promise<Found> {
  if (!URL.canParse(target)) return lost(`${target} is neither an address nor a URL`);
  const url = new URL(target);
  if (/^wss?:$/.test(url.protocol)) return { ok: true, url: target, ...(await ownAddress(target)) };
  if (!/^https?:$/.test(url.protocol))
    return lost(`${target} is no URL of a machine (ws, wss, http or https)`);
  const info = await getJson(`${target.replace(/\/$/, '')}/info`);
  if (typeof info === 'string') return lost(`${target} does not answer: ${info}`);
  const { address } = info as { readonly address?: unknown };
  if (typeof address !== 'string') return lost(`${target} does not say its address`);
  return { ok: true, url: `${target.replace(/^http/, 'ws').replace(/\/$/, '')}/ws`, address };
}

/** A signed CONNECT names its recipient, so a socket's address must be asked for too. */
async function ownAddress(target: string): Promise<{ readonly address?: string }> {
  const info = await getJson(target.replace(/^ws/, 'http').replace(/\/ws\/?$/, '/info'));
  const { address } = (typeof info === 'string' ? {} : info) as { readonly address?: unknown };
  return typeof address === 'string' ? { address } : {};
}

/** An object, or what went wrong. */
async function getJson(url: string): Promise<object | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_UP_MS) });
    if (!response.ok) return `HTTP ${response.status}`;
    const value: unknown = await response.json();
    return value !== null && typeof value === 'object' ? value : 'no JSON object';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function lost(error: string): Lost {
  return { ok: false, error };
}
