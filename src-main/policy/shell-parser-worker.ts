/** The worker that reads untrusted shell texts: it can be killed at any moment without harm to anything else. */
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Language, Parser } from 'web-tree-sitter';
import type { ShellScript } from '../../src-shared/shell-script.ts';
import { readScript } from './shell-command.ts';
import { type ShellPlace, unclear } from './shell-reading.ts';

/** One text to read; the reply carries the same id. */
export interface ParseRequest {
  readonly id: number;
  readonly text: string;
  readonly place: ShellPlace;
  /** Milliseconds after which the parser stops by itself, where it still can. */
  readonly giveUpMs: number;
}

export type ParserMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly id: number; readonly script: ShellScript };

async function loadLanguage(): Promise<Language> {
  const require = createRequire(import.meta.url);
  await Parser.init({ locateFile: () => require.resolve('web-tree-sitter/web-tree-sitter.wasm') });
  return Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'));
}

function read(parser: Parser, request: ParseRequest): ShellScript {
  const started = performance.now();
  const options = { progressCallback: () => performance.now() - started > request.giveUpMs };
  const tree = parser.parse(request.text, null, options);
  if (!tree) {
    parser.reset();
    return unclear('text that takes too long to parse', request.text);
  }
  try {
    return readScript(tree.rootNode, request.text, request.place);
  } finally {
    tree.delete();
  }
}

const port = parentPort;
if (port) {
  const language = await loadLanguage();
  const parser = new Parser().setLanguage(language);
  // A throw ends the worker: a parser that threw once throws on every later input, and its owner starts a fresh one.
  port.on('message', (request: ParseRequest) => {
    const reply: ParserMessage = { kind: 'read', id: request.id, script: read(parser, request) };
    port.postMessage(reply);
  });
  const ready: ParserMessage = { kind: 'ready' };
  port.postMessage(ready);
}
