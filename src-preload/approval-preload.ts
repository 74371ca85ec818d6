/** The approval window's bridge: see the state, see a card, answer it. */
import { APPROVAL_CHANNELS } from '../src-shared/ipc-channels.ts';
import { exposeBridge } from './expose-bridge.ts';

exposeBridge(APPROVAL_CHANNELS);
