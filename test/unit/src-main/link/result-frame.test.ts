/** The one frame that answers a call: its shape for each kind of result, and that it never outgrows the limit. */
import { expect, test } from 'vitest';
import { resultFrame } from '../../../../src-main/link/result-frame.ts';
import { MAX_FRAME_BYTES } from '../../../../src-shared/client-tools.ts';
import type { Json } from '../../../../src-shared/json.ts';
import type { Outcome, ToolResult } from '../../../../src-shared/outcome.ts';

function frameOf(outcome: Outcome, machine?: string): Record<string, unknown> {
  return JSON.parse(resultFrame('call-1', 'read', outcome, { machine }));
}

function done(result: ToolResult): Outcome {
  return { kind: 'done', result };
}

test.each<[string, ToolResult, Json]>([
  ['text as a string', { kind: 'text', text: 'hi "there"' }, 'hi "there"'],
  ['data as an object', { kind: 'data', value: { exit_code: 0 } }, { exit_code: 0 }],
  [
    'an image with its type and size',
    { kind: 'image', mimeType: 'image/png', width: 2, height: 1, base64: 'aGk=' },
    { type: 'image', mime_type: 'image/png', width: 2, height: 1, data: 'aGk=' },
  ],
  [
    'the note of an image',
    { kind: 'image', mimeType: 'image/jpeg', width: 2, height: 1, base64: 'aGk=', note: 'scaled' },
    { type: 'image', mime_type: 'image/jpeg', width: 2, height: 1, data: 'aGk=', note: 'scaled' },
  ],
])('carries %s', (_name, result, output) => {
  expect(frameOf(done(result))).toEqual({ type: 'result', call_id: 'call-1', ok: true, output });
});

test.each<[string, Outcome, unknown]>([
  ['text', done({ kind: 'text', text: 'hi' }), { output: '[edited]\nhi' }],
  ['data', done({ kind: 'data', value: { a: 1 } }), { output: { edited_by_person: 'edited', a: 1 } }],
  [
    'an image',
    done({ kind: 'image', mimeType: 'image/png', width: 2, height: 1, base64: 'aGk=', note: 'scaled' }),
    { output: { note: 'edited\nscaled' } },
  ],
  ['an error', { kind: 'tool-failed', message: 'no such file' }, { error: 'edited\nno such file' }],
])('says with %s that the person had edited the input', (_name, outcome, expected) => {
  expect(frameOf({ ...outcome, inputEdited: 'edited' })).toMatchObject(expected as object);
});

test('carries any other end as an error with its sentence', () => {
  expect(frameOf({ kind: 'expired' })).toEqual({
    type: 'result',
    call_id: 'call-1',
    ok: false,
    error: expect.stringContaining('nobody answered in time'),
  });
});

test('fills the limit to the byte and answers with an error beyond it, counted in UTF-8', () => {
  const empty = Buffer.byteLength(resultFrame('call-1', 'read', done({ kind: 'text', text: '' })));
  const room = MAX_FRAME_BYTES - empty;
  const full = resultFrame('call-1', 'read', done({ kind: 'text', text: 'x'.repeat(room) }));
  expect(Buffer.byteLength(full)).toBe(MAX_FRAME_BYTES);
  expect(JSON.parse(full).ok).toBe(true);
  for (const text of ['x'.repeat(room + 1), '€'.repeat(room / 3 + 1), '"'.repeat(room / 2 + 1)]) {
    const frame = resultFrame('call-1', 'read', done({ kind: 'text', text }));
    expect(Buffer.byteLength(frame)).toBeLessThan(1_000);
    expect(JSON.parse(frame)).toMatchObject({ ok: false, error: expect.stringContaining('Ask for less') });
  }
});

test('cuts an endless error text', () => {
  const frame = resultFrame('call-1', 'read', { kind: 'tool-failed', message: '\u0000'.repeat(2_000_000) });
  expect(Buffer.byteLength(frame)).toBeLessThan(MAX_FRAME_BYTES);
  expect(JSON.parse(frame).error).toMatch(/\(cut\)$/);
});

test('never sends the text by which the runtime tells a lost connection, nor an empty error', () => {
  const lost = frameOf({ kind: 'tool-failed', message: 'client disconnected during the call' });
  expect(lost.error).toBe('client disconnected during the call.');
  expect(frameOf({ kind: 'tool-failed', message: '' }).error).not.toBe('');
});

test('sends lone surrogates as escapes, so that the frame stays valid UTF-8', () => {
  const frame = resultFrame('call-1', 'read', done({ kind: 'text', text: 'a\ud800b' }));
  expect(frame).toContain('a\\ud800b');
  expect(Buffer.from(frame).toString()).toBe(frame);
});

test('answers with an error when a result cannot be written as JSON', () => {
  let deep: { [key: string]: Json } = {};
  for (let level = 0; level < 200_000; level += 1) deep = { deep };
  const frame = frameOf(done({ kind: 'data', value: deep }));
  expect(frame).toMatchObject({ ok: false, error: expect.stringContaining('could not be written as JSON') });
});

test.each<[string, Outcome, object]>([
  ['a text', done({ kind: 'text', text: 'hi' }), { output: '[studio]\nhi' }],
  [
    'data, whatever it calls a machine itself',
    done({ kind: 'data', value: { machine: 'no', n: 1 } }),
    { output: { machine: 'studio', n: 1 } },
  ],
  [
    'an image',
    done({ kind: 'image', mimeType: 'image/png', width: 2, height: 1, base64: 'aGk=' }),
    {
      output: { type: 'image', machine: 'studio', mime_type: 'image/png', width: 2, height: 1, data: 'aGk=' },
    },
  ],
  ['an error', { kind: 'tool-failed', message: 'no' }, { error: 'studio: no' }],
])('names the machine in %s', (_name, outcome, expected) => {
  expect(frameOf(outcome, 'studio')).toMatchObject(expected);
});
