/** A program that goes on printing, with a way to wait for what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Scratch } from './serve-host.ts';

export interface WatchedProgram {
  readonly child: ChildProcess;
  /** All that it has printed. */
  text(): string;
  /** Resolves once `wanted` has been printed at least so often. */
  printed(wanted: string, times?: number): Promise<void>;
}

/** In the home of a scratch person. */
export function watchProgram(scratch: Scratch, program: string, args: readonly string[]): WatchedProgram {
  const env = { ...process.env, HOME: scratch.home, DOORMAN_HOME: scratch.doormanHome };
  const child = spawn(program, args, { env });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  return {
    child,
    text: () => text,
    async printed(wanted, times = 1) {
      while (text.split(wanted).length <= times) await once(child.stdout, 'data');
    },
  };
}
