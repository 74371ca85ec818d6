/** Puts `window.doorman` into a page: two functions, and only the channels that this window was given. */
import { contextBridge, ipcRenderer } from 'electron';
import type { AppState } from '../src-shared/app-state.ts';
import { type Channel, STATE_CHANGED } from '../src-shared/ipc-channels.ts';
import type { Bridge } from '../src-shared/ipc-contract.ts';

/** Main checks window, argument and sender again: this list only keeps a page from naming what is not its own. */
export function exposeBridge<C extends Channel>(channels: readonly C[]): void {
  const bridge: Bridge<C> = {
    call(channel, argument) {
      if (!channels.includes(channel)) {
        return Promise.reject(new Error(`This window has no channel ${JSON.stringify(channel)}.`));
      }
      return ipcRenderer.invoke(channel, argument);
    },
    onState(listener) {
      // The event object holds a reference to ipcRenderer, so it is not handed on.
      const forward = (_event: unknown, state: AppState) => listener(state);
      ipcRenderer.on(STATE_CHANGED, forward);
      return () => {
        ipcRenderer.removeListener(STATE_CHANGED, forward);
      };
    },
  };
  contextBridge.exposeInMainWorld('doorman', bridge);
}
