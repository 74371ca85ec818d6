// Owns the table "from / may import" of DESIGN.md as data, and holds one import against it.

import { isBuiltin } from 'node:module';

const rooms = [
  'link',
  'policy',
  'approvals',
  'tools',
  'jobs',
  'direct',
  'journal',
  'keychain',
  'settings',
  'doctor',
  'network',
  'masking',
];
const roomZones = rooms.map((room) => `src-main/${room}`);

// What the surfaces (windows, command line) know of the host: its interface, and where its files lie.
const surfaceFiles = ['src-main/host.ts', 'src-main/paths.ts'];

// compose-host.ts and the files beside it that it is split into. It alone knows every room.
const composing = 'src-main/compose-host.ts';

// Libraries that belong to some zones only. Every other dependency of package.json is for all of src-main.
const ownedLibraries = {
  electron: ['src-main/desktop', 'src-main/main.ts', 'src-preload'],
  ws: ['src-main/link', 'src-main/direct', 'src-runtime'],
  'ipaddr.js': ['src-main/network'],
  keytar: ['src-main/keychain'],
  'web-tree-sitter': ['src-main/policy'],
  'tree-sitter-bash': ['src-main/policy'],
  '@secretlint/secretlint-rule-preset-recommend': ['src-main/masking'],
  react: ['src-renderer'],
  'react-dom': ['src-renderer'],
  '@tanstack/react-virtual': ['src-renderer'],
  'radix-ui': ['src-renderer'],
};

// Where starting a process is possible at all.
const processModules = ['child_process', 'cluster'];
const processFile = 'src-main/tools/spawn-child.ts';

/**
 * What each zone may import: zones of the tree, Node's own modules, and packages (`'any'` of package.json,
 * `'own'` those of `ownedLibraries` only, or a list). `types` names zones from which types alone may come.
 */
const table = {
  'src-shared': { zones: [], packages: ['zod'] },
  'src-renderer': { zones: ['src-shared'], packages: 'own' },
  'src-preload': { zones: ['src-shared/ipc-channels.ts'], types: ['src-shared'], packages: 'own' },
  'src-runtime': { zones: ['src-shared'], node: true, packages: 'own' },
  // For other people's pages and programs: what it imports, they would have to install.
  'src-client': { zones: ['src-shared'], packages: [] },
  'src-main/calls': { zones: ['src-shared'], packages: [] },
  ...Object.fromEntries(
    roomZones.map((zone) => [zone, { zones: ['src-shared'], node: true, packages: 'any' }]),
  ),
  'src-main/desktop': { zones: ['src-shared', ...surfaceFiles], node: true, packages: 'any' },
  'src-main/command-line': { zones: ['src-shared', ...surfaceFiles], node: true, packages: [] },
  'src-main/host.ts': { zones: ['src-shared'], types: roomZones, packages: [] },
  'src-main/paths.ts': { zones: ['src-shared'], node: true, packages: 'any' },
  [composing]: {
    zones: [...roomZones, 'src-main/calls', ...surfaceFiles, 'src-shared', 'src-runtime', 'src-client'],
    node: true,
    packages: 'any',
  },
  'src-main/main.ts': entryFile(['src-main/desktop']),
  'src-main/cli.ts': entryFile([]),
  'src-main/command-table.ts': entryFile([]),
};

function entryFile(more) {
  const zones = [
    composing,
    'src-main/check-verdicts.ts',
    'src-main/offline-home.ts',
    'src-main/standalone-runtime.ts',
    'src-main/examine.ts',
    'src-main/journal-reader.ts',
    'src-main/call-machine.ts',
    'src-main/command-table.ts',
    'src-main/command-line',
    ...surfaceFiles,
    'src-shared',
    ...more,
  ];
  return { zones, node: true, packages: 'any' };
}

/**
 * The zone of a file: the longest entry of the table that it lies in, or its first folder. A file that lies
 * directly in src-main is part of the composing file unless the table names it.
 * @param {string} path
 */
export function zoneOf(path) {
  const parts = path.split('/');
  for (let length = parts.length; length > 0; length -= 1) {
    const zone = parts.slice(0, length).join('/');
    if (table[zone]) return zone;
  }
  return parts.length === 2 && parts[0] === 'src-main' ? composing : parts[0];
}

/**
 * Holds one import against the table.
 * @param {string} from path of the importing module
 * @param {import('./layout-read.mjs').Import} imported
 * @param {string[]} dependencies names of package.json
 * @returns {string | undefined} what is wrong with it
 */
export function refusal(from, imported, dependencies) {
  const zone = zoneOf(from);
  if (imported.broken) return `imports ${imported.specifier}, which is no file`;
  if (imported.file) return refusedFile(zone, imported);
  if (zone === 'test' || zone === 'scripts') return undefined;
  if (table[zone] === undefined) return `lies in no zone of the table, so it may import nothing`;
  return isBuiltin(imported.specifier)
    ? refusedBuiltin(from, zone, imported.specifier)
    : refusedPackage(zone, imported.specifier, dependencies);
}

function refusedFile(zone, { file, typeOnly }) {
  const target = zoneOf(file);
  if (target === 'test' && zone !== 'test') return `imports ${file}: nobody imports test`;
  if (zone === target || zone === 'test') return undefined;
  const allowed = table[zone];
  const inside = (places = []) => places.some((place) => file === place || file.startsWith(`${place}/`));
  if (inside(allowed?.zones) || (typeOnly && inside(allowed?.types))) return undefined;
  const what = typeOnly ? 'a type from ' : '';
  return `${zone} may not import ${what}${target === file ? file : `${target} (${file})`}`;
}

function refusedBuiltin(from, zone, specifier) {
  const name = specifier.replace(/^node:/, '');
  if (processModules.includes(name) && from !== processFile) {
    return `imports ${specifier}: only ${processFile} starts processes`;
  }
  return table[zone].node ? undefined : `${zone} may not import Node's ${specifier}`;
}

function refusedPackage(zone, specifier, dependencies) {
  const [, name] = specifier.match(/^((?:@[^/]+\/)?[^/]+)/);
  const owners = ownedLibraries[name];
  const { packages } = table[zone];
  if (owners?.includes(zone)) return undefined;
  if (owners) return `${zone} may not import ${name}: it belongs to ${owners.join(', ')}`;
  if (packages === 'any' && dependencies.includes(name)) return undefined;
  if (Array.isArray(packages) && packages.includes(name)) return undefined;
  return `${zone} may not import the package ${name}`;
}
