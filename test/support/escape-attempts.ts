/**
 * Ways out of a wall, each a bash text that prints ESCAPED when it got out. Every one of them is meant to work without
 * a wall, or behind one that lacks the part which stops it: a way that never works proves nothing.
 */
import type { Scratch, ServedHost } from './serve-host.ts';

/** What an attempt may know. The worst case is assumed: it knows every path, port, id and address. */
export interface EscapeWorld {
  readonly scratch: Scratch;
  readonly host: ServedHost;
  /** A process of the same user that holds `token` in its environment, and its standard input open on a secret file. */
  readonly victimPid: number;
  readonly token: string;
  /** Sockets that programs of this user listen on: an agent's, a container engine's, a service manager's. */
  readonly sockets: readonly string[];
  /** The same, without a place in the file system. */
  readonly abstractSocket: string;
  /** A web server on the loopback of this machine that answers ESCAPED. */
  readonly port: number;
}

export interface EscapeAttempt {
  readonly name: string;
  script(world: EscapeWorld): string;
  /** True where it is on another call that waits for the person. */
  readonly onWaiting?: true;
  /** Where plain bash has no wall to leave: the bubblewrap options of one that is too weak for this attempt. */
  weakWall?(world: EscapeWorld): readonly string[];
}

const connectTo = (node: string, address: string) =>
  `${node} -e 'require("node:net").connect(process.argv[1].replace(/^@/, "\\0")).on("connect", function () {
    console.log("ESCAPED"); this.destroy(); }).on("error", () => {})' '${address}'`;

const NODE = process.execPath;

/** Asks Doorman's own socket to allow whatever waits, as \`doorman approvals allow\` does. */
const ALLOW_ALL = `
const { request } = require("node:http");
const ask = (body) => new Promise((resolve) => {
  const sent = request({ socketPath: process.argv[1], path: "/v1/control", method: "POST",
    headers: { "content-type": "application/json" } }, async (response) => {
    let text = ""; for await (const part of response) text += part; resolve(JSON.parse(text)); });
  sent.on("error", () => resolve({ ok: false })); sent.end(JSON.stringify(body)); });
ask({ command: "approvals" }).then(async (list) => {
  for (const { callId, digest } of list.value ?? [])
    if ((await ask({ command: "allow", callId, digest })).ok) console.log("ESCAPED"); });`;

/** Says one thing on Doorman's own socket, as the command line does; ESCAPED where it is done. */
const SAY_TO_DOORMAN = `${NODE} -e '
const sent = require("node:http").request({ socketPath: process.argv[1], path: "/v1/control", method: "POST" },
  async (response) => {
    let text = ""; for await (const part of response) text += part;
    if (JSON.parse(text).ok) console.log("ESCAPED"); });
sent.on("error", () => {}); sent.end(process.argv[2]);'`;

const session = (name: string) => `export ${name}='${process.env[name] ?? ''}'`;

export const ESCAPE_ATTEMPTS: readonly EscapeAttempt[] = [
  {
    name: 'writing in the home',
    script: ({ scratch }) => `touch '${scratch.home}/made' && echo ESCAPED`,
  },
  {
    name: 'writing in a shared folder of the system',
    script: ({ scratch }) => `touch '${scratch.root}/made' && echo ESCAPED`,
  },
  {
    name: 'making the machine writable again',
    script: ({ scratch }) =>
      `mount -o remount,bind,rw / && touch '${scratch.root}/remounted' && echo ESCAPED
       unshare -Urm sh -c "mount -o remount,bind,rw / && touch '${scratch.root}/remounted' && echo ESCAPED"`,
    weakWall: () => ['--ro-bind', '/', '/', '--cap-add', 'ALL'],
  },
  {
    name: 'taking the cover off a secret place',
    script: ({ scratch, token }) =>
      `umount '${scratch.home}/.ssh'; grep -q ${token} '${scratch.home}/.ssh/id_ed25519' && echo ESCAPED
       unshare -Urm sh -c "umount '${scratch.home}/.ssh'; grep -q ${token} '${scratch.home}/.ssh/id_ed25519' && echo ESCAPED"`,
    weakWall: ({ scratch }) => ['--bind', '/', '/', '--tmpfs', `${scratch.home}/.ssh`, '--cap-add', 'ALL'],
  },
  {
    name: "reading another process's environment",
    script: ({ victimPid, token }) =>
      `grep -q ${token} /proc/${victimPid}/environ && echo ESCAPED
       cat /proc/[0-9]*/environ | grep -qa ${token} && echo ESCAPED`,
  },
  {
    name: "reading through another process's open file",
    script: ({ victimPid, token }) => `grep -q ${token} /proc/${victimPid}/fd/0 && echo ESCAPED`,
  },
  {
    name: "reading a covered secret through another process's root",
    script: ({ scratch, token }) =>
      `for p in /proc/[0-9]*; do grep -qs ${token} "$p/root${scratch.home}/.ssh/id_ed25519" && echo ESCAPED; done`,
    weakWall: ({ scratch }) => ['--bind', '/', '/', '--tmpfs', `${scratch.home}/.ssh`, '--proc', '/proc'],
  },
  {
    name: 'reading a secret in the home',
    script: ({ scratch, token }) => `grep -q ${token} '${scratch.home}/.ssh/id_ed25519' && echo ESCAPED`,
  },
  {
    name: 'reading a secret inside the added folder',
    script: ({ token }) => `grep -q ${token} keys/id_rsa && echo ESCAPED`,
  },
  {
    name: "reading Doorman's own files",
    script: ({ scratch }) => `grep -q folders '${scratch.doormanHome}/settings.json' && echo ESCAPED`,
  },
  {
    name: 'ending another process',
    script: ({ victimPid }) => `kill -0 ${victimPid} && echo ESCAPED`,
  },
  {
    name: 'a server on the loopback of this machine',
    script: ({ port }) =>
      `exec 3<>/dev/tcp/127.0.0.1/${port} && echo ESCAPED
       for proxy in "$HTTP_PROXY" "$http_proxy"; do
         curl -sm 3 --noproxy '' \${proxy:+-x "$proxy"} http://127.0.0.1:${port}/ http://localhost:${port}/ http://[::ffff:127.0.0.1]:${port}/
         curl -sm 3 --noproxy '' \${proxy:+-px "$proxy"} http://0.0.0.0:${port}/ http://2130706433:${port}/
       done`,
  },
  {
    name: 'the embedded runtime, with its bearer',
    script: ({ host }) =>
      `for proxy in "" "$HTTP_PROXY"; do
         curl -sm 3 --noproxy '' \${proxy:+-x "$proxy"} -H 'authorization: Bearer ${host.bearer}' ${host.url}/v1/tools | grep -q shell_run && echo ESCAPED
       done`,
  },
  {
    name: 'the display',
    script: () => `${session('DISPLAY')}; xdotool getmouselocation && echo ESCAPED`,
  },
  {
    name: 'the session bus',
    script: () =>
      `${session('DBUS_SESSION_BUS_ADDRESS')}
       dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames && echo ESCAPED`,
  },
  {
    name: 'the keyring',
    script: ({ token }) =>
      `${session('DBUS_SESSION_BUS_ADDRESS')}; secret-tool lookup doorman-test ${token} | grep -q ${token} && echo ESCAPED`,
  },
  {
    name: 'sockets of agents, of container engines and of the service manager',
    script: ({ sockets }) => sockets.map((path) => connectTo(NODE, path)).join('\n'),
  },
  {
    name: 'a socket without a place in the file system',
    script: ({ abstractSocket }) => connectTo(NODE, `@${abstractSocket}`),
  },
  {
    name: "allowing another call over Doorman's socket",
    onWaiting: true,
    script: ({ host }) => `${NODE} -e '${ALLOW_ALL}' '${host.socket}'`,
  },
  // The mode that is in force, so that the attempt without a wall changes nothing for the others.
  ...[{ command: 'mode-set', mode: 'confirm' }, { command: 'contacts' }, { command: 'status' }].map(
    (message) => ({
      name: `saying ${message.command} on Doorman's socket`,
      script: ({ host }: EscapeWorld) => `${SAY_TO_DOORMAN} '${host.socket}' '${JSON.stringify(message)}'`,
    }),
  ),
  ...['.git/hooks/pre-commit', '.co/host.yaml', 'CLAUDE.md', '.vscode/tasks.json'].map((name) => ({
    name: `changing ${name} of the added folder`,
    script: () => `echo '# ESCAPED' >> '${name}' && tail -n 1 '${name}'`,
  })),
  {
    name: 'a program dropped into a folder of PATH',
    script: ({ scratch }) =>
      `printf '#!/bin/sh\\necho ESCAPED\\n' > '${scratch.home}/bin/git' && chmod +x '${scratch.home}/bin/git' && '${scratch.home}/bin/git'`,
  },
];
