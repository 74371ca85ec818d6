// Owns starting other programs: one that takes over the terminal until it ends, one whose output is read,
// and helpers that run beside the program and are ended by their own pid.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let inForeground = 0;
let interruptedBy;

/**
 * Lets a signal end this process through its `exit` event, which is where helpers are ended, but not before
 * the program in the foreground has ended in its own way.
 */
export function exitOnSignals() {
  for (const signal of passedOn) {
    process.on(signal, () => {
      interruptedBy = signal;
      if (inForeground === 0) process.exit(exitCode(null, signal));
    });
  }
  endWithNpm();
}

// npm runs a script through a shell, and a signal that ends npm ends that shell but does not reach us: the
// parent is gone then, and whoever ended npm wants us gone too.
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/** The exit code for a signal that arrived since `exitOnSignals`, undefined where none did. */
export function interruption() {
  return interruptedBy && exitCode(null, interruptedBy);
}

/**
 * Runs a program with this terminal, passes signals on to it, and resolves with its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { ownGroup?: boolean }} [options] ownGroup: for a
 *   program that starts others and leaves them behind when a signal ends it: all of them get the signal, and
 *   what is left when it has ended is ended too
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, { ownGroup = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const grouped = ownGroup && process.platform !== 'win32';
    const child = spawn(command, args, { stdio: 'inherit', detached: grouped, ...options });
    const stopForwarding = grouped ? forwardToGroup(child) : forwardSignals(child);
    inForeground += 1;
    const ended = (settle) => {
      inForeground -= 1;
      stopForwarding();
      settle();
    };
    child.once('error', (error) => ended(() => reject(error)));
    child.once('close', (code, signal) => ended(() => resolve(exitCode(code, signal))));
  });
}

/**
 * Runs a program to its end and hands back what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { input?: string }} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export function runAndRead(command, args, { input = '', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    const read = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        read[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), ...read }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Ends a helper process that we started and waits until it is gone.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endHelper(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const hardKill = setTimeout(() => child.kill('SIGKILL'), 3000);
  await gone;
  clearTimeout(hardKill);
}

function forwardToGroup(child) {
  const stopForwarding = onSignals((signal) => killGroup(child, signal));
  return () => {
    stopForwarding();
    killGroup(child, 'SIGKILL');
  };
}

function killGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // Nobody of the group is left.
    if (error.code !== 'ESRCH') throw error;
  }
}

// A terminal sends Ctrl-C to the whole process group, so the child has it already; a second SIGINT would
// make Chromium skip its orderly shutdown.
function forwardSignals(child) {
  return onSignals((signal) => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  });
}

function onSignals(react) {
  const handlers = passedOn.map((signal) => [signal, () => react(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
