/** A picture that the person changed before it leaves: shown again, bound to the yes, on record, and told to the agent. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallRooms } from '../../../../src-main/calls/call-rooms.ts';
import { handleCall } from '../../../../src-main/calls/handle-call.ts';
import type { Answer } from '../../../../src-shared/approval.ts';
import type { PictureEdit, TakenPicture } from '../../../../src-shared/picture.ts';
import { callRooms, tracedTool, verdicts } from '../../../support/call-rooms.ts';

const COVER: PictureEdit = { covers: [{ x: 1, y: 2, width: 3, height: 4 }] };

/** A picture whose bytes are its edit, so that it is told apart. */
function pictureOf(edit: PictureEdit, bytes = 'taken'): TakenPicture {
  const base64 = Buffer.from(`${bytes} ${JSON.stringify(edit)}`).toString('base64');
  const image = { kind: 'image' as const, mimeType: 'image/png' as const, width: 9, height: 9, base64 };
  return {
    image,
    sha256: createHash('sha256').update(base64).digest('hex'),
    bytes: 1,
    whole: { width: 9, height: 9 },
    edit,
    takenAt: 5,
  };
}

/** Rooms in which a capture waits whose picture has these bytes. */
async function waiting(change: Partial<CallRooms> = {}, bytes = 'taken') {
  const { tool: plain, trace } = tracedTool();
  const { tool } = tracedTool({
    resolve: async (input, context) => {
      const resolved = await plain.resolve(input, context);
      if (!resolved.ok) return resolved;
      const picture = pictureOf({ covers: [] }, bytes);
      const effects = [{ kind: 'look' as const, target: 'the screen' }];
      return { ok: true, action: { ...resolved.action, effects, picture } };
    },
    withPicture: async (action, edit) =>
      edit.crop
        ? { ok: false, message: 'does not fit' }
        : { ok: true, action: { ...action, picture: pictureOf(edit) } },
    run: async ({ picture }) => {
      if (!picture) throw new Error('no picture');
      return { ok: true, result: picture.image };
    },
    release: plain.release,
  });
  const set = callRooms({ tool: () => tool, ...change });
  const handled = handleCall(set.incoming(), new AbortController().signal, set.rooms);
  const card = await set.nextCard();
  const current = () => set.queue.waiting()[0] ?? card;
  const edit = (picture: PictureEdit) => {
    const { callId, digest } = current();
    return set.queue.edit({ callId, digest, picture }, 'window');
  };
  const answer = (given: Answer) => {
    const { callId, digest } = current();
    return set.queue.answer({ callId, digest, snapshot: 1, answer: given }, 'window');
  };
  return { ...set, handled, card, current, edit, answer, trace };
}

describe('a picture that waits', () => {
  it('is on the card, and a yes is bound to its bytes, while what is meant stays the same', async () => {
    const { card, allow, handled } = await waiting();
    expect(card.picture).toEqual(pictureOf({ covers: [] }));
    allow(card);
    expect((await handled).outcome).toEqual({ kind: 'done', result: card.picture?.image });
    // Another picture of the same is the same action, and another card.
    const again = await waiting({}, 'later');
    expect(again.card.meaning).toBe(card.meaning);
    expect(again.card.digest).not.toBe(card.digest);
  });

  it('changed is another card: the old one takes no yes, what was shown leaves, and nothing stays open', async () => {
    const { card, current, edit, allow, handled, steps, trace } = await waiting();
    expect(await edit(COVER)).toEqual({ kind: 'accepted' });
    const now = current();
    expect(now).toMatchObject({ callId: card.callId, meaning: card.meaning, picture: pictureOf(COVER) });
    expect(now).toMatchObject({ scopes: [], expiresAt: card.expiresAt, summary: card.summary });
    expect(now.digest).not.toBe(card.digest);
    expect(allow(card).kind).toBe('refused');
    expect(allow(now).kind).toBe('accepted');
    expect((await handled).outcome).toEqual({
      kind: 'done',
      result: pictureOf(COVER).image,
      edited: true,
    });
    expect(trace.released).toBe(1);
    expect(steps.slice(3, 5)).toEqual([
      { step: 'picture-edited', ...COVER, by: 'window' },
      expect.objectContaining({
        step: 'decided',
        digest: now.digest,
        picture: { sha256: pictureOf(COVER).sha256, bytes: 1, mimeType: 'image/png' },
      }),
    ]);
    expect(JSON.stringify(steps)).not.toContain(now.picture?.image.base64.slice(0, 40) ?? 'nothing');
  });

  it('stays as it was where the change cannot be made or written down, or changes nothing', async () => {
    const { card, current, edit, rooms } = await waiting();
    const crop = { x: 0, y: 0, width: 1, height: 1 };
    expect(await edit({ crop, covers: [] })).toEqual({ kind: 'refused', why: 'does not fit' });
    Object.assign(rooms, { record: () => false });
    expect((await edit(COVER)).kind).toBe('refused');
    expect(current()).toBe(card);
  });

  it('takes no late change', async () => {
    const { card, answer, queue } = await waiting();
    answer({ kind: 'deny' });
    const { callId, digest } = card;
    expect(await queue.edit({ callId, digest, picture: COVER }, 'window')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('Too late'),
    });
  });
});

describe('a picture under review', () => {
  it('is changed as before the call, and leaves as it was shown last', async () => {
    const out = await waiting({ decide: async () => verdicts.allow, reviewed: () => true });
    expect(out.card).toMatchObject({ ask: 'review', picture: { edit: { covers: [] } } });
    expect(await out.edit(COVER)).toEqual({ kind: 'accepted' });
    expect(out.current().picture).toEqual(pictureOf(COVER));
    expect(out.current().digest).not.toBe(out.card.digest);
    expect(out.answer({ kind: 'send' })).toEqual({ kind: 'accepted' });
    expect((await out.handled).outcome).toEqual({
      kind: 'done',
      result: pictureOf(COVER).image,
      edited: true,
    });
    expect(out.steps.slice(-2)).toEqual([
      { step: 'picture-edited', ...COVER, by: 'window' },
      { step: 'reviewed', how: 'edited', by: 'window' },
    ]);
  });

  it('goes on from what was changed before the call', async () => {
    const out = await waiting({ reviewed: () => true });
    await out.edit(COVER);
    out.allow(out.current());
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(out.current()).toMatchObject({ ask: 'review', picture: { edit: COVER } });
    expect(await out.edit(COVER)).toMatchObject({ kind: 'refused', why: expect.stringContaining('same') });
    out.answer({ kind: 'send' });
    expect((await out.handled).outcome).toMatchObject({ kind: 'done', edited: true });
  });
});
