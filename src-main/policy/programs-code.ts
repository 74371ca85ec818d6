/** The program table: package managers, test runners, builders, and the published system's own command. */
import type { ProgramEntry, ProgramFamily } from './program-entry.ts';

/** Starts what a project or a registry says, so a rule that names it is a decision to run that. */
const runner: ProgramEntry = { operands: ['text'], style: 'none', nature: 'code' };

const NPM = `-aglsp --all --depth: --json --long --parseable --global --omit: --include: --link --package-lock-only --silent
  --prod --production --dev --loglevel: --no-color --color --unicode --offline --version --help`;

const list: ProgramEntry = { options: NPM, operands: ['text'] };

const npm: ProgramEntry = {
  options: '--version -v --help -h',
  subcommands: {
    list,
    ls: list,
    la: list,
    ll: list,
    test: { options: '--silent -s', nature: 'code', projectCode: true },
    t: { options: '--silent -s', nature: 'code', projectCode: true },
    root: { options: '-g --global' },
    prefix: { options: '-g --global' },
    help: { operands: ['text'], always: ['terminal'] },
    run: runner,
    'run-script': runner,
    start: runner,
    exec: runner,
    install: { ...runner, nature: 'network' },
    i: { ...runner, nature: 'network' },
    ci: { ...runner, nature: 'network' },
    publish: { ...runner, always: ['hazard'] },
    view: { ...runner, nature: 'network' },
    outdated: { ...runner, nature: 'network' },
    audit: { ...runner, nature: 'network' },
    config: { ...runner, always: ['env'] },
    token: { ...runner, always: ['hazard'] },
    login: { ...runner, always: ['hazard'] },
  },
};

const PIP = '-v -q --verbose --quiet --disable-pip-version-check --no-color --no-input';

const pip: ProgramEntry = {
  options: `--version -V --help -h ${PIP}`,
  subcommands: {
    list: {
      options: `${PIP} -le --local --user --editable --exclude-editable --include-editable --format: --not-required
        --exclude: --pre -o!net -u!net --outdated!net --uptodate!net --path:name`,
    },
    freeze: {
      options: `${PIP} -l --local --user --all --exclude-editable --exclude: -r:read --requirement:read --path:name`,
    },
    show: { options: `${PIP} -f --files`, operands: ['text'] },
    check: { options: PIP },
    help: { operands: ['text'] },
    install: { ...runner, nature: 'network' },
    uninstall: { ...runner, always: ['delete'] },
    download: { ...runner, nature: 'network' },
    config: { ...runner, always: ['env'] },
  },
};

const pytest: ProgramEntry = {
  options: `-qvxlsh -k: -m: -n: -r: -W: --quiet --verbose --exitfirst --maxfail: --lf --last-failed --ff --failed-first --nf
    --sw --stepwise --tb: --capture: --showlocals --durations: --collect-only --co --no-header --no-summary --markers
    --fixtures --version --help --strict-markers --color: --cache-clear -V
    --disable-warnings --show-capture: --import-mode: --deselect: --ignore: --ignore-glob: --setup-show --setup-only
    -c:config --config-file:config --rootdir:config --confcutdir:config -p: -o:config --override-ini:config
    --junitxml:write --junit-xml:write --log-file:write --basetemp:write --debug?write --pastebin:net --pdb!terminal
    --pdbcls:run --trace!terminal --resultlog:write --report-log:write --pyargs!run --cov? --cov-report: --no-cov`,
  operands: ['change'],
  nature: 'code',
  projectCode: true,
  quirk: ({ operands, values }) => [
    ...(operands.some((word) => word.startsWith('@')) ? (['config'] as const) : []),
    ...(values('-p').some((plugin) => !plugin.startsWith('no:')) ? (['run'] as const) : []),
    ...(values('--cov-report').some((report) => !/^term(-missing)?$/.test(report))
      ? (['write'] as const)
      : []),
  ],
};

const TRUST_CHANGE: ProgramEntry = {
  operands: ['text'],
  style: 'none',
  refused: 'who may command the agent is decided by the person, not by the agent',
};

/** Account and server commands of the published system: reports are plain, the rest speaks or acts for the person. */
const co: ProgramEntry = {
  options: '--help -h --version',
  bare: 'terminal',
  subcommands: {
    status: { options: '--help --json' },
    doctor: { options: '--help' },
    version: {},
    help: { operands: ['text'] },
    trust: {
      operands: ['text'],
      always: ['hazard'],
      subcommands: Object.fromEntries(
        ['admin', 'add', 'remove', 'set', 'promote', 'demote', 'block', 'unblock'].map((name) => [
          name,
          TRUST_CHANGE,
        ]),
      ),
    },
  },
};

export const CODE_PROGRAMS: ProgramFamily = {
  npm,
  pnpm: runner,
  yarn: runner,
  npx: { ...runner, always: ['run'] },
  bunx: { ...runner, always: ['run'] },
  pip,
  pip3: pip,
  pipx: runner,
  uv: runner,
  poetry: runner,
  conda: runner,
  pytest,
  'py.test': pytest,
  tox: { ...runner, projectCode: true },
  nox: { ...runner, projectCode: true },
  mypy: runner,
  ruff: runner,
  black: runner,
  make: runner,
  cmake: runner,
  ninja: runner,
  gcc: runner,
  cc: runner,
  clang: runner,
  'g++': runner,
  ld: runner,
  go: {
    options: '',
    subcommands: {
      version: { options: '-m -v' },
      env: { operands: ['text'], options: '-json -w!write -u!write', style: 'words' },
      build: runner,
      test: { ...runner, projectCode: true },
      run: runner,
      vet: runner,
      list: runner,
      fmt: runner,
      get: { ...runner, nature: 'network' },
      install: { ...runner, nature: 'network' },
      generate: runner,
      mod: runner,
    },
  },
  cargo: {
    options: '--version -V --list --help',
    subcommands: {
      build: runner,
      test: { ...runner, projectCode: true },
      check: runner,
      run: runner,
      clippy: runner,
      fmt: runner,
      install: { ...runner, nature: 'network' },
      publish: { ...runner, always: ['hazard'] },
    },
  },
  rustc: runner,
  java: runner,
  javac: runner,
  mvn: runner,
  gradle: runner,
  dotnet: runner,
  tsc: runner,
  eslint: runner,
  prettier: runner,
  vitest: runner,
  jest: runner,
  gdb: { ...runner, always: ['run', 'terminal'] },
  sqlite3: { ...runner, always: ['run', 'write'] },
  psql: { ...runner, always: ['run', 'net'] },
  mysql: { ...runner, always: ['run', 'net'] },
  apt: { ...runner, nature: 'system' },
  'apt-get': { ...runner, nature: 'system' },
  dpkg: { ...runner, nature: 'system' },
  brew: { ...runner, nature: 'system' },
  snap: { ...runner, nature: 'system' },
  co,
};
