/** What an agent is offered, what it may call, and what it reads of each outcome. */
import { expect, test } from 'vitest';
import { type CandidateTool, candidateTools } from '../../../src-runtime/dispatch.ts';
import { type Grants, isGranted } from '../../../src-runtime/grants.ts';
import { type Registration, Registry } from '../../../src-runtime/registry.ts';
import type { AdvertisedTool, ResultFrame } from '../../../src-shared/client-tools.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const alice = { tenant: 'default', subject: 'alice' };

test.each<[string, Grants, boolean]>([
  ['the name', { agent: ['client__browser_click'] }, true],
  ['a beginning', { agent: ['client__browser_*'] }, true],
  ['all client tools', { agent: ['Read', 'client__*'] }, true],
  ['everything', { agent: ['*'] }, true],
  ['a star in the middle', { agent: ['client__*_click'] }, false],
  ['two stars', { agent: ['client__b*c*'] }, false],
  ['another case', { agent: ['Client__*'] }, false],
  ['the bare name', { agent: ['browser_click'] }, false],
  ['the colon of old texts', { agent: ['client:browser_*'] }, false],
  ['spaces around', { agent: [' client__browser_click '] }, false],
  ['nothing', { agent: [] }, false],
  ['both lists', { agent: ['client__*'], caller: ['client__browser_*'] }, true],
  ['a caller that leaves nothing', { agent: ['*'], caller: [] }, false],
  ['a caller that wants more than the agent has', { agent: ['Read'], caller: ['*'] }, false],
])('grants by %s: %j', (_name, grants, granted) => {
  expect(isGranted('client__browser_click', grants)).toBe(granted);
});

interface Stage {
  readonly registry: Registry;
  readonly clock: ManualClock;
  /** Files a client that answers every call with `result`, or does not answer. */
  connect(tools: readonly AdvertisedTool[], result?: Partial<ResultFrame>): Registration;
  offered(...agent: string[]): CandidateTool[];
}

function stage(): Stage {
  const clock = new ManualClock();
  let ids = 0;
  const registry = new Registry({
    maxConnections: 8,
    invokeTimeoutMs: 1_000,
    after: (ms, run) => clock.after(ms, run),
    newId: (prefix) => `${prefix}-${++ids}`,
  });
  return {
    registry,
    clock,
    connect(tools, result) {
      const answer = (raw: string) => {
        const { call_id } = JSON.parse(raw);
        if (result)
          registration.deliverResult({
            type: 'result',
            call_id,
            ok: false,
            output: undefined,
            error: undefined,
            ...result,
          });
      };
      const registered = registry.register(alice, tools, answer);
      if (registered === 'too-many') throw new Error('the cap is eight');
      const registration: Registration = registered;
      return registration;
    },
    offered: (...agent) => candidateTools(registry, alice, { agent }),
  };
}

function only(tools: readonly CandidateTool[]): CandidateTool {
  const [tool, ...others] = tools;
  if (!tool || others.length > 0) throw new Error(`expected one tool, got ${tools.length}`);
  return tool;
}

test('offers what is granted, with prefix and schema as the client sent it', () => {
  const { connect, offered } = stage();
  const schema = { type: 'object', properties: { a: {} }, 'x-own': [1] };
  connect([
    { name: 'read', description: 'Reads', input_schema: schema },
    { name: 'write' },
    { name: 'odd', input_schema: null },
  ]);
  expect(offered('client__*').map(({ call: _, ...described }) => described)).toEqual([
    { name: 'client__read', description: 'Reads', input_schema: schema },
    { name: 'client__write', description: '', input_schema: { type: 'object' } },
    { name: 'client__odd', description: '', input_schema: null },
  ]);
  expect(offered('client__r*').map(({ name }) => name)).toEqual(['client__read']);
  expect(offered()).toEqual([]);
});

test.each<[string, Partial<ResultFrame>, { isError: boolean; text: string }]>([
  ['a string', { ok: true, output: 'two\nlines' }, { isError: false, text: 'two\nlines' }],
  ['JSON', { ok: true, output: { a: [1, null] } }, { isError: false, text: '{"a":[1,null]}' }],
  ['false', { ok: true, output: false }, { isError: false, text: 'false' }],
  ['null', { ok: true, output: null }, { isError: false, text: '' }],
  ['nothing', { ok: true }, { isError: false, text: '' }],
  ['an error', { error: 'no such file' }, { isError: true, text: 'no such file' }],
  [
    'an empty error',
    { error: '' },
    { isError: true, text: 'the client reported an error running client__read' },
  ],
])('gives the model the text of %s', async (_name, result, text) => {
  const { connect, offered } = stage();
  connect([{ name: 'read' }], result);
  expect(await only(offered('*')).call({})).toEqual(text);
});

test('keeps to what a run began with: the tool of a client that left fails, a later one is not seen', async () => {
  const { registry, connect, offered } = stage();
  const client = connect([{ name: 'read' }]);
  const tools = offered('*');
  expect(registry.provides(alice, 'read')).toBe(true);
  client.deregister();
  expect(registry.provides(alice, 'read')).toBe(false);
  connect([{ name: 'write' }]);
  expect(await only(tools).call({})).toEqual({
    isError: true,
    text: 'no client connection is available to run client__read (the providing client is not connected)',
  });
});

test('says each way of not being answered in words of its own', async () => {
  const { connect, offered, clock } = stage();
  const client = connect([{ name: 'read' }]);
  const tool = only(offered('*'));
  const late = tool.call({});
  clock.advance(1_000);
  expect((await late).text).toBe('client__read timed out waiting for the client to respond');
  const abort = new AbortController();
  const cancelled = tool.call({}, {}, abort.signal);
  abort.abort();
  expect((await cancelled).text).toBe('client tool error: context canceled');
  const dropped = tool.call({});
  client.deregister();
  expect((await dropped).text).toBe('the client disconnected while running client__read');
});
