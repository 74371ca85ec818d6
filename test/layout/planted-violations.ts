// Owns the violations that the layout check must catch: each is laid over the orderly tree, with the one line
// that the check must then print.

import { lines } from './orderly-tree.ts';

/** What it is, the files that plant it, and the line that the check prints. */
export const planted: [what: string, files: Record<string, string>, expected: RegExp][] = [
  [
    'a room that imports another room',
    {
      'src-main/link/link.ts': "import { decide } from '../policy/decide.ts';\nexport const link = decide;\n",
    },
    /^src-main\/link\/link.ts:1 \[import\] src-main\/link may not import src-main\/policy/,
  ],
  [
    'a type that crosses between rooms',
    {
      'src-main/link/link.ts':
        "\nimport type { decide } from '../policy/decide.ts';\nexport type Link = typeof decide;\n",
    },
    /^src-main\/link\/link.ts:2 \[import\] src-main\/link may not import a type from src-main\/policy/,
  ],
  [
    'a type that crosses between rooms inside a type expression',
    { 'src-main/link/link.ts': "export type Link = import('../policy/decide.ts').Decide;\n" },
    /\[import\] src-main\/link may not import a type from src-main\/policy/,
  ],
  [
    'a re-export that crosses between rooms',
    { 'src-main/link/link.ts': "export { decide as link } from '../policy/decide.ts';\n" },
    /\[import\] src-main\/link may not import src-main\/policy/,
  ],
  [
    'a dynamic import that crosses between rooms',
    { 'src-main/link/link.ts': "export const link = () => import('../policy/decide.ts');\n" },
    /\[import\] src-main\/link may not import src-main\/policy/,
  ],
  [
    'a room that imports the composing file',
    { 'src-main/policy/rule.ts': "import { host } from '../compose-host.ts';\nexport const rule = host;\n" },
    /\[import\] src-main\/policy may not import src-main\/compose-host.ts/,
  ],
  [
    'a room that imports Electron',
    { 'src-main/tools/screen.ts': "import { app } from 'electron';\nexport const screen = app;\n" },
    /\[import\] src-main\/tools may not import electron/,
  ],
  [
    'a type of Electron in the composing file',
    { 'src-main/join-rooms.ts': "import type { App } from 'electron';\nexport type Join = App;\n" },
    /^src-main\/join-rooms.ts:1 \[import\] src-main\/compose-host.ts may not import electron/,
  ],
  [
    'calls that import Node',
    {
      'src-main/calls/handle-call.ts':
        "import { readFile } from 'node:fs';\nexport const handle = readFile;\n",
    },
    /\[import\] src-main\/calls may not import Node's node:fs/,
  ],
  [
    'calls that import a room',
    {
      'src-main/calls/handle-call.ts':
        "import { decide } from '../policy/decide.ts';\nexport const handle = decide;\n",
    },
    /\[import\] src-main\/calls may not import src-main\/policy/,
  ],
  [
    'ws outside link, direct and the runtime',
    { 'src-main/tools/socket.ts': "import { WebSocket } from 'ws';\nexport const socket = WebSocket;\n" },
    /\[import\] src-main\/tools may not import ws/,
  ],
  [
    'keytar outside the keychain',
    { 'src-main/settings/store.ts': "import keytar from 'keytar';\nexport const store = keytar;\n" },
    /\[import\] src-main\/settings may not import keytar/,
  ],
  [
    'child_process outside spawn-child.ts',
    { 'src-main/tools/shell-run.ts': "import { exec } from 'child_process';\nexport const shell = exec;\n" },
    /\[import\] imports child_process: only src-main\/tools\/spawn-child.ts starts processes/,
  ],
  [
    'a process started through require',
    { 'src-main/link/link.ts': "export const link = require('node:child_process');\n" },
    /\[import\] imports node:child_process/,
  ],
  [
    'a process started through getBuiltinModule',
    { 'src-main/link/link.ts': "export const link = process.getBuiltinModule('child_process');\n" },
    /\[import\] imports child_process/,
  ],
  [
    'a package that is not in package.json',
    { 'src-main/policy/decide.ts': "import x from 'left-pad';\nexport const decide = x;\n" },
    /\[import\] src-main\/policy may not import the package left-pad/,
  ],
  [
    'Node in the shared words',
    { 'src-shared/call.ts': "import { randomUUID } from 'crypto';\nexport const call = randomUUID;\n" },
    /\[import\] src-shared may not import Node's crypto/,
  ],
  [
    'main in the shared words',
    {
      'src-shared/outcome.ts':
        "import type { Host } from '../src-main/host.ts';\nexport type Outcome = Host;\n",
    },
    /\[import\] src-shared may not import a type from src-main\/host.ts/,
  ],
  [
    'Node in the renderer',
    { 'src-renderer/main.tsx': "import { readFile } from 'node:fs';\nexport const page = readFile;\n" },
    /\[import\] src-renderer may not import Node's node:fs/,
  ],
  [
    'main in the renderer',
    {
      'src-renderer/main.tsx': "import type { Host } from '../src-main/host.ts';\nexport type Page = Host;\n",
    },
    /\[import\] src-renderer may not import a type from src-main\/host.ts/,
  ],
  [
    'a value other than the channels in a preload',
    {
      'src-preload/main-preload.ts':
        "import { call } from '../src-shared/call.ts';\nexport const preload = call;\n",
    },
    /\[import\] src-preload may not import src-shared/,
  ],
  [
    'main in the runtime',
    {
      'src-runtime/serve.ts':
        "import { link } from '../src-main/link/link.ts';\nexport const serve = link;\n",
    },
    /\[import\] src-runtime may not import src-main\/link/,
  ],
  [
    'a helper for other programs that needs a package',
    { 'src-client/connect.ts': "import { WebSocket } from 'ws';\nexport const connect = WebSocket;\n" },
    /\[import\] src-client may not import ws/,
  ],
  [
    'a command that imports the composing file',
    {
      'src-main/command-line/status.ts':
        "import { host } from '../compose-host.ts';\nexport const status = host;\n",
    },
    /\[import\] src-main\/command-line may not import src-main\/compose-host.ts/,
  ],
  [
    'the desktop importing a room',
    {
      'src-main/desktop/windows.ts':
        "import { decide } from '../policy/decide.ts';\nexport const windows = decide;\n",
    },
    /\[import\] src-main\/desktop may not import src-main\/policy/,
  ],
  [
    'code that imports a test',
    { 'src-shared/call.ts': "import '../test/unit/any.test.ts';\n" },
    /\[import\] imports test\/unit\/any.test.ts: nobody imports test/,
  ],
  [
    'a folder that the table does not know',
    { 'src-main/helpers/help.ts': "import { join } from 'node:path';\nexport const help = join;\n" },
    /\[import\] lies in no zone/,
  ],
  [
    'an import of a file that is not there',
    { 'src-main/link/link.ts': "import { gone } from './gone.ts';\nexport const link = gone;\n" },
    /\[import\] imports .\/gone.ts, which is no file/,
  ],
  [
    'an import of a computed name',
    { 'src-main/link/link.ts': "const name = './a.ts';\nexport const link = import(name);\n" },
    /^src-main\/link\/link.ts:2 \[unreadable\] imports a computed name/,
  ],
  [
    'a file that does not parse',
    { 'src-main/link/link.ts': 'export const = ;\n' },
    /\[unreadable\] does not parse/,
  ],
  [
    'a cycle of types',
    {
      'src-main/policy/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
      'src-main/policy/b.ts': "import type { C } from './c.ts';\nexport type B = C;\n",
      'src-main/policy/c.ts': "import type { A } from './a.ts';\nexport type C = A;\n",
    },
    /\[cycle\] imports itself in a circle: src-main\/policy\/a.ts -> src-main\/policy\/b.ts -> src-main\/policy\/c.ts -> src-main\/policy\/a.ts/,
  ],
  [
    'window.doorman outside the bridge',
    { 'src-renderer/main.tsx': 'export const page = window.doorman;\n' },
    /\[bridge\] touches window.doorman/,
  ],
  [
    'window.doorman behind a cast and a computed name',
    { 'src-renderer/main.tsx': "export const page = (globalThis.window as unknown as never)['doorman'];\n" },
    /\[bridge\] touches window.doorman/,
  ],
  [
    'window.doorman by destructuring',
    { 'src-renderer/main.tsx': 'export const { doorman: page } = window;\n' },
    /\[bridge\] touches window.doorman/,
  ],
  [
    'a file of 301 lines',
    { 'src-main/policy/table.ts': lines(301, 'void 0;') },
    /^src-main\/policy\/table.ts:1 \[file-size\] 301 lines; at most 300/,
  ],
  [
    'a function whose body has 41 lines',
    { 'src-main/policy/long.ts': `export function long() {\n${lines(39, '  void 0;')}}\n` },
    /^src-main\/policy\/long.ts:1 \[function-size\] long has 41 lines; at most 40/,
  ],
  [
    'a component of 81 lines',
    { 'src-renderer/big.tsx': `export const Big = () => {\n${lines(79, '  void 0;')}};\n` },
    /\[function-size\] Big has 81 lines; at most 80/,
  ],
  [
    'a long helper in a test',
    { 'test/unit/any.test.ts': `const help = () => {\n${lines(39, '  void 0;')}};\nhelp();\n` },
    /\[function-size\] help has 41 lines; at most 40/,
  ],
  [
    'a name in camel case',
    { 'src-main/policy/shellCommand.ts': '' },
    /\[name\] shellCommand.ts is not kebab-case/,
  ],
  ['an index file', { 'src-main/policy/index.ts': '' }, /\[name\] an index file says nothing/],
  [
    'a colour in a style sheet',
    { 'src-renderer/page.css': '.a {\n  color: var(--ink);\n  border: 1px solid #ccc;\n}\n' },
    /^src-renderer\/page.css:3 \[token\] border: 1px solid #ccc is a colour of its own/,
  ],
  [
    'a size of text in a style sheet',
    { 'src-renderer/page.css': '.a {\n  font: 500 13px / 1.2 var(--font);\n}\n' },
    /^src-renderer\/page.css:2 \[token\] font: .* is a size of text of its own/,
  ],
  [
    'a distance in a style sheet',
    { 'src-renderer/page.css': '.a {\n  padding: 0 var(--space-2) 5px;\n}\n' },
    /^src-renderer\/page.css:2 \[token\] padding: .* is a distance of its own/,
  ],
  [
    'a default export',
    { 'src-main/policy/decide.ts': 'export default 1;\n' },
    /\[default-export\] exports a default/,
  ],
  [
    'a default export by another name',
    { 'src-main/policy/decide.ts': 'const decide = 1;\nexport { decide as default };\n' },
    /\[default-export\] exports a default/,
  ],
];
