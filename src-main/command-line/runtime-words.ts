/** A runtime and its link in words for a terminal; nothing in them can move the cursor or hide. */
import type { FrameCounts, LinkStatus, RuntimeView, SkippedTool } from '../../src-shared/app-state.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { visibleText } from '../../src-shared/visible-text.ts';

const SKIPPED: Readonly<Record<SkippedTool['why'], string>> = {
  'bad-name': 'its name has characters that no runtime takes',
  'too-long': 'its name is too long',
  duplicate: 'another one has its name',
  'not-accepted': 'the runtime did not take it',
  'switched-off': 'it is switched off',
  unavailable: 'it cannot work on this machine now',
};

/** Several lines about one runtime. `now` is Unix milliseconds. */
export function describeRuntime(runtime: RuntimeView, now: number): string {
  return [
    `runtime ${visibleText(runtime.name)} at ${visibleText(runtime.url)}: ${stateWords(runtime.status, now)}`,
    ...settingWords(runtime),
    ...toolWords(runtime.status),
    ...oddFrames(runtime.counts),
  ].join('\n  ');
}

function stateWords(status: LinkStatus, now: number): string {
  switch (status.kind) {
    case 'idle':
      return 'not connected';
    case 'connecting':
    case 'handshaking':
      return status.kind;
    case 'open':
      return `open (${visibleText(status.connectionId) || 'no name'}), waits ${status.invokeTimeoutMs / 1000} s for an answer`;
    case 'waiting':
      return `waiting: ${sentence(status.why)} ${retryWords(status.retryAt, now)}`;
    case 'blocked': {
      const again = status.retryAt === undefined ? '' : ` ${retryWords(status.retryAt, now)}`;
      return `needs you: ${sentence(status.why)}${again}`;
    }
    default:
      return assertNever(status);
  }
}

function sentence(why: string): string {
  const text = visibleText(why);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function retryWords(retryAt: number, now: number): string {
  return `Tries again in ${Math.max(0, Math.ceil((retryAt - now) / 1000))} s.`;
}

function settingWords(runtime: RuntimeView): string[] {
  const token = runtime.tokenForThisRunOnly
    ? 'a token for this run only'
    : runtime.hasToken
      ? `its token by ${runtime.bearerBy === 'header' ? 'header' : 'sub-protocol'}`
      : 'no token';
  return [
    [
      token,
      ...(runtime.mode ? [`mode ${runtime.mode}`] : []),
      ...(runtime.machine ? [`this machine is ${visibleText(runtime.machine)}`] : []),
      ...(runtime.via ? [`through the proxy ${visibleText(runtime.via)}`] : []),
      ...(runtime.inTheClear ? ['unencrypted'] : []),
    ].join(', '),
  ];
}

function toolWords(status: LinkStatus): string[] {
  if (status.kind !== 'open') return [];
  const { accepted, skipped } = status;
  const names = accepted.length === 0 ? 'no tools accepted' : `accepted: ${accepted.map(name).join(', ')}`;
  return [names, ...skipped.map((tool) => `skipped: ${name(tool.name)} (${SKIPPED[tool.why]})`)];
}

const name = (text: string) => visibleText(text);

function oddFrames(counts: FrameCounts): string[] {
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  return seen.length === 0
    ? []
    : [`odd frames: ${seen.map(([kind, count]) => `${count} ${kind}`).join(', ')}`];
}
