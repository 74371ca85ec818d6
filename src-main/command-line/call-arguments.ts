/** The options of `doorman call` and `doorman tool`, which stand before the command and never in it. */
import { parseArgs } from 'node:util';

export interface CallOptions {
  readonly to?: string | undefined;
  readonly relay?: string | undefined;
  readonly out?: string | undefined;
  readonly timeoutMs: number;
  readonly json: boolean;
}

type Read =
  | { readonly ok: true; readonly options: CallOptions; readonly rest: readonly string[] }
  | { readonly ok: false; readonly message: string };

const WITH_VALUE = new Set(['--to', '--relay', '--out', '-o', '--timeout']);

/** A command may run longer than anybody waits in a chat. Seconds. */
const DEFAULT_TIMEOUT_S = 120;

export function callArguments(args: readonly string[]): Read {
  const end = endOfOptions(args);
  try {
    const { values } = parseArgs({
      args: args.slice(0, end),
      options: {
        to: { type: 'string' },
        relay: { type: 'string' },
        out: { type: 'string', short: 'o' },
        timeout: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      strict: true,
    });
    const seconds = Number(values.timeout ?? DEFAULT_TIMEOUT_S);
    if (!(seconds > 0)) return { ok: false, message: '--timeout takes a number of seconds' };
    const { to, relay, out, json } = values;
    const rest = args.slice(args[end] === '--' ? end + 1 : end);
    return { ok: true, options: { to, relay, out, timeoutMs: seconds * 1000, json: json === true }, rest };
  } catch (error) {
    return { ok: false, message: `${(error as Error).message} Options go before the command.` };
  }
}

function endOfOptions(args: readonly string[]): number {
  let index = 0;
  while (args[index]?.startsWith('-') && args[index] !== '--') {
    index += WITH_VALUE.has(args[index] ?? '') ? 2 : 1;
  }
  return Math.min(index, args.length);
}
