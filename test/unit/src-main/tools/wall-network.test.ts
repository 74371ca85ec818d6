import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNetwork, type NetworkOptions } from '../../../../src-main/network/network.ts';
import { probeWall } from '../../../../src-main/tools/wall.ts';
import type { RunNetwork } from '../../../../src-main/tools/wall-network.ts';
import type { Wall } from '../../../../src-shared/action.ts';
import {
  allButTheTest,
  event,
  gone,
  PUBLIC,
  privateFolder,
  startBytes,
  startOrigin,
} from '../network/network-fixture.ts';
import {
  callTool,
  dataOf,
  messageOf,
  printed,
  runContext,
  scratchFolder,
  toolsEnv,
} from './tools-fixture.ts';
import { walledHome } from './wall-fixture.ts';

const STATUS = { available: true, required: false, text: '', network: true };

/** A walled home with a real proxy. `changes` say what it lets through. */
async function connectedHome(changes: Partial<NetworkOptions> = {}) {
  const folder = await privateFolder();
  const network = createNetwork({
    folder,
    refuses: allButTheTest,
    lookUp: async () => ['127.0.0.1'],
    routes: async () => [undefined],
    ...changes,
  });
  const opened: RunNetwork[] = [];
  const openNetwork = async () => {
    const run = await network.open();
    opened.push(run);
    return run;
  };
  const walled = await walledHome(() => ({ wall: () => STATUS, openNetwork }));
  return { ...walled, folder, opened };
}

/** What curl prints: the status and the body. */
const CURL = 'curl -sS -m 20 -w " %{http_code}"';

describe('the network of an approved command', () => {
  it('is the proxy, for what tools do by themselves, and the result says where it went', async () => {
    const origin = await startOrigin();
    const { behind } = await connectedHome();
    const url = `http://${PUBLIC}:${origin.port}/`;
    const value = dataOf(await behind('guarded', `${CURL} ${url}; ${CURL} -p ${url}`));
    expect(value).toMatchObject({ stdout: 'hello 200hello 200', stderr: '', exit_code: 0 });
    expect(value.network).toEqual({ reached: [`${PUBLIC}:${origin.port}`] });
    expect(dataOf(await behind('guarded', 'true'))).not.toHaveProperty('network');
  });

  it('is used by git and npm', async () => {
    const origin = await startOrigin();
    const { behind } = await connectedHome();
    const url = `http://${PUBLIC}:${origin.port}`;
    const command =
      `git ls-remote ${url}/repository; ` +
      `PATH="${dirname(process.execPath)}:$PATH" npm view one-package --registry ${url}/ --fetch-retries 0 --cache /tmp/npm`;
    await behind('guarded', command);
    expect(origin.seen).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET \/repository\/info\/refs/),
        expect.stringMatching(/^GET \/one-package /),
      ]),
    );
  });

  it('leaves out what runs behind the wall itself', async () => {
    const { behind } = await connectedHome();
    const server = `require("http").createServer((q, a) => a.end("inside")).listen(4000, "127.0.0.1", () => console.log("up"))`;
    const command =
      `exec 5< <(exec ${process.execPath} -e '${server}'); read -r up <&5; ` +
      `for host in 127.0.0.1 localhost; do ${CURL} http://$host:4000/; done`;
    expect(dataOf(await behind('guarded', command))).toMatchObject({ stdout: 'inside 200inside 200' });
  });

  it('is for one run alone, and two at once do not meet', async () => {
    const origin = await startOrigin();
    const { behind, folder, opened } = await connectedHome();
    const command = `${CURL} http://${PUBLIC}:${origin.port}/; ls -A ${dirname(folder)} 2>&1; ls -A /run`;
    const ends = await Promise.all([behind('guarded', command), behind('guarded', command)]);
    for (const end of ends)
      expect(printed(end)).toMatch(/^hello 200ls: .*No such file.*\ndoorman-proxy\.sock$/);
    expect(new Set(opened.map(({ socket }) => socket)).size).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is nothing that an unasked command gets', async () => {
    const { behind, opened } = await connectedHome();
    const command =
      'env | grep -i proxy; ls -A /run; (exec 3<>/dev/tcp/127.0.0.1/31280) 2>/dev/null && echo bridged';
    expect(printed(await behind('read-only', command))).toBe('');
    expect(opened).toEqual([]);
    expect(printed(await behind('guarded', command))).toMatch(/HTTP_PROXY.*doorman-proxy\.sock\nbridged$/s);
  });
});

describe('what an approved command cannot reach', () => {
  it.each(['127.0.0.1', '[::1]', '0.0.0.0', '2130706433', 'evil.example'])(
    'this machine as %s, through the proxy or past it',
    async (host) => {
      const origin = await startOrigin('::');
      const { behind } = await connectedHome();
      const url = `http://${host}:${origin.port}/`;
      const resolve = `--resolve evil.example:${origin.port}:127.0.0.1`;
      const through = `${CURL} --noproxy '' ${url}; ${CURL} --noproxy '' -p ${url}`;
      const value = dataOf(await behind('guarded', `${through}; ${CURL} --noproxy '*' ${resolve} ${url}`));
      expect(value.stdout).toMatch(/^Doorman refused [^\n]+\n 403 000 000$/);
      expect(value.network).toEqual({ refused: [expect.stringContaining('address')] });
      expect(value.note).toMatch(/guarded wall .* proxy in HTTP_PROXY, .* Only the person/);
      expect(origin.sockets.size).toBe(0);
      expect(printed(await behind('none', `${CURL} ${resolve} ${url}`))).toBe('hello 200');
    },
  );

  it.each(['169.254.169.254', '10.0.0.1', '192.168.1.1', '[fd00::1]'])('%s', async (host) => {
    const { behind } = await connectedHome();
    const value = dataOf(await behind('guarded', `${CURL} http://${host}/`));
    expect(value.stdout).toMatch(/^Doorman refused .* 403$/s);
  });

  it('anything by UDP or raw packets', async () => {
    const { behind } = await connectedHome();
    const heard = createSocket('udp4');
    onTestFinished(() => void heard.close());
    heard.bind(0, PUBLIC);
    await once(heard, 'listening');
    const messages: string[] = [];
    heard.on('message', (message) => void messages.push(String(message).trim()));
    const send = (text: string) =>
      `echo ${text} > /dev/udp/${PUBLIC}/${(heard.address() as AddressInfo).port}; ` +
      `perl -e 'use Socket; print "raw" if socket(S, AF_INET, SOCK_RAW, 1)'`;
    expect(printed(await behind('guarded', send('inside')))).toBe('');
    await behind('none', send('outside'));
    await vi.waitFor(() => expect(messages).toEqual(['outside']));
  });
});

describe('the bridge to the proxy', () => {
  /** Prints everything by which a command could notice a process or descriptor that it did not start. */
  const LOOK = [
    'jobs; echo "last: $!"; ls /proc/self/fd | wc -l; env | grep -vi proxy | sort | sed s,doorman-tools-......,H,',
    'perl -e "fork or exit; 1 while wait() > 0; print qq(no child left\n)"',
    'sleep 0 & wait; echo "waited: $?"; pgrep -P $$ -l; echo problem >&2',
  ].join('; ');

  it('is nowhere to be seen in what a command prints, its jobs, its children and its descriptors', async () => {
    const connected = await connectedHome();
    const without = await walledHome();
    const seen = dataOf(await connected.behind('guarded', LOOK));
    expect(seen).toEqual(dataOf(await without.behind('guarded', LOOK)));
    expect(seen.stdout).toMatch(/^last: \n[0-9]+\n.*HOME=.*\nno child left\nwaited: 0\n$/s);
  });

  it.each(['exit 3', 'kill -9 $$', 'kill -TERM $$', 'no-such-program', 'exec false'])(
    'leaves the end of a command as it is: %s',
    async (command) => {
      const [connected, without] = [await connectedHome(), await walledHome()];
      expect(dataOf(await connected.behind('guarded', command))).toEqual(
        dataOf(await without.behind('guarded', command)),
      );
    },
  );

  it('listens before the command begins, every time', async () => {
    const { behind } = await connectedHome();
    const ends = await Promise.all(
      Array.from({ length: 12 }, () =>
        behind('guarded', 'exec 3<>/dev/tcp/127.0.0.1/31280 && echo connected'),
      ),
    );
    expect(ends.map(printed)).toEqual(Array.from({ length: 12 }, () => 'connected'));
  });
});

describe.each(['stop', 'time'] as const)('an open tunnel at the end of its run (%s)', (how) => {
  it('is closed, and nothing is left of the proxy', async () => {
    const ended = event();
    const arrived = event();
    const port = await startBytes((socket) => {
      arrived.happen();
      void gone(socket).then(ended.happen);
    });
    const { env, folder } = await connectedHome();
    const stop = new AbortController();
    const command = `curl -sS -p http://${PUBLIC}:${port}/`;
    const ran = callTool(
      env,
      'shell_run',
      { command, ...(how === 'time' ? { timeout_ms: 3000 } : {}) },
      runContext({ wall: 'guarded', signal: stop.signal }),
    );
    await arrived.happened;
    if (how === 'stop') stop.abort();
    await ended.happened;
    const end = await ran;
    if (how === 'stop') expect(messageOf(end)).toBe('it was ended before it finished.');
    else expect(dataOf(end)).toMatchObject({ timed_out: true, network: { reached: [`${PUBLIC}:${port}`] } });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('where there is no way to the network', () => {
  const places = async () => ({
    home: await scratchFolder('/var/tmp'),
    folders: [],
    secretPlaces: [],
    ownPaths: [],
  });
  const open = async () => {
    const network = createNetwork({
      folder: await privateFolder(),
      refuses: allButTheTest,
      lookUp: async () => [],
      routes: async () => [undefined],
    });
    return await network.open();
  };

  it('the look for a wall says so, and what to install', async () => {
    const bin = await scratchFolder('/var/tmp');
    for (const name of ['bwrap', 'sh', 'grep', 'true']) await symlink(`/usr/bin/${name}`, join(bin, name));
    expect(await probeWall('auto', bin, await places(), open)).toMatchObject({
      available: true,
      network: false,
      text: expect.stringMatching(/all without network: .*apt-get install socat/),
    });
    expect(await probeWall('auto', '/usr/bin:/bin', await places(), open)).toMatchObject({
      network: true,
      text: expect.stringMatching(/public addresses only/),
    });
  });

  it('a command runs without, and its failure says what is missing', async () => {
    const openNetwork = vi.fn(async () => Promise.reject(new Error('no room')));
    const run = async (wall: Wall, network: boolean) => {
      const home = await scratchFolder('/var/tmp');
      await mkdir(join(home, 'site'));
      const env = toolsEnv(home, { wall: () => ({ ...STATUS, network }), openNetwork });
      const ran = await callTool(
        env,
        'shell_run',
        { command: `${CURL} http://example.com/` },
        runContext({ wall }),
      );
      return dataOf(ran);
    };
    expect((await run('guarded', false)).note).toMatch(/there is no network, .*apt-get install socat/);
    expect(openNetwork).not.toHaveBeenCalled();
    expect(await run('guarded', true)).toMatchObject({
      wall_gaps: [expect.stringMatching(/could not be opened/)],
    });
    expect((await run('read-only', true)).note).toMatch(/there is no network, and/);
  });
});
