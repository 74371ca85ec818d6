/** Which display server this session has, and what that means for windows and for pictures of the screen. */
import { createConnection } from 'node:net';
import { isAbsolute, join } from 'node:path';
import type { Finding } from '../../src-shared/doctor.ts';
import { ok, warning } from './finding.ts';

const DISPLAY = { id: 'display', name: 'Display' };

/** A display server on this machine answers at once. Milliseconds. */
const ANSWER_LIMIT_MS = 2000;

const NO_DESKTOP =
  'the desktop cannot start from here and there are no screen tools; "doorman serve" can run';

export async function checkDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<Finding> {
  if (platform === 'darwin') {
    return ok(DISPLAY, 'macOS: pictures need the permission for screen recording; own windows are left out.');
  }
  if (platform === 'win32') return ok(DISPLAY, 'Windows: pictures leave out the windows of Doorman.');
  if (env.WAYLAND_DISPLAY) return await checkWayland(env.WAYLAND_DISPLAY, env);
  if (env.DISPLAY) return await checkX11(env.DISPLAY);
  return warning(DISPLAY, `Neither DISPLAY nor WAYLAND_DISPLAY is set: ${NO_DESKTOP}.`);
}

async function checkWayland(name: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const path = isAbsolute(name) ? name : join(env.XDG_RUNTIME_DIR ?? '/', name);
  if (!(await answers(path))) return warning(DISPLAY, `Wayland at ${name} does not answer: ${NO_DESKTOP}.`);
  return ok(
    DISPLAY,
    `Wayland (${name}): the desktop's portal asks you before a picture, single windows may be missing, and a card ` +
      'may not be able to come to the front.',
  );
}

async function checkX11(name: string): Promise<Finding> {
  const number = /^(?:unix)?:(\d+)/.exec(name)?.[1];
  if (number === undefined) {
    return warning(DISPLAY, `X11 at ${name} is another machine's: pictures would be of its screen.`);
  }
  const socket = `/tmp/.X11-unix/X${number}`;
  if (!(await answers(socket)) && !(await answers(`\0${socket}`))) {
    return warning(DISPLAY, `X11 at ${name} does not answer: ${NO_DESKTOP}.`);
  }
  return ok(
    DISPLAY,
    `X11 (${name}): pictures of displays, windows and regions. The windows of Doorman are in pictures of the screen, ` +
      'and every program outside the wall can see and press what is on it.',
  );
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_LIMIT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
