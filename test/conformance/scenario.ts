/** What a line of the conformance table is. */
import type { PeerKind } from './peer.ts';
import type { Stage } from './stage.ts';

export interface Scenario {
  readonly name: string;
  /** The peers that cannot express it, each with the reason. All others run it. */
  readonly cannot?: Partial<Readonly<Record<PeerKind, string>>>;
  /** Throws where the runtime or the peer does not keep to the wire. */
  run(stage: Stage): Promise<void>;
}

/** Neither of the two helpers can, for one reason. */
export const noHelper = (why: string) => ({ 'helper-node': why, 'helper-page': why });

/** `ws` alone can, for one reason. */
export const onlyBare = (why: string) => ({ link: why, ...noHelper(why) });
