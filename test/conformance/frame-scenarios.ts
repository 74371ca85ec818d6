/** Frames that no well-behaved client sends, once it is connected: which are passed over, and which cost the connection. */
import assert from 'node:assert/strict';
import type { RunningRuntime } from '../../src-runtime/start-runtime.ts';
import type { Conversation, RawSocket } from './peer.ts';
import type { Scenario } from './scenario.ts';
import { failed, ok, type Stage, tool } from './stage.ts';

const noRaw = { link: 'sends what its calls end with and nothing else; its socket cannot be reached' };

function rawOf({ raw }: Conversation): RawSocket {
  assert(raw !== undefined, 'this peer has no raw socket');
  return raw;
}

/** Sends the frame while a call is under way, which then ends as if nothing had come. */
async function sendInMidCall(
  stage: Stage,
  runtime: RunningRuntime,
  peer: Conversation,
  frame: string,
): Promise<void> {
  const reply = stage.ask(runtime, 'read');
  const call = await peer.nextCall();
  await rawOf(peer).send(frame);
  await call.answer('still here');
  assert.deepEqual(await reply, ok('still here'));
}

const resultFrame = (callId: string | undefined, rest: object) =>
  JSON.stringify({ type: 'result', call_id: callId, ...rest });

/** A result frame of exactly that many bytes. */
function sized(callId: string | undefined, bytes: number): string {
  const empty = resultFrame(callId, { ok: true, output: '' });
  return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
}

function passedOver(what: string, frame: string): Scenario {
  return {
    name: `sends ${what}, which is passed over`,
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      await sendInMidCall(stage, runtime, peer, frame);
      assert.deepEqual(await stage.offered(runtime), [{ ...tool('read'), name: 'client__read' }]);
    },
  };
}

function dropped(what: string, rest: object): Scenario {
  return {
    name: `sends a result where ${what}: it is dropped, and the call waits on`,
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open({ invokeTimeoutMs: 5_000 });
      const reply = stage.ask(runtime, 'read');
      const call = await peer.nextCall();
      await sendInMidCall(stage, runtime, peer, resultFrame(call.callId, rest));
      stage.clock.advance(5_000);
      assert.deepEqual(await reply, failed('client__read timed out waiting for the client to respond'));
    },
  };
}

export const frameScenarios: Scenario[] = [
  passedOver('no JSON', 'no json'),
  passedOver('an array', '[1]'),
  passedOver('null', 'null'),
  passedOver('an object without a type', '{}'),
  passedOver('an unknown type', '{"type":"bye"}'),
  passedOver('a ping', '{"type":"ping"}'),
  passedOver('a pong', '{"type":"pong"}'),
  passedOver('a second hello', '{"type":"hello","tools":[{"name":"other"}]}'),
  passedOver('a result of no call', '{"type":"result","ok":true,"output":1}'),
  passedOver('a result of an unknown call', '{"type":"result","call_id":"call-999999","ok":true,"output":1}'),
  passedOver('nothing at all', ''),
  dropped('ok is a text', { ok: 'true', output: 1 }),
  dropped('the error is an object', { ok: false, error: {} }),
  {
    name: 'answers twice: the first counts',
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      const { callId } = await peer.nextCall();
      await rawOf(peer).send(resultFrame(callId, { ok: true, output: 'first' }));
      assert.deepEqual(await reply, ok('first'));
      await sendInMidCall(stage, runtime, peer, resultFrame(callId, { ok: true, output: 'second' }));
    },
  },
  {
    name: 'answers a call of another connection: it is dropped',
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const other = await stage.connect(runtime, { tools: [tool('write')] });
      await other.opened();
      const reply = stage.ask(runtime, 'read');
      const call = await peer.nextCall();
      await rawOf(other).send(resultFrame(call.callId, { ok: true, output: 'forged' }));
      const marker = stage.ask(runtime, 'write');
      await (await other.nextCall()).answer('marker');
      await marker;
      await call.answer('honest');
      assert.deepEqual(await reply, ok('honest'));
    },
  },
  {
    name: 'sends a binary frame with field names in any case, which counts',
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      const { callId } = await peer.nextCall();
      await rawOf(peer).send(
        `{"TYPE":"result","Call_ID":"${callId}","oK":true,"Output":{"KeY":1}}`,
        'binary',
      );
      assert.deepEqual(await reply, ok({ KeY: 1 }));
    },
  },
  {
    name: 'sends a frame of exactly the limit, which counts',
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      const { callId } = await peer.nextCall();
      await rawOf(peer).send(sized(callId, 1_048_576));
      assert.equal(((await reply) as { ok: boolean }).ok, true);
    },
  },
  {
    name: 'sends a frame one byte over the limit: closed with 1009, and every call in flight fails',
    cannot: noRaw,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const other = stage.ask(runtime, 'read');
      await peer.nextCall();
      const reply = stage.ask(runtime, 'read');
      const { callId } = await peer.nextCall();
      await rawOf(peer).send(sized(callId, 1_048_577));
      const lost = failed('the client disconnected while running client__read');
      assert.deepEqual([await other, await reply], [lost, lost]);
      await peer.endsAs({ code: 1009, reason: 'read limited at 1048577 bytes' });
    },
  },
];
