/** What this end says first: the address it calls, the headers it sends, the hello with its tools. */
import {
  type AdvertisedTool,
  CLIENT_TOOLS_PATH,
  CLIENT_TOOLS_PROTOCOL,
  isBareToolName,
} from '../../src-shared/client-tools.ts';

/** The WebSocket address of a runtime's base address. Only scheme, host, port and path of the base count. */
export function clientToolsUrl(base: string): string {
  const url = new URL(base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '') + CLIENT_TOOLS_PATH;
  return url.href;
}

/** The sub-protocols to offer: the bearer travels in a header, so only the application's. */
export const offeredProtocols = [CLIENT_TOOLS_PROTOCOL];

/** An empty token counts as none. */
export function bearerHeader(token: string | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A header value can hold visible ASCII only; a line break would even add a header. */
export function isSendableToken(token: string | undefined): boolean {
  return !token || /^[\x21-\x7e]+$/.test(token);
}

/** A schema that is no object would make the provider refuse the whole run, so such a one is left out. */
export function helloFrame(tools: readonly AdvertisedTool[]): string {
  const sendable = tools
    .filter((tool) => isBareToolName(tool.name))
    .map(({ name, description, input_schema: schema }) => ({
      name,
      description,
      input_schema:
        typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : undefined,
    }));
  return JSON.stringify({ type: 'hello', client: 'doorman', tools: sendable });
}
