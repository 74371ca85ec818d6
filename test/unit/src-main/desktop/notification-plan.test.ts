/** What a notification says, and where a yes can be given in it. */
import { describe, expect, it } from 'vitest';
import {
  isNews,
  type NotificationPlace,
  planFor,
  planForEnded,
} from '../../../../src-main/desktop/notification-plan.ts';
import { type PressRooms, pressed } from '../../../../src-main/desktop/notification-press.ts';
import type { JobView } from '../../../../src-shared/app-state.ts';
import type { AnswerRequest, StandingCard } from '../../../../src-shared/approval.ts';
import { desktopSettingsSchema } from '../../../../src-shared/desktop-settings.ts';
import { approvalCard } from '../../../support/approval-card.ts';

const { notify } = desktopSettingsSchema.parse({});
const mac: NotificationPlace = { platform: 'darwin', locked: false, notify };

function card(changes: Partial<StandingCard> = {}): StandingCard {
  const one = approvalCard({
    callId: 'call-1',
    ask: 'no-rule',
    summary: 'Run "touch a" in ~/project',
    text: 'touch a',
    wall: 'guarded',
    acts: true,
  });
  return { ...one, cardId: 'card-1', callIds: ['call-1'], otherClaims: [], ...changes };
}

const buttonsOf = (shown: StandingCard, place: NotificationPlace) => planFor(shown, shown, place)?.buttons;

describe('a notification of a waiting card', () => {
  it.each<NodeJS.Platform>(['darwin', 'win32'])(
    'can be answered on %s where all of it fits in',
    (platform) => {
      expect(planFor(card(), card(), { ...mac, platform })).toEqual({
        title: 'shell_run waits for you',
        body: 'Run "touch a" in ~/project',
        silent: true,
        buttons: ['allow', 'deny'],
      });
    },
  );

  it.each<NodeJS.Platform>(['linux', 'freebsd', 'openbsd'])(
    'opens the card on %s, in none of its words',
    (platform) => {
      expect(planFor(card(), card(), { ...mac, platform })).toMatchObject({
        body: 'Click to look and decide.',
        buttons: [],
      });
    },
  );

  it.each<[string, Partial<StandingCard>]>([
    ['must be looked at', { ask: 'must-look' }],
    ['is a question', { ask: 'question' }],
    ['is a result', { ask: 'review' }],
    ['stands for several calls', { callIds: ['call-1', 'call-2'] }],
    ['would run without a wall', { wall: 'none' }],
    ['is longer than a toast', { text: 'x'.repeat(200) }],
    ['has a second line', { text: 'touch a\nrm -r b' }],
    ['has a character that does not show', { text: 'touch a‮b' }],
  ])('has no buttons where the card %s', (_what, changes) => {
    expect(buttonsOf(card(changes), mac)).toEqual([]);
  });

  it('has no buttons and none of its words while the screen is locked, or when the card is gone', () => {
    expect(planFor(card(), card(), { ...mac, locked: true })).toMatchObject({
      body: 'Click to look and decide.',
      buttons: [],
    });
    expect(planFor(card(), undefined, mac)?.buttons).toEqual([]);
  });

  it('follows the switch of its event, and that of the sound', () => {
    const off = (changes: Partial<typeof notify>) => ({ ...mac, notify: { ...notify, ...changes } });
    expect(planFor(card(), undefined, off({ needsYou: false }))).toBeUndefined();
    expect(planFor(card({ ask: 'question' }), undefined, off({ needsYou: false }))).toBeDefined();
    expect(planFor(card({ ask: 'question' }), undefined, off({ question: false }))).toBeUndefined();
    expect(planFor(card(), undefined, off({ sound: true }))?.silent).toBe(false);
  });
});

describe('a button of a notification', () => {
  function rig(changes: Partial<PressRooms> = {}) {
    const answers: AnswerRequest[] = [];
    const rooms: PressRooms = {
      card: () => card(),
      locked: () => false,
      snapshot: () => 7,
      answer(request) {
        answers.push(request);
        return { kind: 'accepted' };
      },
      ...changes,
    };
    return { answers, rooms };
  }

  it.each(['allow', 'deny'] as const)('settles its own call by %s', (button) => {
    const { answers, rooms } = rig();
    expect(pressed(button, card(), 600, rooms)).toBeUndefined();
    expect(answers).toEqual([
      { callId: 'call-1', digest: card().digest, snapshot: 7, answer: { kind: button } },
    ]);
  });

  it.each<[string, Partial<PressRooms>]>([
    ['is gone', { card: () => undefined }],
    ['is another action by now', { card: () => card({ digest: 'f'.repeat(64) }) }],
    ['was joined by another', { card: () => card({ callIds: ['call-1', 'call-2'] }) }],
    ['stands behind a locked screen', { locked: () => true }],
  ])('allows nothing where the card %s', (_what, changes) => {
    const { answers, rooms } = rig(changes);
    expect(pressed('allow', card(), 600, rooms)).toBe('not-settled');
    expect(answers).toEqual([]);
  });

  it('allows nothing in the moment in which the notification comes up, and denies at once', () => {
    const { answers, rooms } = rig();
    expect(pressed('allow', card(), 400, rooms)).toBe('not-settled');
    expect(pressed('deny', card(), 10, rooms)).toBeUndefined();
    expect(answers.map(({ answer }) => answer.kind)).toEqual(['deny']);
  });

  it('says so where the host refuses the answer', () => {
    const { rooms } = rig({ answer: () => ({ kind: 'refused', why: 'too late' }) });
    expect(pressed('allow', card(), 600, rooms)).toBe('not-settled');
  });
});

describe('a notification of jobs that ended', () => {
  const job = (end: Partial<NonNullable<JobView['end']>> = {}): JobView => ({
    jobId: 'job-1',
    callId: 'call-1',
    summary: 'Run "make"',
    from: 'This machine',
    wall: 'guarded',
    startedAt: 0,
    endsBy: 1,
    kept: false,
    state: 'ended',
    end: { by: 'itself', exitCode: 0, signal: null, durationMs: 1, ...end },
  });
  const wanted = { ...mac, notify: { ...notify, finished: true } };

  it('comes only where the person switched it on', () => {
    expect(planForEnded([job()], mac)).toBeUndefined();
    expect(planForEnded([job()], wanted)).toMatchObject({
      title: 'Finished: a job ended',
      body: 'It succeeded. Click for the list.',
    });
  });

  it('is one for all of them, and tells how the last one ended', () => {
    expect(planForEnded([job(), job({ exitCode: 2 })], wanted)).toMatchObject({
      title: 'Finished: 2 jobs ended',
      body: 'It ended with code 2. Click for the list.',
    });
    expect(planForEnded([job({ by: 'time' })], wanted)?.body).toContain('limits');
  });

  it('is no news where the person or the agent ended it', () => {
    expect([job(), job({ by: 'time' })].every(isNews)).toBe(true);
    expect([job({ by: 'person' }), job({ by: 'stopped' }), job({ by: 'agent' })].some(isNews)).toBe(false);
  });
});
