/** What the command line does with runtimes, whether a host runs for the home or not. */
import type { RuntimeView } from './app-state.ts';
import type { ActionReply, AddRuntime, RuntimeToken, SetRuntime } from './ipc-contract.ts';
import type { RuntimeTest } from './runtime-test.ts';

export interface ProfileBook {
  /** All runtimes of the home; without a running host none is connected. */
  list(): Promise<readonly RuntimeView[]>;
  add(runtime: AddRuntime): Promise<ActionReply>;
  set(request: SetRuntime): Promise<ActionReply>;
  remove(profileId: string): Promise<ActionReply>;
  setToken(request: RuntimeToken): Promise<ActionReply>;
  /** Does the whole handshake, where no connection is open already. */
  test(profileId: string): Promise<RuntimeTest>;
  /** Lets go of the home. */
  close(): Promise<void>;
}

export type OpenedProfileBook =
  | { readonly ok: true; readonly book: ProfileBook }
  | { readonly ok: false; readonly problem: string };
