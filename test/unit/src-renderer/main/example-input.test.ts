import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleInput } from '../../../../src-renderer/main/example-input.ts';

describe('an example input for the playground', () => {
  it('fills what a schema requires and leaves out the rest', () => {
    const schema = z.object({ path: z.string(), display: z.int().min(1), reason: z.string().optional() });
    expect(exampleInput(z.toJSONSchema(schema))).toEqual({ path: '~', display: 1 });
  });

  it('passes the schema that it was made from', () => {
    const schema = z.object({
      command: z.string().min(1),
      how: z.enum(['fast', 'slow']),
      nested: z.object({ on: z.boolean(), list: z.array(z.string()) }),
      either: z.union([z.number(), z.null()]),
    });
    const json = z.toJSONSchema(schema, { io: 'input' });
    expect(schema.safeParse(exampleInput(json)).success).toBe(true);
  });

  it('ends for a schema that holds itself, and gives null for what is no schema', () => {
    const loop: Record<string, unknown> = { type: 'object', required: ['next'] };
    loop.properties = { next: loop };
    expect(JSON.stringify(exampleInput(loop)).length).toBeLessThan(200);
    expect(exampleInput('nonsense')).toBeNull();
  });
});
