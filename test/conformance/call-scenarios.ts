/** Calls and their answers: every kind of output, every way to fail, in any order, exactly once. */
import assert from 'node:assert/strict';
import type { Json } from '../../src-shared/json.ts';
import { onlyBare, type Scenario } from './scenario.ts';
import { failed, ok, tool } from './stage.ts';

const linkHasOutputs = { link: "a tool of Doorman's always has an output: text, an object or a picture" };
const ownErrors = 'gives an error without a text one of its own';

function answers(what: string, output: Json | undefined, cannot: Scenario['cannot'] = {}): Scenario {
  return {
    name: `answers with ${what}`,
    cannot,
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await (await peer.nextCall()).answer(output);
      assert.deepEqual(await reply, ok(output ?? ''));
    },
  };
}

export const callScenarios: Scenario[] = [
  {
    name: 'gets input and ids as they were given',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const input = { 'a <b> &': ['\u2028', '😀', '\\"', null, 1.5, { deep: [[]] }] };
      const reply = stage.ask(runtime, 'client__read', { input, runId: 'run-1', agentId: 'agent-1' });
      const call = await peer.nextCall();
      assert.deepEqual(
        [call.tool, call.input, call.runId, call.agentId],
        ['read', input, 'run-1', 'agent-1'],
      );
      await call.answer('done');
      assert.deepEqual(await reply, ok('done'));
    },
  },
  answers('text', 'two\nlines, "quoted", \u2028 and 😀'),
  answers('an empty text', ''),
  answers('an object', { lines: [1, null, { a: '' }] }),
  answers('a list', [1, 2], linkHasOutputs),
  answers('false', false, linkHasOutputs),
  answers('null', null, linkHasOutputs),
  answers('nothing', undefined, linkHasOutputs),
  {
    name: 'answers with an error',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await (await peer.nextCall()).fail('no such file: "a"');
      assert.deepEqual(await reply, failed('no such file: "a"'));
    },
  },
  {
    name: 'has an error that reads like the word for a lost connection, and it stays an error of the tool',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await (await peer.nextCall()).fail('client disconnected during the call');
      const { error } = (await reply) as { error: string };
      assert.match(error, /^client disconnected during the call\.?$/);
    },
  },
  {
    name: 'fails without a text, and the agent gets one all the same',
    cannot: onlyBare(ownErrors),
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await (await peer.nextCall()).fail('');
      assert.deepEqual(await reply, failed('the client reported an error running client__read'));
    },
  },
  {
    name: 'has several calls in flight and answers them out of order, each to its own caller',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const inputs = [...Array(12).keys()];
      const replies = inputs.map((input) => stage.ask(runtime, 'read', { input }));
      const calls = [];
      for (const _ of inputs) calls.push(await peer.nextCall());
      for (const call of calls.reverse()) await call.answer({ input: call.input as number });
      assert.deepEqual(
        await Promise.all(replies),
        inputs.map((input) => ok({ input })),
      );
    },
  },
  {
    name: 'loses a name to the newest connection, and has it back when that goes',
    async run(stage) {
      const runtime = await stage.runtime();
      const old = await stage.connect(runtime, { tools: [tool('read', 'old'), tool('write')] });
      await old.opened();
      const fresh = await stage.connect(runtime, { tools: [tool('read', 'fresh')] });
      await fresh.opened();
      const answeredBy = async (peer: typeof old, name: string) => {
        const reply = stage.ask(runtime, name);
        await (await peer.nextCall()).answer('here');
        assert.deepEqual(await reply, ok('here'));
      };
      await answeredBy(fresh, 'read');
      await answeredBy(old, 'write');
      await fresh.close();
      while (runtime.connections() > 1) await new Promise((resolve) => setImmediate(resolve));
      await answeredBy(old, 'read');
    },
  },
  {
    name: 'is not asked for a tool that it does not offer',
    async run(stage) {
      const { runtime } = await stage.open();
      assert.deepEqual(
        await stage.ask(runtime, 'write'),
        failed(
          'no client connection is available to run client__write (the providing client is not connected)',
        ),
      );
    },
  },
  {
    name: 'is told when its caller goes away, and a late answer changes nothing',
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const caller = new AbortController();
      const reply = stage.ask(runtime, 'read', { signal: caller.signal });
      const call = await peer.nextCall();
      caller.abort();
      await assert.rejects(reply);
      await call.calledOff;
      await call.answer('too late');
      const next = stage.ask(runtime, 'read');
      await (await peer.nextCall()).answer('in time');
      assert.deepEqual(await next, ok('in time'));
    },
  },
  {
    name: 'is told when its time is up, and a late answer changes nothing',
    async run(stage) {
      const { runtime, peer } = await stage.open({ invokeTimeoutMs: 5_000 });
      const reply = stage.ask(runtime, 'read');
      const call = await peer.nextCall();
      stage.clock.advance(5_000);
      assert.deepEqual(await reply, failed('client__read timed out waiting for the client to respond'));
      await call.calledOff;
      await call.answer('too late');
      const next = stage.ask(runtime, 'read');
      await (await peer.nextCall()).answer('in time');
      assert.deepEqual(await next, ok('in time'));
    },
  },
  {
    name: 'has an output over the frame limit, and loses that call alone',
    cannot: { bare: 'has no limit of its own; see the raw frames' },
    async run(stage) {
      const { runtime, peer } = await stage.open();
      const reply = stage.ask(runtime, 'read');
      await (await peer.nextCall()).answer('x'.repeat(1_048_576));
      const { error } = (await reply) as { error: string };
      assert.match(error, /^the result of read has \d+ bytes, more than the 1048576/);
      const next = stage.ask(runtime, 'read');
      await (await peer.nextCall()).answer('small');
      assert.deepEqual(await next, ok('small'));
    },
  },
];
