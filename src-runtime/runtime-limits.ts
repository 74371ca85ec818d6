/** The limits of a runtime, with the published defaults and the published names of the variables that set them. */
import { MAX_FRAME_BYTES } from '../src-shared/client-tools.ts';

export interface RuntimeLimits {
  /** Whether there are client tools at all. */
  readonly enabled: boolean;
  /** How long a call waits for its answer, sending included. Milliseconds. */
  readonly invokeTimeoutMs: number;
  /** Largest message of a client, inclusive. Bytes. */
  readonly maxFrameBytes: number;
  /** Registered connections that a principal may hold at a time. */
  readonly maxConnections: number;
  /** Milliseconds between two pings. */
  readonly pingIntervalMs: number;
}

export const DEFAULT_LIMITS: RuntimeLimits = {
  enabled: true,
  invokeTimeoutMs: 60_000,
  maxFrameBytes: MAX_FRAME_BYTES,
  maxConnections: 8,
  pingIntervalMs: 20_000,
};

/**
 * Reads the limits. As published, a value that is not a positive whole number means the default, and the ping interval
 * stays within a second and five minutes. `LOOMCYCLE_CLIENT_TOOLS_ENABLED=0` is in the published description only; the
 * real runtime has no such switch.
 */
export function limitsFrom(env: Readonly<Record<string, string | undefined>>): RuntimeLimits {
  const limit = (name: string, otherwise: number): number => {
    const text = env[name] ?? '';
    const value = Number(text);
    return /^\d+$/.test(text) && value > 0 && Number.isSafeInteger(value) ? value : otherwise;
  };
  const ping = limit('LOOMCYCLE_SSE_KEEPALIVE_MS', DEFAULT_LIMITS.pingIntervalMs);
  return {
    enabled: !['0', 'false'].includes(env.LOOMCYCLE_CLIENT_TOOLS_ENABLED ?? ''),
    invokeTimeoutMs: limit('LOOMCYCLE_CLIENT_TOOL_TIMEOUT_MS', DEFAULT_LIMITS.invokeTimeoutMs),
    maxFrameBytes: limit('LOOMCYCLE_CLIENT_TOOL_MAX_BYTES', DEFAULT_LIMITS.maxFrameBytes),
    maxConnections: limit('LOOMCYCLE_CLIENT_TOOL_MAX_CONNS', DEFAULT_LIMITS.maxConnections),
    pingIntervalMs: Math.min(300_000, Math.max(1_000, ping)),
  };
}
