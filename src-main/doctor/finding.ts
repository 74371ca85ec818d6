/** Makes findings, and sums them up. */
import type { DoctorReport, Finding, FindingLevel } from '../../src-shared/doctor.ts';

/** What a check is about: its id and its name. */
export interface Subject {
  readonly id: string;
  readonly name: string;
}

export function ok(subject: Subject, text: string): Finding {
  return { ...subject, level: 'ok', text };
}

export function warning(subject: Subject, text: string, todo?: string): Finding {
  return { ...subject, level: 'warning', text, ...(todo === undefined ? {} : { todo }) };
}

export function problem(subject: Subject, text: string, todo?: string): Finding {
  return { ...subject, level: 'problem', text, ...(todo === undefined ? {} : { todo }) };
}

export function report(findings: readonly Finding[]): DoctorReport {
  const has = (level: FindingLevel) => findings.some((finding) => finding.level === level);
  return { level: has('problem') ? 'problem' : has('warning') ? 'warning' : 'ok', findings };
}

/** A file mode as people write it: `0644`. */
export function modeText(mode: number): string {
  return `0${(mode & 0o777).toString(8).padStart(3, '0')}`;
}
