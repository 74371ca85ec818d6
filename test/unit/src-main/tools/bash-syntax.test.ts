import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bashAccepts } from '../../../../src-main/tools/bash-syntax.ts';

const path = '/usr/local/bin:/usr/bin:/bin';

it('tells what bash can parse from what it cannot', async () => {
  expect(await bashAccepts('for i in 1 2; do echo "$i"; done', path)).toBe(true);
  expect(await bashAccepts('if true; then', path)).toBe(false);
  expect(await bashAccepts('echo "unclosed', path)).toBe(false);
});

it('runs nothing of the text, not even substitutions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'syntax-'));
  await bashAccepts(`touch ${folder}/a; echo $(touch ${folder}/b); : \${x[$(touch ${folder}/c)]}`, path);
  for (const name of ['a', 'b', 'c']) expect(existsSync(join(folder, name)), name).toBe(false);
  await rm(folder, { recursive: true });
});
