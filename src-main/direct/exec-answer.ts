/** How an outcome reads to a caller without a model: plain text, as a terminal would show it. */
import type { ExecAnswer } from '../../src-shared/direct-exec.ts';
import type { Json } from '../../src-shared/json.ts';
import { type Outcome, outcomeSentence, type ToolResult } from '../../src-shared/outcome.ts';

type Data = Extract<ToolResult, { kind: 'data' }>['value'];

export interface AnswerOptions {
  /** The name that the caller used. */
  readonly tool: string;
  /** Our own name. */
  readonly own: string;
  /** Whether the caller used a name of the published system, and expects text as its host would give it. */
  readonly published: boolean;
  readonly durationMs: number;
  /** Whether the tool was started at all. */
  readonly ran: boolean;
}

/** A command that ends with another code than 0 is an error, and its whole output is still the result. */
export function execAnswer(outcome: Outcome, options: AnswerOptions): ExecAnswer {
  const duration = options.ran ? { durationMs: options.durationMs } : {};
  if (outcome.kind === 'answered') {
    return { status: 'success', result: JSON.stringify(outcome.output), ...duration };
  }
  if (outcome.kind !== 'done') {
    const sentence = outcomeSentence(outcome, options.tool);
    const error = outcome.kind === 'denied-by-rule' ? `blocked: ${sentence}` : sentence;
    return { status: 'error', error, ...duration };
  }
  const result = resultText(outcome.result, options);
  const failed = options.own === 'shell_run' ? commandFailure(outcome.result) : undefined;
  if (failed === undefined) return { status: 'success', result, ...duration };
  return { status: 'error', result, error: failed, ...duration };
}

function resultText(result: ToolResult, { own, published }: AnswerOptions): string {
  switch (result.kind) {
    case 'text':
      return result.text;
    case 'image': {
      const url = `data:${result.mimeType};base64,${result.base64}`;
      return result.note === undefined ? url : `${url}\n${result.note}`;
    }
    default:
      return (published && texts[own]?.(result.value)) || JSON.stringify(result.value, null, 2);
  }
}

const texts: Readonly<Record<string, (value: Data) => string>> = {
  shell_run: shellText,
  fs_find_files: (value) => lines(value.files, (file) => String(file), '(no files)'),
  fs_list_directory: (value) => lines(value.entries, entryText, '(empty)'),
  fs_search_text: (value) => lines(value.files, matchesText, '(no matches)'),
};

/** Standard output, then standard error under its name, then the code: as the published host prints them. */
function shellText(value: Data): string {
  const stdout = text(value.stdout).trimEnd();
  const stderr = text(value.stderr).trimEnd();
  const code = value.exit_code === 0 ? '' : `\nExit code: ${value.exit_code ?? value.signal ?? 'none'}`;
  const said = [stdout, stderr === '' ? '' : `STDERR:\n${stderr}`].filter((part) => part !== '').join('\n');
  const remarks = [
    value.timed_out === true ? 'ended: it ran out of time' : '',
    text(value.ended),
    text(value.note),
    value.truncated === undefined ? '' : `left out, in bytes: ${JSON.stringify(value.truncated)}`,
  ].filter((part) => part !== '');
  const whole = `${said}${code}${remarks.map((remark) => `\n[Doorman: ${remark}]`).join('')}`;
  return whole === '' ? '(no output)' : whole;
}

function commandFailure(result: ToolResult): string | undefined {
  if (result.kind !== 'data' || result.value.exit_code === 0) return undefined;
  const { exit_code: code, signal, stderr, timed_out: timedOut } = result.value;
  const last = text(stderr).trimEnd().split('\n').at(-1);
  const ended = signal === undefined ? `exit code ${code}` : `ended by ${signal}`;
  return `${timedOut === true ? 'out of time' : ended}${last ? `: ${last}` : ''}`;
}

function lines(items: Json | undefined, line: (item: Json) => string, none: string): string {
  return Array.isArray(items) && items.length > 0 ? items.map(line).join('\n') : none;
}

function entryText(entry: Json): string {
  const { name, type } = entry as { readonly name: string; readonly type: string };
  return type === 'directory' ? `${name}/` : name;
}

function matchesText(file: Json): string {
  const { path, lines: found } = file as {
    readonly path: string;
    readonly lines: readonly { readonly line: number; readonly text: string; readonly context?: boolean }[];
  };
  return found
    .map(
      ({ line, text: words, context }) =>
        `${path}${context ? '-' : ':'}${line}${context ? '-' : ':'}${words}`,
    )
    .join('\n');
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
