// Owns a small tree that keeps every rule of the layout check: the ground on which violations are planted.

/** Path -> text. */
export const orderly: Record<string, string> = {
  'package.json': JSON.stringify({ dependencies: { ws: '1', keytar: '1', yaml: '1', zod: '1' } }),
  'src-shared/call.ts': "import { z } from 'zod';\nexport const call = z.string();\n",
  'src-shared/ipc-channels.ts': "export const ping = 'ping';\n",
  'src-main/calls/handle-call.ts':
    "import { call } from '../../src-shared/call.ts';\nexport const handle = call;\n",
  'src-main/link/link.ts':
    "import { WebSocket } from 'ws';\nimport { hostname } from 'node:os';\nexport const link = [WebSocket, hostname];\n",
  'src-main/policy/decide.ts': "import { parse } from 'yaml';\nexport const decide = parse;\n",
  'src-main/tools/spawn-child.ts': "import { spawn } from 'node:child_process';\nexport const run = spawn;\n",
  'src-main/keychain/keychain.ts': "import keytar from 'keytar';\nexport const keychain = keytar;\n",
  'src-main/host.ts': "import type { call } from '../src-shared/call.ts';\nexport type Host = typeof call;\n",
  'src-main/compose-host.ts':
    "import { handle } from './calls/handle-call.ts';\nimport { link } from './link/link.ts';\nimport { decide } from './policy/decide.ts';\nimport { serve } from '../src-runtime/serve.ts';\nexport const host = [handle, link, decide, serve];\n",
  'src-main/desktop/windows.ts':
    "import { app } from 'electron';\nimport type { Host } from '../host.ts';\nexport const windows: [typeof app, Host] | undefined = undefined;\n",
  'src-main/command-line/status.ts':
    "import { stdout } from 'node:process';\nexport const status = stdout;\n",
  'src-main/main.ts': "import './desktop/windows.ts';\nimport './compose-host.ts';\n",
  'src-main/cli.ts': "await import('./command-line/status.ts');\nawait import('./compose-host.ts');\n",
  'src-preload/main-preload.ts':
    "import { ipcRenderer } from 'electron';\nimport { ping } from '../src-shared/ipc-channels.ts';\nimport type { call } from '../src-shared/call.ts';\nexport const sent: [typeof ipcRenderer, typeof call, string] | string = ping;\n",
  'src-renderer/bridge.ts': 'export const bridge = window.doorman;\n',
  'src-renderer/main.tsx':
    "import { useState } from 'react';\nimport { bridge } from './bridge.ts';\nexport const page = [useState, bridge];\n",
  'src-runtime/serve.ts': "import { WebSocketServer } from 'ws';\nexport const serve = WebSocketServer;\n",
  'test/unit/any.test.ts':
    "import '../../src-main/link/link.ts';\nimport '../../src-main/policy/decide.ts';\n",
};

/** The same line many times. */
export const lines = (count: number, line: string) => `${line}\n`.repeat(count);
