// Owns `npm run lint`: format and lint rules (Biome), the types of every folder, and the layout check.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireNodeModules } from './node-modules.mjs';
import { isMain, repoRoot } from './repo.mjs';
import { runAndRead } from './run-child.mjs';
import { runAsCommand, say } from './say.mjs';

const typedFolders = [
  'src-shared',
  'src-main',
  'src-preload',
  'src-renderer',
  'src-client',
  'src-runtime',
  'test',
];

/**
 * Runs Biome and the type checks. The layout check is not among them: the tests hold it, and
 * `npm run lint` adds it.
 * @returns {Promise<{ name: string, ok: boolean }[]>} one entry a check
 */
export async function lint() {
  // Its output is read and not a terminal, but it colours it all the same in CI.
  const colors = process.stdout.isTTY ? '--colors=force' : '--colors=off';
  const results = [await check('biome', tool('@biomejs/biome/bin/biome'), ['ci', colors, '.'])];
  for (const folder of typedFolders) {
    if (!existsSync(join(repoRoot, folder, 'tsconfig.json'))) {
      say(`lint: ${folder} has no tsconfig.json`);
      results.push({ name: `types of ${folder}`, ok: false });
      continue;
    }
    results.push(await check(`types of ${folder}`, tool('typescript/bin/tsc'), ['--noEmit', '-p', folder]));
  }
  return results;
}

async function check(name, script, args) {
  const started = performance.now();
  const { code, stdout, stderr } = await runAndRead(process.execPath, [script, ...args], { cwd: repoRoot });
  const ok = code === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!ok) process.stdout.write(stdout + stderr);
  console.log(`lint: ${name}: ${ok ? 'ok' : `failed with code ${code}`} (${seconds} s)`);
  return { name, ok };
}

async function checkLayoutToo() {
  const { checkLayout, describeViolation } = await import('./check-layout.mjs');
  const { modules, violations } = checkLayout(repoRoot);
  for (const violation of violations) console.log(describeViolation(violation));
  const ok = modules > 0 && violations.length === 0;
  console.log(`lint: layout: ${ok ? 'ok' : `${violations.length} violations`} (${modules} modules)`);
  return { name: 'layout', ok };
}

function tool(path) {
  return join(repoRoot, 'node_modules', path);
}

if (isMain(import.meta.url)) {
  await runAsCommand(async () => {
    requireNodeModules();
    const results = [...(await lint()), await checkLayoutToo()];
    return results.every(({ ok }) => ok) ? 0 : 1;
  });
}
