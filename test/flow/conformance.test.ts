/** The conformance table with every peer that needs no browser. The page's part is in the desktop suite. */
import { describe, expect, test } from 'vitest';
import { barePeer } from '../conformance/bare-peer.ts';
import { linkPeer } from '../conformance/link-peer.ts';
import { nodeHelperPeer } from '../conformance/node-helper-peer.ts';
import { play, scenarios, scenariosFor } from '../conformance/scenarios.ts';

describe.each([linkPeer, barePeer(), nodeHelperPeer])('$kind', (peer) => {
  test.each(scenariosFor(peer.kind).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_name, scenario) => {
      await expect(play(scenario, peer)).resolves.toBeUndefined();
    },
  );
});

test('the table has each scenario once, and a reason for every peer that it leaves out', () => {
  const names = scenarios.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, cannot = {} } of scenarios) {
    expect(Object.values(cannot).length, name).toBeLessThan(4);
    for (const why of Object.values(cannot)) expect(why.length, name).toBeGreaterThan(10);
  }
});
