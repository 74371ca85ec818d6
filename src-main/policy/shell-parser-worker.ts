/** The worker that reads untrusted shell texts: it can be killed at any moment without harm to anything else. */
import { readFile } from 'node:fs/promises';
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

/** The types of src-main have no WebAssembly in them. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => object;
};

/**
 * Compiles on this thread. Left to compile on others, as it would by default, WebAssembly in a worker of Electron 33
 * now and then never reports back: most runs of a dozen workers hung, and the process could not end either.
 */
async function loadLanguage(): Promise<Language> {
  const require = createRequire(import.meta.url);
  const compile = async (file: string) => new WebAssembly.Module(await readFile(require.resolve(file)));
  const runtime = await compile('web-tree-sitter/web-tree-sitter.wasm');
  await Parser.init({
    instantiateWasm(imports: object, receive: (instance: object, module: object) => void) {
      receive(new WebAssembly.Instance(runtime, imports), runtime);
    },
  });
  return Language.loadSync(await compile('tree-sitter-bash/tree-sitter-bash.wasm'));
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
  let parser: Parser | undefined;
  // Listening comes before loading: a worker with nothing to listen to waits for all of V8's threads, which may wait for it.
  // A throw ends the worker: a parser that threw once throws on every later input, and its owner starts a fresh one.
  port.on('message', (request: ParseRequest) => {
    if (!parser) throw new Error('a text came before the grammar was loaded');
    const reply: ParserMessage = { kind: 'read', id: request.id, script: read(parser, request) };
    port.postMessage(reply);
  });
  const language = await loadLanguage();
  parser = new Parser().setLanguage(language);
  const ready: ParserMessage = { kind: 'ready' };
  port.postMessage(ready);
}
