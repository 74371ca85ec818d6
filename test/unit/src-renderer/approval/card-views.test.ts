import { createElement, createRef } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AnswerBar } from '../../../../src-renderer/approval/answer-bar.tsx';
import { CardBody } from '../../../../src-renderer/approval/card-body.tsx';
import { MoreWays } from '../../../../src-renderer/approval/more-ways.tsx';
import type { ApprovalBridge } from '../../../../src-renderer/bridge.ts';
import type { ApprovalCard } from '../../../../src-shared/approval.ts';
import { approvalCard } from '../../../support/approval-card.ts';
import { waitingView } from '../../../support/waiting-view.ts';

const card = approvalCard({
  reasons: [
    { text: 'not on your list', source: 'person', rule: 'Bash(ls)', part: 'make', weight: 'unlisted' },
  ],
  canDropWall: false,
  expiresAt: 8e15,
  scopes: ['minutes'],
});

function body(shown: ApprovalCard): string {
  return renderToStaticMarkup(
    createElement(CardBody, {
      card: shown,
      skew: 0,
      block: createRef<HTMLElement>(),
      opened: true,
      onOpen: () => {},
      picture: null,
    }),
  );
}

const bridge: ApprovalBridge = { call: () => new Promise(() => {}), onState: () => () => {} };

function bar(shown: ApprovalCard, seen = true): string {
  const answer = { sending: false, accepted: false, refused: undefined, given: 0, give: () => {} };
  const view = waitingView('card-1', 1, { ...shown, callIds: [shown.callId] });
  return renderToStaticMarkup(
    createElement(AnswerBar, { bridge, view, card: shown, skew: 0, seen, changing: false, answer }),
  );
}

function ways(shown: ApprovalCard): string {
  const nothing = () => {};
  return renderToStaticMarkup(
    createElement(MoreWays, {
      bridge,
      card: shown,
      callIds: [shown.callId],
      ready: true,
      withoutWall: false,
      onDropWall: nothing,
      onAnswer: nothing,
    }),
  );
}

describe('a card on screen', () => {
  it('shows every line to the end, with hidden characters as tokens and markup as text', () => {
    const html = body({ ...card, text: `${'x'.repeat(100_000)}\n<b>\u202eend` });
    expect(html.match(/x{2,}/g)?.join('')).toHaveLength(100_000);
    expect(html).toContain('&lt;b&gt;<span class="hidden-token">‹U+202E›</span>end');
    expect(html).toContain('1 hidden character');
  });

  it('gives the reason with its part and its rule, and the agent’s words as its claim', () => {
    const html = body({ ...card, claimedReason: 'You asked for it.' });
    expect(html).toMatch(/not on your list.*Bash\(ls\) \(your permission file\)/);
    expect(html).toMatch(/not checked<\/figcaption><blockquote><bdi>You asked for it\.</);
  });

  it('puts the reasons together at their part, the whole first where it is gravest', () => {
    const reasons: ApprovalCard['reasons'] = [
      { text: 'runs it', source: 'table', rule: 'sh', part: 'sh', weight: 'danger' },
      { text: 'writes', source: 'builtin', part: '> log' },
      { text: 'and more', source: 'table', rule: 'sh', part: 'sh' },
      { text: 'not on your list', source: 'builtin', part: 'make', weight: 'unlisted' },
    ];
    const html = body({ ...card, text: 'make', reasons });
    const order = [
      'part-danger">sh<',
      'runs it',
      'and more',
      'part-care">&gt; log<',
      'writes',
      'not on your list',
    ];
    const places = order.map((words) => html.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    // What speaks of the whole text does not repeat it.
    expect(html).not.toContain('">make</code>');
  });

  it('says who asks, with each name apart from its neighbours, and how often', () => {
    const origin = {
      door: 'client-tools' as const,
      profileId: 'w',
      profileName: 'Work',
      connectionId: 'c',
      agentId: 'שם',
      runId: 'r-1',
    };
    const html = body({ ...card, origin, machine: 'studio', asked: { same: 2, all: 3 } });
    expect(html).toContain('<bdi class="who-main">Work</bdi>');
    expect(html).toContain('this machine is “studio” there');
    expect(html).toContain('agent <bdi><bdi>שם</bdi></bdi>');
    expect(html).toContain('run <bdi>r-1</bdi>');
    expect(html).toMatch(/3rd question of this run.*asked twice/);
  });

  it('names the folders that the wall leaves open, and says plainly where there is none', () => {
    expect(body(card)).toContain('It can write only in ~/site and in a /tmp of its own.');
    expect(body({ ...card, writable: [] })).toContain('It can write only in a /tmp of its own.');
    expect(body({ ...card, wall: 'none' })).toContain('<strong>No wall.</strong>');
    expect(body({ ...card, acts: false })).toContain('It changes nothing here.');
  });

  it('says in words that a card must be looked at', () => {
    expect(body({ ...card, ask: 'must-look' })).toContain('Look closely');
  });
});

describe('the answers to a card', () => {
  it('has Allow dead until main says that a press counts, and Deny alive', () => {
    for (const html of [bar(card), bar(card, false), bar({ ...card, expiresAt: 1 })]) {
      expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>Allow once</);
      expect(html).not.toMatch(/<button[^>]*disabled[^>]*>Deny</);
    }
  });

  it('says that what must be looked at wants a press that is held, also to who cannot see it', () => {
    const html = bar({ ...card, ask: 'must-look' });
    const [, described, hint] = /aria-describedby="(arming) ([^" ]+)"[^>]*>Allow once</.exec(html) ?? [];
    expect(described).toBe('arming');
    expect(html).toMatch(new RegExp(`id="${hint}"[^>]*>Hold it for one second`));
    expect(bar(card)).not.toContain('Hold it for one second');
  });

  it('offers no grant for what must be looked at, whatever the card says', () => {
    const html = ways({ ...card, ask: 'must-look', canDropWall: true });
    expect(html).not.toMatch(/Always|15 minutes/);
    expect(html).toContain('Run without the wall');
    expect(bar({ ...card, ask: 'must-look' })).not.toContain('More ways');
  });
});
