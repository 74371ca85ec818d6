/** The frames that a host sends besides results, in the words of the published one. */
import { OIP } from '../../src-shared/direct-exec.ts';

export const pingFrame = JSON.stringify({ type: 'PING' });

export function errorFrame(message: string, more: object = {}): string {
  return JSON.stringify({ type: 'ERROR', message, ...more });
}

/** What was not JSON, with its beginning, so that its sender recognises it. */
export function notJsonFrame(problem: string, text: string): string {
  const received = text.length > 200 ? `${text.slice(0, 200)}...(truncated)` : text;
  return errorFrame(`Invalid JSON: ${problem}`, { received });
}

export function unsupportedProtocolFrame(): string {
  return errorFrame('Unsupported OIP protocol', { code: -32010, retryable: false, protocol: OIP });
}

export function connectedFrame(sessionId: string): string {
  const modes = [{ id: 'whitelist', name: 'Runs what is on the whitelist' }];
  return JSON.stringify({
    type: 'CONNECTED',
    session_id: sessionId,
    status: 'new',
    protocol: OIP,
    session_modes: { currentModeId: 'whitelist', availableModes: modes },
  });
}

export function profileFrame(
  sessionId: string,
  about: { readonly name: string; readonly address: string },
  tools: readonly string[],
): string {
  const { name, address } = about;
  return JSON.stringify({
    type: 'AGENT_PROFILE',
    session_id: sessionId,
    name,
    address,
    model: '',
    tools,
    skills: [],
  });
}

export function onboardRequiredFrame(identity: string): string {
  return JSON.stringify({ type: 'ONBOARD_REQUIRED', identity, methods: ['invite_code'] });
}

export function onboardSuccessFrame(identity: string): string {
  const message = 'Invite code verified. You are now a contact.';
  return JSON.stringify({ type: 'ONBOARD_SUCCESS', identity, level: 'contact', message });
}
