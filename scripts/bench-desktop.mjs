// Owns `npm run bench:desktop`: how long `npm start` takes from a warm install until it is connected, and what the
// tray helper weighs with its window closed, each beside a bare Electron without a window in the same minute.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { electronCommand } from './electron-runtime.mjs';
import { repoRoot } from './repo.mjs';
import { runAsCommand } from './say.mjs';
import { startTestSession } from './test-session.mjs';

const rounds = 3;
const bareMain = `import { app } from 'electron';
app.setPath('userData', process.env.BARE_DATA);
app.whenReady().then(() => console.log('ready'));
app.on('window-all-closed', () => {});
`;

async function bench() {
  const electron = await bootstrap({ forTests: true });
  await build({ quiet: true });
  const session = await startTestSession(electronCommand(repoRoot, electron));
  const scratch = mkdtempSync(join(tmpdir(), 'doorman-bench-'));
  try {
    const bare = await measureBare(scratch, electron, session.env);
    const ours = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measureOurs(join(scratch, `home-${round}`), session.env));
    }
    const best = (key) => Math.min(...ours.map((one) => one[key]));
    report([
      row('npm start to hello_ok, against bare Electron to ready', 'ms', bare.readyMs, best('connectedMs')),
      row('resident memory of the helper, window closed (sum of PSS)', 'MiB', bare.pss, best('pss')),
      row('resident memory of its main process (RSS)', 'MiB', bare.mainRss, best('mainRss')),
    ]);
  } finally {
    await session.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measureBare(scratch, electron, env) {
  const root = join(scratch, 'bare');
  const data = join(scratch, 'bare-data');
  mkdirSync(join(root, 'out'), { recursive: true });
  mkdirSync(data);
  writeFileSync(
    join(root, 'package.json'),
    '{"name":"bare","version":"1.0.0","type":"module","main":"out/main.js"}',
  );
  writeFileSync(join(root, 'out', 'main.js'), bareMain);
  const { executable, args } = electronCommand(root, electron);
  const started = performance.now();
  const child = spawn(executable, args, {
    env: { ...env, BARE_DATA: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', () => reject(new Error('the bare Electron ended before it was ready')));
  });
  const readyMs = performance.now() - started;
  const weight = await settledWeight(child.pid);
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  return { readyMs, ...weight };
}

async function measureOurs(home, env) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const started = performance.now();
  const child = spawn('npm', ['start', '--', '--hidden'], {
    cwd: repoRoot,
    env: { ...env, DOORMAN_HOME: home },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const status = await connectedStatus(join(home, 'doorman.sock'));
  const connectedMs = performance.now() - started;
  const weight = await settledWeight(status.pid);
  process.kill(status.pid, 'SIGTERM');
  await ended;
  return { connectedMs, ...weight };
}

/** Asks again as soon as the last question was answered, until a runtime is connected. */
async function connectedStatus(socketPath) {
  for (;;) {
    const status = await askStatus(socketPath).catch(() => undefined);
    if (status?.value?.state.runtimes.some((runtime) => runtime.status.kind === 'open')) return status.value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function askStatus(socketPath) {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/v1/control', method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end('{"command":"status"}');
  });
}

/** Start-up leaves garbage behind: the lowest of some looks over five seconds counts. MiB. */
async function settledWeight(pid) {
  const looks = [];
  for (let look = 0; look < 5; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    looks.push({ pss: sumOfPss(pid), mainRss: kibibytes(`/proc/${pid}/status`, 'VmRSS') / 1024 });
  }
  return {
    pss: Math.min(...looks.map((one) => one.pss)),
    mainRss: Math.min(...looks.map((one) => one.mainRss)),
  };
}

function sumOfPss(pid) {
  const all = [pid, ...descendants(pid)];
  return all.reduce((sum, one) => sum + kibibytes(`/proc/${one}/smaps_rollup`, 'Pss'), 0) / 1024;
}

function kibibytes(file, field) {
  try {
    return Number(readFileSync(file, 'utf8').match(new RegExp(`^${field}:\\s+(\\d+)`, 'm'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function descendants(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean);
    } catch {
      return [];
    }
  });
  return children.flatMap((child) => [Number(child), ...descendants(Number(child))]);
}

function row(name, unit, bare, ours) {
  const rounded = (value) => Math.round(value * 10) / 10;
  return {
    name,
    unit,
    bare: rounded(bare),
    ours: rounded(ours),
    ratio: Math.round((ours / bare) * 100) / 100,
  };
}

function report(rows) {
  if (process.argv.includes('--json')) return console.log(JSON.stringify(rows));
  for (const one of rows)
    console.log(`${one.name}: ${one.ours} ${one.unit} (bare ${one.bare}; ${one.ratio}×)`);
}

await runAsCommand(bench);
