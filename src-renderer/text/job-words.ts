/** How a job ended, in words and as a shape. */
import type { JobEnd } from '../../src-shared/job.ts';
import type { ShapeKind } from '../parts/shape.tsx';
import { strings } from '../strings.ts';

export interface JobWords {
  readonly words: string;
  readonly shape: ShapeKind;
}

export function jobEndWords({ by, exitCode, signal }: JobEnd): JobWords {
  if (by !== 'itself') return { words: strings.running.endedBy[by], shape: 'square' };
  if (exitCode === null) return { words: strings.running.killed(signal ?? '?'), shape: 'warning' };
  return { words: strings.running.exited(exitCode), shape: exitCode === 0 ? 'check' : 'warning' };
}
