/** A bare WebSocket to the local door of a host, for tests. */
import { WebSocket } from 'ws';

export interface ExecResult {
  readonly type: 'EXEC_RESULT';
  readonly exec_id: unknown;
  readonly tool?: string;
  readonly status: 'success' | 'error';
  readonly result?: string;
  readonly error?: string;
  readonly duration_ms?: number;
}

export interface DirectSocket {
  /** Resolves to the result of the command. */
  exec(tool: string, args: object): Promise<ExecResult>;
  /** All frames so far, as they came. */
  readonly frames: readonly { readonly type: string; readonly [key: string]: unknown }[];
  close(): void;
}

/** Connected, and greeted. */
export async function openDirectSocket(socketFile: string): Promise<DirectSocket> {
  const socket = new WebSocket(`ws+unix://${socketFile}:/ws`);
  const frames: { type: string; [key: string]: unknown }[] = [];
  const waiting = new Map<unknown, (result: ExecResult) => void>();
  let ids = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send('{"type":"CONNECT"}'));
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString());
      frames.push(frame);
      if (frame.type === 'CONNECTED') resolve();
      if (frame.type === 'EXEC_RESULT') waiting.get(frame.exec_id)?.(frame);
    });
  });
  return {
    frames,
    exec(tool, args) {
      ids += 1;
      const id = `e${ids}`;
      const result = new Promise<ExecResult>((resolve) => void waiting.set(id, resolve));
      socket.send(JSON.stringify({ type: 'EXEC', exec_id: id, tool, args }));
      return result;
    },
    close: () => socket.close(),
  };
}
