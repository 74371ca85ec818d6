/** The worker that holds the index of the journal while the History page is open: reading and hashing hold only it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryFilter, HistoryLook } from '../../src-shared/history.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import type { TrustTexts } from './chain-start.ts';
import { HistoryAnswers, type HistoryPlace } from './history-answers.ts';

export type HistoryOrder =
  | { readonly kind: 'look'; readonly look: HistoryLook }
  | { readonly kind: 'story'; readonly call: string }
  | { readonly kind: 'export'; readonly filter: HistoryFilter; readonly file: string }
  | { readonly kind: 'verify'; readonly trust: TrustTexts };

export interface NumberedOrder {
  readonly id: number;
  readonly order: HistoryOrder;
}

export type FromHistory =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  | { readonly kind: 'checking'; readonly done: number; readonly of: number };

const answers = new HistoryAnswers(workerData as HistoryPlace);
const say = (message: FromHistory) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, order }: NumberedOrder) => {
  follow(order).then(
    (answer) => say({ kind: 'answer', id, answer }),
    (error: Error) => say({ kind: 'failed', id, error: error.message }),
  );
});

function follow(order: HistoryOrder): Promise<unknown> {
  switch (order.kind) {
    case 'look':
      return answers.look(order.look);
    case 'story':
      return answers.story(order.call);
    case 'export':
      return answers.export(order.filter, order.file);
    case 'verify':
      return answers.verify(order.trust, (done, of) => say({ kind: 'checking', done, of }));
    default:
      return assertNever(order);
  }
}
