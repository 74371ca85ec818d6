/** A tool that does nothing, and of which the judgement has something to judge: it claims to list an added folder. */

import { z } from 'zod';
import { defineTool, reasonField, type Tool } from '../../src-main/tools/define-tool.ts';
import type { EndSignal } from '../../src-shared/end-signal.ts';

export const NO_OP = 'no_op';

/** What a test hangs into the tool: before anybody decides, and when it starts. */
export interface NoOpHooks {
  resolving?(input: NoOpInput): Promise<void>;
  /** The signal is the one that its run was given. */
  started?(input: NoOpInput, signal: EndSignal): void;
}

export interface NoOpInput {
  readonly n: number;
  readonly text?: string | undefined;
}

const input = z.object({ n: z.number().int(), text: z.string().max(10_000).optional(), reason: reasonField });

/** `folder` is an added one. It answers with the number that it was given. */
export function noOpTool(folder: string, hooks: NoOpHooks = {}): Tool {
  return defineTool<NoOpInput, NoOpInput>({
    name: NO_OP,
    description: 'Does nothing.',
    input,
    async resolve({ n, text }) {
      if (hooks.resolving) await hooks.resolving({ n, text });
      const summary = `Do nothing, time ${n}`;
      const effects = [{ kind: 'list', path: folder }] as const;
      return {
        ok: true,
        action: {
          tool: NO_OP,
          summary,
          headline: [{ text: summary }],
          text: summary,
          effects,
          frozen: { n },
          target: { n, text },
        },
      };
    },
    async run({ target }, { signal }) {
      hooks.started?.(target, signal);
      return { ok: true, result: { kind: 'text', text: String(target.n) } };
    },
  }) as Tool;
}
