/** The conformance table with the built helper library in a page of a real Chromium. */
import { expect, test } from '@playwright/test';
import { pageHelperPeer } from '../conformance/page-helper-peer.ts';
import type { Peer } from '../conformance/peer.ts';
import { play, scenariosFor } from '../conformance/scenarios.ts';
import { openPlainPage, type PlainPage } from '../support/app/plain-page.ts';

test.describe('the helper in a page', () => {
  let opened: PlainPage | undefined;
  let peer: Peer;

  test.beforeAll(async () => {
    opened = await openPlainPage();
    peer = await pageHelperPeer(opened.page);
  });

  test.afterAll(() => opened?.close());

  for (const scenario of scenariosFor('helper-page')) {
    test(scenario.name, async () => {
      await expect(play(scenario, peer)).resolves.toBeUndefined();
    });
  }
});
