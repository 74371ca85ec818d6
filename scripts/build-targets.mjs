// Owns what is built from what: the entries of each side and the Vite settings that turn them into out/.

import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { repoRoot } from './repo.mjs';
import { SetupError } from './say.mjs';

const source = (path) => join(repoRoot, path);

const nodeEntries = {
  main: 'src-main/main.ts',
  cli: 'src-main/cli.ts',
  'shell-parser-worker': 'src-main/policy/shell-parser-worker.ts',
  'masking-worker': 'src-main/masking/masking-worker.ts',
  'spawn-worker': 'src-main/tools/spawn-worker.ts',
  'keychain-probe': 'src-main/keychain/keychain-probe.ts',
  'history-worker': 'src-main/journal/history-worker.ts',
  'judge-worker': 'src-main/policy/judge-worker.ts',
  'permission-reader-worker': 'src-main/policy/permission-reader-worker.ts',
};

const preloadEntries = {
  'main-preload': 'src-preload/main-preload.ts',
  'approval-preload': 'src-preload/approval-preload.ts',
};

/** What other programs import, as `doorman/client-tools` and `doorman/connect`: each one module that needs nothing. */
const clientEntries = {
  'client-tools': 'src-client/connect-client-tools.ts',
  connect: 'src-client/connect.ts',
};

const pageEntries = { main: 'src-renderer/main.html', approval: 'src-renderer/approval.html' };

/** Every file that the build starts from, relative to the root. */
export const entryFiles = [
  ...[nodeEntries, preloadEntries, pageEntries, clientEntries].flatMap(Object.values),
];

/**
 * The Vite settings of every part, in the order in which they are built.
 * @param {string} outDir
 * @returns {Promise<import('vite').InlineConfig[]>}
 */
export async function buildTargets(outDir) {
  const preloads = Object.entries(preloadEntries).map(([name, entry]) => preload(name, entry, outDir));
  return [nodeSide(outDir), ...preloads, ...clients(outDir), await pages(outDir)];
}

const common = { configFile: false, logLevel: 'warn', envDir: false, publicDir: false };

// Main, the command line and the workers of the policy. Shared code and what is imported on demand goes into
// chunks that lie flat beside them, so that `new URL('./shell-parser-worker.js', import.meta.url)` is right
// from any of them, and a short command loads only what it needs.
function nodeSide(outDir) {
  return {
    ...common,
    root: repoRoot,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20.18',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: absolute(nodeEntries),
        external: isExternalInMain,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[name]-[hash].js',
          banner: (chunk) => (chunk.isEntry && chunk.name === 'cli' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  };
}

// A preload under `sandbox: true` is one CommonJS file that can require nothing but electron.
function preload(name, entry, outDir) {
  return {
    ...common,
    root: repoRoot,
    ssr: { noExternal: true },
    plugins: [refuseOtherImports(name)],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'chrome130',
      minify: false,
      rolldownOptions: {
        input: { [name]: source(entry) },
        external: (id) => id === 'electron' || isBuiltin(id),
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

// The helper is for other people's pages, extensions and programs: one module that needs nothing.
function clients(outDir) {
  return Object.entries(clientEntries).map(([name, entry]) => ({
    ...common,
    root: repoRoot,
    ssr: { noExternal: true },
    plugins: [refusePackages(name)],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { [name]: source(entry) },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  }));
}

async function pages(outDir) {
  const { default: react } = await import('@vitejs/plugin-react');
  return {
    ...common,
    root: source('src-renderer'),
    base: './',
    plugins: [react(), refuseInlineCode()],
    build: {
      outDir: join(outDir, 'renderer'),
      emptyOutDir: true,
      target: 'chrome130',
      // The pages' CSP allows files of their own only: nothing inline, no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Read from the disk of this machine, not from a network. KB.
      chunkSizeWarningLimit: 1024,
      rolldownOptions: { input: absolute(pageEntries) },
    },
  };
}

function refuseOtherImports(name) {
  return {
    name: 'doorman-preload-imports',
    generateBundle(_options, bundle) {
      const imports = Object.values(bundle).flatMap((chunk) => [
        ...(chunk.imports ?? []),
        ...(chunk.dynamicImports ?? []),
      ]);
      const refused = imports.filter((id) => id !== 'electron');
      if (refused.length > 0) {
        throw new SetupError(`${name}.ts: a sandboxed preload cannot load ${refused.join(', ')}`);
      }
    },
  };
}

function refusePackages(name) {
  return {
    name: 'doorman-no-packages',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const foreign = chunks.flatMap((chunk) => [
        ...chunk.imports,
        ...chunk.dynamicImports,
        ...chunk.moduleIds.filter((id) => !id.startsWith(repoRoot) || id.includes('node_modules')),
      ]);
      if (foreign.length > 0) throw new SetupError(`${name}.js has no dependencies: not ${foreign[0]}`);
    },
  };
}

function refuseInlineCode() {
  return {
    name: 'doorman-no-inline-code',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const [file, asset] of Object.entries(bundle)) {
        if (!file.endsWith('.html')) continue;
        const inline = String(asset.source).match(/<style|<script(?![^>]*\ssrc=)|\s(?:style|on[a-z]+)=/i);
        if (inline) throw new SetupError(`${file} has inline code, which its CSP forbids: ${inline[0]}`);
      }
    },
  };
}

function isExternalInMain(id) {
  if (isBuiltin(id) || id === 'electron' || id.startsWith('electron/')) return true;
  return dependencies.some((name) => id === name || id.startsWith(`${name}/`));
}

const dependencies = Object.keys(JSON.parse(readFileSync(source('package.json'), 'utf8')).dependencies);

function absolute(entries) {
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, source(path)]));
}
