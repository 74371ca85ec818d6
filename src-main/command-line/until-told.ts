/** Waits until the process is told to end, by a person or by a service manager. */

type Signals = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

const TO_END = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves on the first signal that tells to end; on the second, `endNow` is called, once nothing listens any more.
 * Listens on until then: while a file is written atomically, that library listens too, and ends the process at once where
 * it finds itself alone.
 */
export function untilTold(process: Signals, endNow: (signal: NodeJS.Signals) => void): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    const hear = (signal: NodeJS.Signals) => {
      if (told) {
        for (const each of TO_END) process.off(each, hear);
        endNow(signal);
      }
      told = true;
      resolve();
    };
    for (const each of TO_END) process.on(each, hear);
  });
}
