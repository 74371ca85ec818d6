/** The HTTP side: a script or the playground lists tools and calls one, as an agent of that bearer would. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callBodySchema } from '../src-shared/call-body.ts';
import { CLIENT_TOOLS_PATH } from '../src-shared/client-tools.ts';
import { dispatch, toolDescriptions } from './dispatch.ts';
import type { Endpoint } from './endpoint.ts';
import { admitBearer, type GateOptions } from './gate.ts';
import type { Grants } from './grants.ts';
import { comesFromPage } from './loopback.ts';
import { headerBearer, type Principal } from './principal.ts';
import { answerRefusal, jsonRefusal, textRefusal } from './refusal.ts';
import type { Registry } from './registry.ts';

export interface HttpApiOptions extends GateOptions {
  readonly registry: Registry;
  readonly maxBodyBytes: number;
  /** What it says to a request that should have been an upgrade. */
  readonly endpoint: Pick<Endpoint, 'refusal'>;
  /** Whether this request may have been meant for this runtime, by the host that it names. */
  isOurs(request: IncomingMessage): boolean;
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
    else answerRefusal(response, jsonRefusal(500, 'internal_error', 'the reply could not be written'));
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
  const path = (request.url ?? '').split('?')[0];
  if (path === CLIENT_TOOLS_PATH) return answerRefusal(response, options.endpoint.refusal(request));
  if (!options.isOurs(request) || comesFromPage(request)) return answerRefusal(response, NOT_FOR_YOU);
  const admission = admitBearer(headerBearer(request), options);
  if (admission.kind === 'refused') return answerRefusal(response, admission.refusal);
  const { principal } = admission;
  switch (`${request.method} ${path}`) {
    case 'GET /v1/tools': {
      const tools = toolDescriptions(options.registry, principal, grantsOf(principal));
      return json(response, 200, { tools });
    }
    case 'POST /v1/invoke':
      return invoke(request, response, principal, options);
    default:
      return answerRefusal(response, NO_SUCH_PATH);
  }
}

const NOT_FOR_YOU = textRefusal(403, 'requests of web pages and by other host names are refused');
const NO_SUCH_PATH = textRefusal(
  404,
  'not found: there are GET /v1/tools, POST /v1/invoke and /v1/client-tools',
);

function grantsOf({ tools }: Principal): Grants {
  return { agent: tools ?? ['*'] };
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
    return answerRefusal(
      response,
      jsonRefusal(413, 'body_too_large', `a body has at most ${options.maxBodyBytes} bytes`),
    );
  const body = callBodySchema.safeParse(parseJson(raw));
  if (!body.success) return answerRefusal(response, BAD_BODY);
  const { tool, input, run_id: runId, agent_id: agentId } = body.data;
  const caller = new AbortController();
  response.on('close', () => caller.abort());
  const invocation = { tool, input, runId, agentId };
  const { registry } = options;
  const reply = await dispatch(registry, principal, grantsOf(principal), invocation, caller.signal);
  if (!response.destroyed) json(response, 200, reply);
}

const BAD_BODY = jsonRefusal(400, 'bad_request', 'the body must be JSON: {"tool": "<name>", "input": {…}}');

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

function json(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
  response.end(text);
}
