/** Frames of direct execution, as the published host and its clients know them. */

import { utf8Bytes } from './utf8-bytes.ts';

/** What this end speaks, in `/info` and in CONNECTED. */
export const OIP = {
  name: 'oip',
  version: '0.1',
  min_version: '0.1',
  max_version: '0.1',
  websocket_path: '/ws',
} as const;

/** The published clients take no larger message. Bytes, in UTF-8. */
export const MAX_DIRECT_FRAME_BYTES = 1024 * 1024;

/** A published client measures silence; this keeps it from giving up. Milliseconds; at most 30 s, as published. */
export const DIRECT_PING_MS = 25_000;

/** How one command ended. */
export interface ExecAnswer {
  readonly status: 'success' | 'error';
  /** With an error too, where the tool ran and said something before it failed. */
  readonly result?: string;
  readonly error?: string;
  /** Missing where the tool did not run. */
  readonly durationMs?: number;
}

export interface ExecResultParts extends ExecAnswer {
  /** JSON text, as the command had it. */
  readonly execId: string;
  /** Missing where the command named none. */
  readonly tool?: string | undefined;
}

/**
 * One EXEC_RESULT as JSON text, at most `MAX_DIRECT_FRAME_BYTES` long: what does not fit becomes an error that says so.
 */
export function execResultFrame(parts: ExecResultParts): string {
  const frame = frameText(parts);
  if (utf8Bytes(frame) < MAX_DIRECT_FRAME_BYTES) return frame;
  const { result: _result, ...rest } = parts;
  const error = 'the result is larger than a frame may be (1 MiB). Ask for a part of it.';
  return frameText({ ...rest, status: 'error', error });
}

function frameText({ execId, tool, status, result, error, durationMs }: ExecResultParts): string {
  const rest = JSON.stringify({
    ...(tool === undefined ? {} : { tool }),
    status,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  });
  return `{"type":"EXEC_RESULT","exec_id":${execId},${rest.slice(1)}`;
}
