/** Who asks, in one line. Names are what the peer calls itself, so they are shown as text from outside. */
import type { Origin } from '../../src-shared/call.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { strings } from '../strings.ts';

export function originWords(origin: Origin): string {
  if (origin.door === 'local') return strings.origin.local(visibleText(origin.caller));
  if (origin.door === 'direct') {
    return strings.origin.direct(visibleText(origin.name), origin.caller.slice(0, 10));
  }
  const parts = [strings.origin.runtime(visibleText(origin.profileName))];
  if (origin.agentId !== undefined) parts.push(strings.origin.agent(visibleText(origin.agentId)));
  if (origin.runId !== undefined) parts.push(strings.origin.run(visibleText(origin.runId)));
  return parts.join(' · ');
}
