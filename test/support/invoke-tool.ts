/** Calls a tool at a runtime of ours, as an agent of that bearer would. */

export type CallReply = { ok: true; output: unknown } | { ok: false; error: string };

/** The signal ends the request. */
export async function invokeTool(
  url: string,
  bearer: string,
  body: { readonly tool: string; readonly input?: unknown; readonly run_id?: string },
  signal?: AbortSignal,
): Promise<CallReply> {
  const response = await fetch(`${url}/v1/invoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as CallReply;
}
