/** The main window's bridge: everything a person does there, and nothing that answers a waiting call. */
import { MAIN_CHANNELS } from '../src-shared/ipc-channels.ts';
import { exposeBridge } from './expose-bridge.ts';

exposeBridge(MAIN_CHANNELS);
