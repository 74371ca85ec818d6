/** The readers of both directions: what they take, what they pass over, and that nothing makes them throw. */
import { expect, test } from 'vitest';
import { readClientFrame, readServerFrame } from '../../../src-shared/read-frame.ts';

test('reads hello_ok and invoke in either spelling to the same frame', () => {
  const helloOk = (name: string) =>
    readServerFrame(`{"type":"hello_ok","connection_id":"ctc-1","${name}":["a"],"invoke_timeout_ms":5000}`);
  expect(helloOk('accepted')).toEqual({
    kind: 'frame',
    frame: { type: 'hello_ok', connection_id: 'ctc-1', accepted: ['a'], invoke_timeout_ms: 5000 },
  });
  expect(helloOk('accepted_tools')).toEqual(helloOk('accepted'));
  const invoke = (name: string) => readServerFrame(`{"type":"invoke","call_id":"c","${name}":"t"}`);
  expect(invoke('tool')).toMatchObject({ kind: 'frame', frame: { tool: 't', call_id: 'c', input: null } });
  expect(invoke('tool_name')).toEqual(invoke('tool'));
});

test('takes field names of clients in any case, and leaves what is inside alone', () => {
  const raw = '{"TYPE":"result","Call_ID":"c","Ok":true,"output":{"KeY":1,"__proto__":2}}';
  const reading = readClientFrame(raw);
  expect(reading).toMatchObject({ kind: 'frame', frame: { call_id: 'c', ok: true } });
  if (reading.kind === 'frame' && reading.frame.type === 'result')
    expect(JSON.stringify(reading.frame.output)).toBe('{"KeY":1,"__proto__":2}');
});

test.each([
  ['a result that says nothing', '{"type":"result","call_id":"c"}', { ok: false }],
  ['a hello without tools', '{"type":"hello","tools":null}', { tools: [] }],
  [
    'tools that say nothing, as names that will be skipped',
    '{"type":"hello","tools":[null,{},{"Name":null}]}',
    { tools: [{ name: '' }, { name: '' }, { name: '' }] },
  ],
])('reads %s', (_name, raw, frame) => {
  expect(readClientFrame(raw)).toMatchObject({ kind: 'frame', frame });
});

test.each([
  ['', undefined],
  ['{', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['{"type":7}', undefined],
  ['{"type":"invoke"}', 'invoke'],
  ['{"type":"invoke","call_id":"","tool":"t"}', 'invoke'],
  [`{"type":"invoke","call_id":"${'c'.repeat(2_000)}","tool":"t"}`, 'invoke'],
  ['{"type":"invoke","call_id":"c"}', 'invoke'],
  ['{"type":"hello_ok","accepted":"all"}', 'hello_ok'],
  ['{"type":"invoke","call_id":"c","tool":7}', 'invoke'],
  ['{"type":"invoke","call_id":"c","tool":"t","run_id":7}', 'invoke'],
  ['{"type":"hello_ok","accepted":["a",1]}', 'hello_ok'],
  ['{"type":"cancel","call_id":1}', 'cancel'],
])('finds a problem in %s', (raw, type) => {
  expect(readServerFrame(raw)).toMatchObject({ kind: 'problem', type, problem: expect.any(String) });
});

test.each([
  '{"type":"hello","tools":"all"}',
  '{"type":"hello","tools":[7]}',
  '{"type":"hello","tools":[{"name":7}]}',
  '{"type":"hello","tools":[{"name":"x","description":{}}]}',
  '{"type":"hello","client":7}',
  '{"type":"result","call_id":"c","ok":"true"}',
  '{"type":"result","call_id":"c","error":{}}',
  '{"type":"result","call_id":7}',
  '{"type":"result"}',
])('finds a problem in %s of a client', (raw) => {
  const { type } = JSON.parse(raw);
  expect(readClientFrame(raw)).toMatchObject({ kind: 'problem', type, problem: expect.any(String) });
});

test('passes over a time-out in hello_ok that is none', () => {
  for (const waits of ['0', '-1', '"9"', 'null', '1e999'])
    expect(readServerFrame(`{"type":"hello_ok","invoke_timeout_ms":${waits}}`)).toEqual({
      kind: 'frame',
      frame: { type: 'hello_ok', connection_id: '', accepted: [], invoke_timeout_ms: undefined },
    });
});

test.each(['ping', 'hello', 'toString', '__proto__'])('passes over the unknown type %s', (type) => {
  expect(readServerFrame(JSON.stringify({ type }))).toEqual({ kind: 'ignorable', type });
});

test('reads frames that are nested as deep as their size allows', () => {
  const deep = '['.repeat(400_000) + ']'.repeat(400_000);
  expect(readServerFrame(`{"type":"invoke","call_id":"c","tool":"t","input":${deep}}`).kind).toBe('frame');
  expect(readClientFrame(`{"type":"result","call_id":"c","ok":true,"output":${deep}}`).kind).toBe('frame');
});
