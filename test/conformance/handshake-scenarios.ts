/** Coming in: the hello, the names that count, and every way to be turned away. */
import assert from 'node:assert/strict';
import type { RuntimeOptions } from '../../src-runtime/start-runtime.ts';
import { barePeer } from './bare-peer.ts';
import type { End, Terms } from './peer.ts';
import { noHelper, onlyBare, type Scenario } from './scenario.ts';
import { SCOPELESS, Stage, TOKEN, tool } from './stage.ts';

const ownHello = 'says its own, well-formed hello first, and nothing else can be made to come before it';

const NO_HELLO = 'expected hello frame first';
const FEATURE_OFF =
  '{"code":"client_tools_unavailable","error":"the client-tool host is not enabled on this server"}';

const UNAUTHORIZED = { status: 401, body: 'unauthorized\n' };

function refused(
  why: string,
  end: End,
  terms: Partial<Terms>,
  options: Partial<RuntimeOptions> = {},
): Scenario {
  return {
    name: `is refused for ${why}`,
    async run(stage) {
      const runtime = await stage.runtime(options);
      const peer = await stage.connect(runtime, terms);
      await peer.endsAs(end);
      assert.equal(runtime.connections(), 0);
    },
  };
}

function badHello(what: string, first: string, code: number, reason: string): Scenario {
  return {
    name: `is closed with ${code} when it begins with ${what}`,
    cannot: onlyBare(ownHello),
    async run() {
      const stage = new Stage(barePeer({ first }));
      try {
        const runtime = await stage.runtime();
        await (await stage.connect(runtime)).endsAs({ code, reason });
        assert.equal(runtime.connections(), 0);
      } finally {
        await stage.close();
      }
    },
  };
}

/** Runs the check with a bare peer of other headers than the usual. */
function bareWith(options: Parameters<typeof barePeer>[0], protocol: string): Scenario['run'] {
  return async () => {
    const stage = new Stage(barePeer(options));
    try {
      const peer = await stage.connect(await stage.runtime());
      assert.deepEqual(await peer.opened(), ['read']);
      assert.equal(await peer.raw?.protocol(), protocol);
    } finally {
      await stage.close();
    }
  };
}

export const handshakeScenarios: Scenario[] = [
  {
    name: 'offers its tools with description and schema, and hears their names back',
    async run(stage) {
      const runtime = await stage.runtime();
      const schema = { type: 'object', properties: { path: { type: 'string' } } };
      const read = { name: 'read', description: 'Reads "it"\n', input_schema: schema };
      const peer = await stage.connect(runtime, { tools: [read, tool('write')] });
      assert.deepEqual(await peer.opened(), ['read', 'write']);
      assert.deepEqual(await stage.offered(runtime), [
        { ...read, name: 'client__read' },
        { ...tool('write'), name: 'client__write' },
      ]);
    },
  },
  {
    name: 'has unusable names skipped, and stays connected',
    async run(stage) {
      const runtime = await stage.runtime();
      const names = ['good', 'not good', 'no.dots', 'x'.repeat(57), 'y'.repeat(56), ''];
      const peer = await stage.connect(runtime, { tools: names.map((name) => tool(name, 'd')) });
      assert.deepEqual(await peer.opened(), ['good', 'y'.repeat(56)]);
      assert.equal(runtime.connections(), 1);
    },
  },
  {
    name: 'offers a name twice: both are accepted, the last counts',
    cannot: { link: 'leaves the second out itself, and says so' },
    async run(stage) {
      const runtime = await stage.runtime();
      const peer = await stage.connect(runtime, { tools: [tool('read', 'first'), tool('read', 'last')] });
      assert.deepEqual(await peer.opened(), ['read', 'read']);
      assert.deepEqual(await stage.offered(runtime), [{ ...tool('read', 'last'), name: 'client__read' }]);
    },
  },
  {
    name: 'connects without tools, and holds a slot',
    async run(stage) {
      const runtime = await stage.runtime({ maxConnections: 1 });
      assert.deepEqual(await (await stage.connect(runtime, { tools: [] })).opened(), []);
      assert.equal(runtime.connections(), 1);
    },
  },
  {
    name: 'is closed with 1013 over the cap of connections, and gets in when a slot is free',
    async run(stage) {
      const runtime = await stage.runtime({ maxConnections: 1 });
      const first = await stage.connect(runtime);
      await first.opened();
      const second = await stage.connect(runtime);
      await second.endsAs({ code: 1013, reason: 'too many client-tool connections' });
      assert.equal(runtime.connections(), 1);
      await first.close();
      await (await stage.connect(runtime)).opened();
    },
  },
  refused('an unknown token', UNAUTHORIZED, { token: 'token-of-nobody' }),
  refused('a token without the scope', { status: 403, body: 'insufficient scope\n' }, { token: SCOPELESS }),
  refused('client tools that are off', { status: 503, body: FEATURE_OFF }, {}, { enabled: false }),
  refused(
    'its token first where client tools are off too',
    UNAUTHORIZED,
    { token: 'token-of-nobody' },
    { enabled: false },
  ),
  badHello('another frame', '{"type":"result","call_id":"x"}', 1008, NO_HELLO),
  badHello('a hello in capitals', '{"type":"HELLO"}', 1008, NO_HELLO),
  badHello('no JSON', 'hello', 1008, NO_HELLO),
  badHello('an array', '[]', 1008, NO_HELLO),
  badHello('null', 'null', 1008, NO_HELLO),
  badHello('a type that is a number', '{"type":7}', 1008, NO_HELLO),
  badHello('tools that are no list', '{"type":"hello","tools":"all"}', 1003, 'malformed hello'),
  badHello('a name that is a number', '{"type":"hello","tools":[{"name":7}]}', 1003, 'malformed hello'),
  {
    name: 'is told 426 when it asks for no upgrade',
    cannot: onlyBare('always asks for one'),
    async run(stage) {
      const { url } = await stage.runtime();
      const headers = { authorization: `Bearer ${TOKEN}` };
      const response = await fetch(`${url}/v1/client-tools`, { headers });
      assert.equal(response.status, 426);
      assert.match(await response.text(), /^WebSocket protocol violation: /);
    },
  },
  {
    name: 'brings its token as a sub-protocol, and gets the other one echoed',
    cannot: { link: 'sends the token in the header' },
    async run(stage) {
      const { peer } = await stage.open();
      assert.equal(await peer.raw?.protocol(), 'loomcycle.client-tools.v1');
    },
  },
  {
    name: 'brings its token in a header',
    cannot: noHelper('a page cannot set headers of a WebSocket'),
    async run(stage) {
      if (stage.kind === 'link') await stage.open();
      else {
        const headers = { authorization: `Bearer ${TOKEN}` };
        await bareWith(
          { headers, protocols: ['loomcycle.client-tools.v1'] },
          'loomcycle.client-tools.v1',
        )(stage);
      }
    },
  },
  {
    name: 'gets the sub-protocol echoed in its own spelling',
    cannot: onlyBare('has one spelling'),
    run: bareWith(
      { protocols: [`bearer.${TOKEN}`, 'Loomcycle.Client-Tools.v1'] },
      'Loomcycle.Client-Tools.v1',
    ),
  },
];
