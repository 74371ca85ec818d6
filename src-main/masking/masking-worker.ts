/** The worker that looks through large results. Whatever a text does to the expressions, only this thread waits. */
import { parentPort } from 'node:worker_threads';
import type { MaskedResult } from '../../src-shared/outcome.ts';
import { type MaskRequest, maskResult } from './mask-result.ts';

export interface MaskOrder {
  readonly id: number;
  readonly request: MaskRequest;
}

export interface MaskReply {
  readonly id: number;
  readonly masked: MaskedResult;
}

parentPort?.on('message', ({ id, request }: MaskOrder) => {
  const reply: MaskReply = { id, masked: maskResult(request) };
  parentPort?.postMessage(reply);
});
