/** The whole conformance table: what the runtime and its peers keep to, whoever the peer is. */
import { callScenarios } from './call-scenarios.ts';
import { frameScenarios } from './frame-scenarios.ts';
import { handshakeScenarios } from './handshake-scenarios.ts';
import { lifeScenarios } from './life-scenarios.ts';
import type { Peer, PeerKind } from './peer.ts';
import type { Scenario } from './scenario.ts';
import { Stage } from './stage.ts';

export const scenarios: readonly Scenario[] = [
  ...handshakeScenarios,
  ...callScenarios,
  ...frameScenarios,
  ...lifeScenarios,
];

/** Those that a peer of this kind can express. */
export function scenariosFor(kind: PeerKind): readonly Scenario[] {
  return scenarios.filter(({ cannot }) => cannot?.[kind] === undefined);
}

/** Plays one with a peer and closes everything afterwards. */
export async function play(scenario: Scenario, peer: Peer): Promise<void> {
  const stage = new Stage(peer);
  try {
    await scenario.run(stage);
  } finally {
    await stage.close();
  }
}
