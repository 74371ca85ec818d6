/** The runtimes of a running host, over its local socket. */
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import type { ProfileBook } from '../../src-shared/profile-book.ts';
import { control } from './client.ts';

/** Undefined where no host answers for the home. */
export async function hostProfileBook(socket: string): Promise<ProfileBook | undefined> {
  const running = await control<'status'>(socket, { command: 'status' });
  if (!running.ok) return undefined;
  return {
    async list() {
      const status = await control<'status'>(socket, { command: 'status' });
      if (!status.ok) throw new Error(status.error);
      return status.value.state.runtimes;
    },
    add: async (runtime) => done(await control<'runtime-add'>(socket, { command: 'runtime-add', runtime })),
    set: async (request) =>
      done(await control<'runtime-set'>(socket, { command: 'runtime-set', ...request })),
    remove: async (profileId) =>
      done(await control<'runtime-remove'>(socket, { command: 'runtime-remove', profileId })),
    setToken: async (request) =>
      done(await control<'runtime-token'>(socket, { command: 'runtime-token', ...request })),
    async test(profileId) {
      const tested = await control<'runtime-test'>(socket, { command: 'runtime-test', profileId });
      return tested.ok ? { ok: true, report: tested.value } : tested;
    },
    async close() {},
  };
}

function done(reply: { ok: true } | { ok: false; error: string }): ActionReply {
  return reply.ok ? { ok: true } : reply;
}
