/** What the wall is worth here: the setting, the tool that builds it, and whether each kind holds when it is tried. */
import type { Wall } from '../../src-shared/action.ts';
import type { Finding } from '../../src-shared/doctor.ts';
import type { Sandbox } from '../../src-shared/settings.ts';
import { ok, problem, warning } from './finding.ts';
import { ATTEMPTS, type Attempt, LET_THROUGH } from './wall-probe.ts';

const SETTING = { id: 'wall', name: 'Wall' };
const BUBBLEWRAP = { id: 'wall.bubblewrap', name: 'bubblewrap' };
const NETWORK = { id: 'wall.network', name: 'Network behind it' };
const CONTAIN = { id: 'wall.contain', name: 'Ending commands' };

export function checkWallSetting(
  setting: Sandbox,
  fresh: { readonly available: boolean; readonly text: string },
): Finding {
  const text = `The setting is "${setting}". ${fresh.text}`;
  if (setting === 'off') {
    return warning(SETTING, text, 'Set the wall to "If possible" in the window, under This machine.');
  }
  if (fresh.available) return ok(SETTING, text);
  return problem(SETTING, text, whatToDo(fresh.text));
}

function whatToDo(text: string): string {
  if (process.platform !== 'linux') return 'Each command waits for you; there is nothing else to do yet.';
  if (/not installed/.test(text)) return 'Install bubblewrap, and start Doorman again.';
  return 'Let this user make user namespaces (sysctl kernel.unprivileged_userns_clone, or the AppArmor profile of bwrap).';
}

/** `said` is the answer to `--version`. */
export function checkBubblewrap(said: string | undefined, where: string | undefined): Finding {
  if (said === undefined) {
    return problem(
      BUBBLEWRAP,
      'It is in none of the program folders.',
      'On Debian: apt-get install bubblewrap.',
    );
  }
  return ok(BUBBLEWRAP, `${said.trim()}, ${where ?? 'found in PATH'}`);
}

/** `why` no place for what the trial needs could be made. */
export function checkUntriedWall(why: string): Finding {
  const subject = { id: 'wall.tried', name: 'Wall, tried' };
  return warning(subject, `Whether it holds could not be tried: ${why}.`, 'Make ~/.cache writable for you.');
}

/** `works` where the bridge to Doorman's proxy stood when it was tried. */
export function checkWallNetwork(works: boolean): Finding {
  if (works)
    return ok(NETWORK, 'Commands that you allow reach public addresses, through a proxy of Doorman.');
  return warning(
    NETWORK,
    'Commands that you allow have no network, because socat is missing or does not work here.',
    'Install socat (on Debian: apt-get install socat), and start Doorman again.',
  );
}

/** What came of a probe behind a wall. */
export type Tried =
  | { readonly ran: true; readonly worked: ReadonlySet<Attempt> }
  | { readonly ran: false; readonly why: string };

/** `bare` is what the same probe could do without a wall: what does not work there proves nothing. */
export function checkWallKind(
  wall: Exclude<Wall, 'none'>,
  tried: Tried,
  bare: ReadonlySet<Attempt>,
): Finding {
  const subject = { id: `wall.${wall}`, name: `Wall, ${wall}` };
  if (!tried.ran) return problem(subject, `It cannot be built: ${tried.why}`);
  const letThrough = LET_THROUGH[wall];
  const stopped = (Object.keys(ATTEMPTS) as Attempt[]).filter((attempt) => !letThrough.includes(attempt));
  const leaks = stopped.filter((attempt) => tried.worked.has(attempt));
  if (leaks.length > 0) {
    return problem(
      subject,
      `It does not hold. Behind it a command can ${inWords(leaks)}.`,
      'Press Stop, and report this with the output of "doorman doctor --json".',
    );
  }
  const shut = letThrough.filter((attempt) => !tried.worked.has(attempt));
  if (shut.length > 0) {
    return warning(subject, `It holds, but a command behind it cannot ${inWords(shut)}, as it should.`);
  }
  const unproven = stopped.filter((attempt) => !bare.has(attempt));
  if (unproven.length > 0) {
    return warning(
      subject,
      `It holds, as far as can be told: without a wall, too, a command cannot ${inWords(unproven)}.`,
    );
  }
  const may = letThrough.length === 0 ? 'Nothing can be written' : `A command can ${inWords(letThrough)}`;
  return ok(subject, `Tried, and holds. ${may}; no secrets, no loopback, no other processes.`);
}

function inWords(attempts: readonly Attempt[]): string {
  return attempts.map((attempt) => ATTEMPTS[attempt]).join(', ');
}

export function checkContain(works: boolean): Finding {
  if (works) {
    return ok(CONTAIN, 'A command without the wall gets process ids of its own, so that all of it ends.');
  }
  return warning(
    CONTAIN,
    'A command without the wall cannot get process ids of its own here. What it leaves behind is looked for, and you ' +
      'are told of what may run on.',
  );
}
