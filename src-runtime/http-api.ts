/** The HTTP side: a script or the playground lists tools and calls one, as an agent of that bearer would. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callBodySchema } from '../src-shared/call-body.ts';
import { CLIENT_TOOLS_PATH } from '../src-shared/client-tools.ts';
import { dispatch, offeredTools } from './dispatch.ts';
import { UPGRADE_REQUIRED } from './endpoint.ts';
import { comesFromPage, isOurHost } from './loopback.ts';
import { headerBearer, type Principal, type PrincipalLookup } from './principal.ts';
import type { Registry } from './registry.ts';

export interface HttpApiOptions {
  readonly registry: Registry;
  readonly lookup: PrincipalLookup;
  readonly maxBodyBytes: number;
}

/** Answers one request; never rejects. */
export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpApiOptions,
): Promise<void> {
  try {
    await answer(request, response, options);
  } catch {
    // What a client sent can be nested too deep to be written again; that costs this reply, not the process.
    if (response.headersSent) response.destroy();
    else problem(response, 500, 'internal_error', 'the reply could not be written');
  }
}

/**
 * A call's reply is 200 whether the tool succeeded or not (`ok` says which); other statuses mean
 * that no call was made. Requests of web pages are refused: this address can run tools.
 */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpApiOptions,
): Promise<void> {
  if (!isOurHost(request) || comesFromPage(request))
    return plain(response, 403, 'requests of web pages and by other host names are refused');
  const bearer = headerBearer(request);
  const principal = bearer === undefined ? undefined : options.lookup(bearer);
  if (!principal) return plain(response, 401, 'unauthorized');
  const path = (request.url ?? '').split('?')[0];
  switch (`${request.method} ${path}`) {
    case 'GET /v1/tools':
      return json(response, 200, { tools: offeredTools(options.registry, principal) });
    case 'POST /v1/invoke':
      return invoke(request, response, principal, options);
    case `GET ${CLIENT_TOOLS_PATH}`:
    case `HEAD ${CLIENT_TOOLS_PATH}`:
      response.setHeader('Upgrade', 'websocket').setHeader('Connection', 'Upgrade');
      return plain(response, 426, UPGRADE_REQUIRED.body);
    default:
      if (path === CLIENT_TOOLS_PATH)
        return plain(response.setHeader('Allow', 'GET, HEAD'), 405, 'Method Not Allowed');
      return plain(response, 404, 'not found: there are GET /v1/tools, POST /v1/invoke and /v1/client-tools');
  }
}

async function invoke(
  request: IncomingMessage,
  response: ServerResponse,
  principal: Principal,
  options: HttpApiOptions,
): Promise<void> {
  const raw = await readBody(request, options.maxBodyBytes);
  if (raw === 'gone') return;
  if (raw === 'too-large')
    return problem(response, 413, 'body_too_large', `a body has at most ${options.maxBodyBytes} bytes`);
  const body = callBodySchema.safeParse(parseJson(raw));
  if (!body.success)
    return problem(response, 400, 'bad_request', 'the body must be JSON: {"tool": "<name>", "input": {…}}');
  const { tool, input, run_id: runId, agent_id: agentId } = body.data;
  const caller = new AbortController();
  response.on('close', () => caller.abort());
  const invocation = { tool, input, runId, agentId };
  const reply = await dispatch(options.registry, principal, invocation, caller.signal);
  if (!response.destroyed) json(response, 200, reply);
}

/** Reads the body as text, at most `limit` bytes of it. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else resolve('too-large');
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return undefined;
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(`${text}\n`);
}

function problem(response: ServerResponse, status: number, code: string, error: string): void {
  json(response, status, { code, error });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}
