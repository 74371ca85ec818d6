/** Who may come in at all, by the published order of checks: the bearer (401), its scope (403), the feature (503). */
import { mayOfferTools, type Principal, type PrincipalLookup } from './principal.ts';
import { jsonRefusal, type Refusal, textRefusal } from './refusal.ts';

export interface GateOptions {
  readonly lookup: PrincipalLookup;
  /** Whether this runtime has client tools at all. */
  readonly enabled: boolean;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly principal: Principal }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Looks at a bearer. The texts are the published runtime's. */
export function admitBearer(bearer: string | undefined, options: GateOptions): Admission {
  const principal = bearer === undefined ? undefined : options.lookup(bearer);
  if (!principal) return refused(textRefusal(401, 'unauthorized'));
  if (!mayOfferTools(principal))
    return refused(
      textRefusal(403, 'insufficient scope', { 'WWW-Authenticate': 'Bearer scope="runs:create"' }),
    );
  if (!options.enabled)
    return refused(
      jsonRefusal(503, 'client_tools_unavailable', 'the client-tool host is not enabled on this server'),
    );
  return { kind: 'admitted', principal };
}

function refused(refusal: Refusal): Admission {
  return { kind: 'refused', refusal };
}
