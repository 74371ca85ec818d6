/** Bounds how many ways are open or being opened at once: each takes a descriptor of Doorman's own. */
import type { Reach } from './reach.ts';

/**
 * Makes what bounds every reach that is handed to it, all of them together to `most` ways. A way counts from its request
 * until its socket is closed, also where whoever asked for it is gone by then.
 */
export function limitWays(most: number): (reach: Reach) => Reach {
  let open = 0;
  const free = () => {
    open -= 1;
  };
  return (reach) =>
    async (...asked) => {
      if (open >= most) return { ok: false, status: 502, why: `${most} connections are open already` };
      open += 1;
      const way = await reach(...asked).catch((error) => {
        free();
        throw error;
      });
      if (!way.ok || way.socket.destroyed) free();
      else way.socket.once('close', free);
      return way;
    };
}
