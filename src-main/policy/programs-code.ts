/** The program table: package managers, test runners, builders, and the published system's own command. */
import type { ProgramEntry, ProgramFamily } from './program-entry.ts';

/** Starts what a project or a registry says, so a rule that names it is a decision to run that. */
const runner: ProgramEntry = { operands: ['place'], style: 'none', nature: 'code' };

const NPM = `-aglsp --all --depth: --json --long --parseable --global --omit: --include: --link --package-lock-only --silent
  --prod --production --dev --loglevel: --no-color --color --unicode --offline --version --help`;

const list: ProgramEntry = { options: NPM, operands: ['text'] };

const run: ProgramEntry = {
  options: '-sw --silent --if-present --workspaces --workspace:',
  operands: ['place'],
  nature: 'code',
};

const install: ProgramEntry = {
  options: `-sDSEOPBf --silent --save --save-dev --save-exact --save-optional --no-save --legacy-peer-deps --force --no-audit
    --no-fund --production --omit: --include: --prefer-offline --offline --ignore-scripts --workspaces --workspace:
    --package-lock-only --dry-run`,
  operands: ['place'],
  nature: 'network',
};

const LOGIN = 'makes or shows a login';

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
    run,
    'run-script': run,
    start: run,
    exec: runner,
    install,
    i: install,
    add: install,
    ci: install,
    publish: { ...runner, always: ['hazard'], danger: 'shows it to the whole world' },
    view: { ...runner, nature: 'network' },
    outdated: { ...runner, nature: 'network' },
    audit: { ...runner, nature: 'network' },
    config: { ...runner, always: ['env'] },
    token: { ...runner, always: ['hazard'], danger: LOGIN },
    login: { ...runner, always: ['hazard'], danger: LOGIN },
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
    install: {
      options: `${PIP} -U -r:read -c:read -e --upgrade --requirement:read --constraint:read --editable --no-cache-dir --user --pre
        --no-deps --force-reinstall --dry-run`,
      operands: ['place'],
      nature: 'network',
    },
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

const goTool: ProgramEntry = {
  options: `-v -x -n -race -short -cover -failfast -benchmem -json -a -i -run: -count: -timeout: -bench: -p: -parallel: -tags: -cpu:
    -list: -skip: -f: -m -u -deps -mod:`,
  operands: ['place'],
  style: 'words',
  nature: 'code',
};

const cargoTool: ProgramEntry = {
  options: `-rvqF: -p: -j: --release --all --workspace --package: --exclude: --bin: --example: --test: --bench: --lib --bins --tests
    --examples --benches --all-targets --all-features --no-default-features --features: --verbose --quiet --jobs:
    --locked --offline --frozen --no-run --no-fail-fast --message-format: --color: --profile: --check`,
  operands: ['place'],
  nature: 'code',
};

const apt: ProgramEntry = {
  options: `-yqsa --yes --quiet --simulate --dry-run --installed --upgradable --upgradeable --all-versions --names-only
    --no-install-recommends`,
  operands: ['text'],
  nature: 'system',
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
  make: {
    options:
      '-kniBsqrRw -j? --jobs? --dry-run --just-print --silent --quiet --keep-going --always-make --no-print-directory --version',
    operands: ['place'],
    nature: 'code',
    // A variable can be the shell or any program that a recipe starts; switches are plain.
    quirk: ({ operands }) =>
      operands.some((word) => word.includes('=') && !/^[A-Z_]+=([01]|true|false|yes|no)?$/i.test(word))
        ? ['run']
        : [],
  },
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
      build: goTool,
      test: { ...goTool, projectCode: true },
      run: goTool,
      vet: goTool,
      list: goTool,
      fmt: goTool,
      get: { ...runner, nature: 'network' },
      install: { ...runner, nature: 'network' },
      generate: runner,
      mod: runner,
    },
  },
  cargo: {
    options: '--version -V --list --help',
    subcommands: {
      build: cargoTool,
      test: { ...cargoTool, projectCode: true },
      check: cargoTool,
      run: cargoTool,
      clippy: cargoTool,
      fmt: cargoTool,
      install: { ...runner, nature: 'network' },
      publish: { ...runner, always: ['hazard'], danger: 'shows it to the whole world' },
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
  apt,
  'apt-get': apt,
  'apt-cache': apt,
  dpkg: {
    options:
      '-lsLSp --list --status --listfiles --search --print-avail --get-selections --print-architecture --version',
    operands: ['text'],
    nature: 'system',
  },
  brew: { ...runner, nature: 'system' },
  snap: { ...runner, nature: 'system' },
  co,
};
