/** How a connection lives and ends: heartbeat, going away on either side, coming back. */
import assert from 'node:assert/strict';
import { barePeer } from './bare-peer.ts';
import { onlyBare, type Scenario } from './scenario.ts';
import { failed, ok, Stage } from './stage.ts';

export const lifeScenarios: Scenario[] = [
  {
    name: 'answers the heartbeat, and stays',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      for (const _ of [1, 2, 3]) {
        stage.clock.advance(20_000);
        // The pong goes out before the answer to a call that came after the ping.
        const reply = stage.ask(runtime, 'read');
        await (await peer.nextCall()).answer('here');
        assert.deepEqual(await reply, ok('here'));
      }
      assert.equal(runtime.connections(), 1);
    },
  },
  {
    name: 'misses the heartbeat: closed with 1008, and its calls fail',
    cannot: onlyBare('its WebSocket answers a ping by itself'),
    async run() {
      const stage = new Stage(barePeer({ autoPong: false }));
      try {
        const runtime = await stage.runtime();
        const peer = await stage.connect(runtime);
        await peer.opened();
        const reply = stage.ask(runtime, 'read');
        await peer.nextCall();
        stage.clock.advance(20_000);
        stage.clock.advance(10_000);
        assert.deepEqual(await reply, failed('the client disconnected while running client__read'));
        await peer.endsAs({ code: 1008, reason: 'heartbeat timeout' });
        assert.equal(runtime.connections(), 0);
      } finally {
        await stage.close();
      }
    },
  },
  {
    name: 'goes away in mid-call, and the agent is told',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await peer.nextCall();
      await peer.close();
      assert.deepEqual(await reply, failed('the client disconnected while running client__read'));
      assert.equal(runtime.connections(), 0);
    },
  },
  {
    name: 'learns that the runtime went away in mid-call',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read').catch(() => 'gone');
      const call = await peer.nextCall();
      await runtime.close();
      await call.calledOff;
      await reply;
    },
  },
  {
    name: 'comes back to a runtime that was started again, and answers nothing of the time before',
    cannot: { bare: 'connects once' },
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const before = stage.ask(runtime, 'read').catch(() => 'gone');
      const old = await peer.nextCall();
      await runtime.close();
      await before;
      await old.calledOff;
      const again = await stage.runtime({ port: runtime.port });
      await peer.opened();
      await old.answer('of the time before');
      const reply = stage.ask(again, 'read');
      await (await peer.nextCall()).answer('of now');
      assert.deepEqual(await reply, ok('of now'));
    },
  },
];
