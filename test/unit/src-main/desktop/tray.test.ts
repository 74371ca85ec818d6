/** What the tray says and draws for each state. */
import { describe, expect, it } from 'vitest';
import { drawTrayIcon } from '../../../../src-main/desktop/tray-icon.ts';
import { trayModel } from '../../../../src-main/desktop/tray-model.ts';
import type { AppState, LinkStatus } from '../../../../src-shared/app-state.ts';
import type { OverallState } from '../../../../src-shared/overall-state.ts';
import { quietState } from '../../../support/app-state.ts';
import { runtimeView } from '../../../support/runtime-view.ts';

const open: LinkStatus = { kind: 'open', connectionId: 'c', accepted: [], skipped: [], invokeTimeoutMs: 1 };

function app(changes: Partial<AppState> & { link?: LinkStatus } = {}): AppState {
  const { link = open, ...rest } = changes;
  return {
    ...quietState,
    runtimes: [runtimeView({ status: link })],
    ...rest,
  };
}

const embedded = runtimeView({ embedded: true });
const gone = runtimeView({ status: { kind: 'blocked', reason: 'token-refused', why: 'no' } });

function labels(state: AppState): string[] {
  return trayModel(state).items.map((item) => (item.kind === 'command' ? item.label : '-'));
}

describe('the tray', () => {
  it.each<[string, AppState]>([
    ['Doorman: connected', app()],
    ['Doorman: connecting', app({ link: { kind: 'handshaking' } })],
    ['Doorman: offline', app({ link: { kind: 'waiting', reason: 'lost', why: 'refused', retryAt: 1 } })],
    ['Doorman: offline', app({ runtimes: [embedded, gone] })],
    ['Doorman: connected', app({ runtimes: [gone, runtimeView()] })],
    ['Doorman: 1 call waits for you', app({ waitingCount: 1 })],
    ['Doorman: 12 calls wait for you', app({ waitingCount: 12 })],
    ['Doorman: paused, calls are refused', app({ paused: true, waitingCount: 1 })],
    ['Doorman: stopped, nothing runs', app({ stopped: true, paused: true })],
  ])('says "%s"', (tooltip, state) => {
    expect(trayModel(state).tooltip).toBe(tooltip);
  });

  it('offers to look at what waits, to pause, to stop and to quit', () => {
    expect(labels(app({ waitingCount: 2 }))).toEqual([
      'Open Doorman',
      'Waiting (2)…',
      '-',
      'Switch to Auto…',
      'Pause',
      'Stop everything',
      '-',
      'Quit Doorman',
    ]);
  });

  it('offers to resume while paused', () => {
    expect(labels(app({ paused: true }))).toContain('Resume');
  });

  it('switches the mode, and says which is on', () => {
    expect(labels(app({ mode: 'auto' }))).toContain('Switch to Confirm (Auto is on)');
  });

  it('tells of what is allowed for a while, and until when', () => {
    const until = new Date(2030, 0, 1, 14, 5).getTime();
    const grants = [
      { id: 'g1', kind: 'minutes' as const, covers: 'make', until },
      { id: 'g2', kind: 'always' as const, covers: 'Bash(make)' },
    ];
    const time = new Date(until).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    expect(labels(app({ grants }))).toContain(`Allowed for a while (1, until ${time})…`);
    expect(labels(app()).join()).not.toContain('Allowed');
  });

  it('lifts no Stop itself: the line only opens the window', () => {
    const line = trayModel(app({ stopped: true })).items.find(
      (item) => item.kind === 'command' && item.label === 'Start again…',
    );
    expect(line).toMatchObject({ command: 'open' });
    expect(labels(app({ stopped: true }))).not.toContain('Stop everything');
  });

  it('cannot open an empty list of waiting calls', () => {
    expect(trayModel(app()).items[1]).toMatchObject({ label: 'Waiting (0)…', enabled: false });
  });
});

describe('the tray icon', () => {
  const states: OverallState[] = ['connected', 'connecting', 'offline', 'needs-you', 'paused', 'stopped'];
  const draw = (state: OverallState, waiting = 1, template = true) =>
    drawTrayIcon({ state, waiting, scale: 1, template }).toString('hex');

  it('has a shape of its own in each state, colour left aside', () => {
    expect(new Set(states.map((state) => draw(state))).size).toBe(states.length);
  });

  it('has a colour of its own in each state', () => {
    const colours = states.map((state) => draw(state, 1, false).match(/.{6}ff/)?.[0]);
    expect(new Set(colours).size).toBe(states.length);
  });

  it('shows how many wait, and a plus above nine', () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => draw('needs-you', count));
    expect(new Set(counts).size).toBe(10);
    expect(draw('needs-you', 11)).toBe(draw('needs-you', 10));
  });

  it('fills exactly the square that its scale gives', () => {
    expect(drawTrayIcon({ state: 'connected', waiting: 0, scale: 2, template: false })).toHaveLength(
      32 * 32 * 4,
    );
  });
});
