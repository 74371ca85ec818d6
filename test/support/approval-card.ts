/** A waiting card for tests, with what a test cares about in place of the defaults. */
import type { ApprovalCard } from '../../src-shared/approval.ts';

export function approvalCard(change: Partial<ApprovalCard> = {}): ApprovalCard {
  return {
    callId: 'c-1',
    tool: 'shell_run',
    summary: 'Run `make` in ~/site',
    text: 'make',
    input: { command: 'make' },
    ask: 'no-rule',
    reasons: [{ text: 'make is not on your list', source: 'builtin' }],
    wall: 'guarded',
    canDropWall: true,
    origin: { door: 'local', caller: 'test' },
    digest: 'a'.repeat(64),
    meaning: 'b'.repeat(64),
    askedAt: 0,
    expiresAt: 0,
    scopes: ['minutes'],
    ...change,
  };
}
