/** Builds an input to start from in the playground, out of a tool's JSON Schema. */
import type { Json } from '../../src-shared/json.ts';

// What a person would type first in a field of that name.
const BY_NAME: Readonly<Record<string, string>> = {
  path: '~',
  command: 'uname -a',
  cwd: '~',
  url: 'https://example.com',
};

/** An example that holds the required fields; anything that the schema does not explain becomes `null`. */
export function exampleInput(schema: unknown): Json {
  return example(schema, '', 0);
}

// Schemas come from this machine's own tools, but a recursive one must not hang the window.
const MAX_DEPTH = 6;

function example(schema: unknown, name: string, depth: number): Json {
  if (!isRecord(schema) || depth > MAX_DEPTH) return null;
  const given = [schema.default, schema.const, firstOf(schema.examples), firstOf(schema.enum)].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given as Json;
  const choice = firstOf(schema.anyOf) ?? firstOf(schema.oneOf);
  if (choice !== undefined) return example(choice, name, depth + 1);
  return byType(schema, name, depth);
}

function byType(schema: Record<string, unknown>, name: string, depth: number): Json {
  switch (schema.type) {
    case 'object':
      return required(schema, depth);
    case 'string':
      return BY_NAME[name] ?? '';
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? Math.max(0, schema.minimum) : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return null;
  }
}

function required(schema: Record<string, unknown>, depth: number): Json {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const names = Array.isArray(schema.required)
    ? schema.required.filter((key) => typeof key === 'string')
    : [];
  return Object.fromEntries(names.map((key) => [key, example(properties[key], key, depth + 1)]));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
