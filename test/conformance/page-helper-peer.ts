/** The built helper library in a page of a real Chromium, driven from outside through Playwright. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { ClientToolHost, ClientToolsStatus, ToolCall } from '../../src-client/connect-client-tools.ts';
import { Inbox } from '../support/inbox.ts';
import { assertEnd } from './helper-end.ts';
import type { Conversation, Peer, ReceivedCall, Terms } from './peer.ts';

/** What the page reports of a connection. */
type Report =
  | { readonly kind: 'status'; readonly status: ClientToolsStatus }
  | { readonly kind: 'call'; readonly index: number; readonly call: Omit<ToolCall, 'signal'> }
  | { readonly kind: 'called-off'; readonly index: number };

/** What the scripts below keep in the page, by the number of the connection. */
interface InPage {
  report(connection: number, report: Report): void;
  conformance?: Map<number, Connection>;
}

interface Connection {
  host?: ClientToolHost;
  socket?: WebSocket;
  readonly calls: { resolve(output: unknown): void; reject(error: Error): void }[];
}

/** The page must be of an origin that serves the library as `/client-tools.js`. */
export async function pageHelperPeer(page: Page): Promise<Peer> {
  const listeners = new Map<number, (report: Report) => void>();
  await page.exposeFunction('report', (connection: number, report: Report) =>
    listeners.get(connection)?.(report),
  );
  let connections = 0;
  return {
    kind: 'helper-page',
    async connect(terms) {
      connections += 1;
      const number = connections;
      const conversation = converse(page, number, (listen) => listeners.set(number, listen));
      await page.evaluate(connectInPage, { number, terms });
      return conversation;
    },
  };
}

function converse(
  page: Page,
  number: number,
  onReport: (listen: (report: Report) => void) => void,
): Conversation {
  const statuses = new Inbox<ClientToolsStatus>();
  const calls = new Inbox<ReceivedCall>();
  const callOffs = new Map<number, () => void>();
  onReport((report) => {
    if (report.kind === 'status') statuses.push(report.status);
    else if (report.kind === 'called-off') callOffs.get(report.index)?.();
    else calls.push(received(page, number, report.index, report.call, callOffs));
  });
  return {
    async opened() {
      const status = await statuses.until(({ state }) => state === 'open');
      assert(status.state === 'open');
      return status.accepted;
    },
    endsAs: async (end) => assertEnd(await statuses.until(({ state }) => state === 'waiting'), end),
    nextCall: () => calls.next(),
    close: () => page.evaluate(closeInPage, number),
    raw: {
      send: (frame, form = 'text') => page.evaluate(sendInPage, { number, frame, form }),
      protocol: () => page.evaluate(protocolInPage, number),
    },
  };
}

function received(
  page: Page,
  number: number,
  index: number,
  call: Omit<ToolCall, 'signal'>,
  callOffs: Map<number, () => void>,
): ReceivedCall {
  return {
    ...call,
    calledOff: new Promise((resolve) => callOffs.set(index, resolve)),
    answer: (output) => page.evaluate(answerInPage, { number, index, output: output as unknown }),
    fail: (error) => page.evaluate(answerInPage, { number, index, error }),
  };
}

// The functions below run in the page, where nothing of this file is in scope.

async function connectInPage({ number, terms }: { number: number; terms: Terms }): Promise<void> {
  const inPage = globalThis as unknown as InPage;
  const connection: Connection = { calls: [] };
  inPage.conformance ??= new Map();
  inPage.conformance.set(number, connection);
  const address = '/client-tools.js';
  const { connectClientTools } = await import(address);
  class Recorded extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      connection.socket = this;
    }
  }
  connection.host = connectClientTools({
    baseUrl: terms.url,
    authToken: terms.token,
    tools: terms.tools,
    WebSocketImpl: Recorded,
    onStatus: (status: ClientToolsStatus) => inPage.report(number, { kind: 'status', status }),
    onInvoke: ({ signal, ...call }: ToolCall) =>
      new Promise((resolve, reject) => {
        const index = connection.calls.push({ resolve, reject }) - 1;
        signal.addEventListener('abort', () => inPage.report(number, { kind: 'called-off', index }));
        inPage.report(number, { kind: 'call', index, call });
      }),
  });
}

async function closeInPage(number: number): Promise<void> {
  const { host, socket } = (globalThis as unknown as InPage).conformance?.get(number) ?? {};
  host?.close();
  if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
  await new Promise((resolve) => socket.addEventListener('close', resolve));
}

function sendInPage({ number, frame, form }: { number: number; frame: string; form: string }): void {
  const { socket } = (globalThis as unknown as InPage).conformance?.get(number) ?? {};
  socket?.send(form === 'text' ? frame : new TextEncoder().encode(frame));
}

function protocolInPage(number: number): string {
  return (globalThis as unknown as InPage).conformance?.get(number)?.socket?.protocol ?? '';
}

function answerInPage(answer: { number: number; index: number; output?: unknown; error?: string }): void {
  const { calls } = (globalThis as unknown as InPage).conformance?.get(answer.number) ?? {};
  const call = calls?.[answer.index];
  if (answer.error === undefined) call?.resolve(answer.output);
  else call?.reject(new Error(answer.error));
}
