/** The file that tells a runtime started alone whose tokens it takes. It holds no token, only what recognises one. */
import { z } from 'zod';

export const tokenTableSchema = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        /** SHA-256 of the token's bytes, in hex. Enough for a token that is random; a word could be guessed from it. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits'),
        tenant: z.string().default('default'),
        subject: z.string(),
        scopes: z.array(z.string()).default(['runs:create']),
        /** Which tools scripts may call with this token, as an agent's `tools:` list would say it. */
        tools: z.array(z.string()).default(['*']),
      }),
    )
    .min(1),
});
