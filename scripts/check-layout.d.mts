// Owns the types of check-layout.mjs for the test that imports it.

export interface Violation {
  rule:
    | 'import'
    | 'cycle'
    | 'file-size'
    | 'function-size'
    | 'name'
    | 'default-export'
    | 'bridge'
    | 'token'
    | 'unreadable';
  path: string;
  line: number;
  message: string;
}

export function checkLayout(root: string): { modules: number; violations: Violation[] };
export function describeViolation(violation: Violation): string;
