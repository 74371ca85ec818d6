/** The body of `POST /v1/invoke` at our own runtime: one call as an agent would make it. */
import { z } from 'zod';

export const callBodySchema = z.object({
  tool: z.string().min(1),
  input: z.unknown().optional(),
  run_id: z.string().optional(),
  agent_id: z.string().optional(),
});
