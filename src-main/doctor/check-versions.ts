/** Which Node runs this, and which Electron the running desktop has. */
import type { Finding } from '../../src-shared/doctor.ts';
import { ok, problem, warning } from './finding.ts';

/** `engines` of package.json. */
const OLDEST_NODE = [20, 18] as const;

/** Electron mends the three newest major versions only; the app ships 45 (electronjs.org, 'Electron Releases'). */
const OLDEST_MENDED_ELECTRON = 43;

const NODE = { id: 'node', name: 'Node' };
const ELECTRON = { id: 'electron', name: 'Electron' };

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (fits) return ok(NODE, version);
  const needed = OLDEST_NODE.join('.');
  return problem(
    NODE,
    `${version} is too old.`,
    `Install Node ${needed} or newer, and run "npm start" again.`,
  );
}

/** Of the running desktop. */
export function checkElectron(version: string): Finding {
  if (Number(version.split('.')[0]) >= OLDEST_MENDED_ELECTRON) return ok(ELECTRON, version);
  return warning(
    ELECTRON,
    `${version} gets no security fixes any more; it is for tests and for trying out.`,
    'Let "npm start" fetch the official version where its host can be reached.',
  );
}
