/** A waiting card for tests, with what a test cares about in place of the defaults. */
import type { ApprovalCard } from '../../src-shared/approval.ts';

export function approvalCard(change: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    callId: 'c-1',
    tool: 'shell_run',
    summary: 'Run `make` in ~/site',
    headline: [
      { text: 'Run ' },
      { text: 'make', object: true },
      { text: ' in ' },
      { text: '~/site', object: true },
    ],
    text: 'make',
    acts: true,
    input: { command: 'make' },
    ask: 'no-rule',
    reasons: [{ text: 'make is not on your list', source: 'builtin' }],
    wall: 'guarded',
    canDropWall: true,
    writable: ['~/site'],
    origin: { door: 'local', caller: 'test' },
    asked: { same: 1, all: 1 },
    parsed: { commands: [], redirects: [], paths: [], leftOut: 0 },
    digest: 'a'.repeat(64),
    meaning: 'b'.repeat(64),
    askedAt: 0,
    expiresAt: 0,
    scopes: ['minutes'],
    ...change,
  };
}
