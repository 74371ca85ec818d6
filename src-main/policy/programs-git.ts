/** The program table: git (2.39) by its subcommands; what each can write, start or reach. */
import type { Effect, ProgramEntry, ProgramFamily } from './program-entry.ts';

const DIFF = `-puzwbaRDW -M? -C? -B? -l: -U: -S: -G: -O:list --patch --no-patch -s --unified: --raw --stat? --numstat --shortstat
  --dirstat? --summary --name-only --name-status --no-renames --check --full-index --binary --abbrev? --find-renames?
  --find-copies? --diff-filter: --pickaxe-all --pickaxe-regex --relative? --text --ignore-space-at-eol
  --ignore-space-change --ignore-all-space --ignore-blank-lines --inter-hunk-context: --function-context --exit-code
  --quiet --ext-diff!run --no-ext-diff --textconv!run --no-textconv --ignore-submodules? --src-prefix: --dst-prefix:
  --no-prefix --color? --no-color --color-moved? --word-diff? --word-diff-regex: --color-words? --minimal --patience
  --histogram --diff-algorithm: --patch-with-stat --compact-summary --output:write --output-indicator-new:
  --output-indicator-old: --output-indicator-context: --submodule? --no-index!list --cc --combined-all-paths`;

const LOG = `-gicEFPqt -n: -L: --oneline --decorate? --no-decorate --graph --all --branches? --tags? --remotes? --glob:
  --exclude: --format: --pretty? --since: --after: --until: --before: --author: --committer: --grep: --all-match
  --invert-grep --regexp-ignore-case --max-count: --skip: --merges --no-merges --first-parent --follow --reverse
  --date: --date-order --topo-order --author-date-order --relative-date --parents --children --left-right --cherry-pick
  --cherry-mark --cherry --boundary --simplify-by-decoration --full-history --abbrev-commit --no-abbrev-commit
  --show-signature!run --notes? --no-notes --source --walk-reflogs --full-diff --log-size --no-mailmap --mailmap
  --encoding: --min-parents: --max-parents: --ancestry-path --show-notes? --dense --sparse --merge --not --stdin!list
  --root --diff-merges: -m -c --no-walk? --ignore-missing --bisect --extended-regexp --fixed-strings --perl-regexp`;

/** Formats that make git check a signature start another program. */
function formatEffects(values: (...names: string[]) => readonly string[]): Effect[] {
  const formats = values('--format', '--pretty', '--group');
  return formats.some((format) => /%[-+ ]?G|signature/.test(format)) ? ['run'] : [];
}

/** With a path outside the repository `git diff` compares any two files, without being asked to (measured in the cases). */
function leavesRepository(operand: string): boolean {
  return operand.startsWith('/') || operand.split('/').includes('..');
}

const history: ProgramEntry = {
  options: `${DIFF} ${LOG}`,
  operands: ['revision'],
  counts: true,
  quirk: ({ values }) => formatEffects(values),
};

const branch: ProgramEntry = {
  options: `-arvqil --list --all --remotes --verbose --contains? --no-contains? --merged? --no-merged? --points-at:
    --show-current --sort: --format: --color? --no-color --column? --no-column --abbrev? --no-abbrev --ignore-case
    -dmcu!write -DMCf!hazard -t!write --delete!write --move!write --copy!write --force!hazard --track!write --set-upstream-to!write
    --unset-upstream!write --edit-description!write --create-reflog!write`,
  operands: ['text'],
  quirk: ({ operands, has, values }) => {
    const listing = has(
      '-l',
      '--list',
      '--contains',
      '--no-contains',
      '--merged',
      '--no-merged',
      '--points-at',
    );
    return operands.length > 0 && !listing ? ['write'] : formatEffects(values);
  },
};

/** A subcommand that changes the repository, as a rule that names it means it to. */
const change = (always: readonly Effect[] = []): ProgramEntry => ({
  options: `-aAbBcdfilmnNpqruvsStx -C: -F:read --all --force!hazard --quiet --verbose --message: --amend!hazard --no-verify!hazard`,
  operands: ['text'],
  nature: 'change',
  always,
});

/** What rewrites history or throws work away. */
const lost = { always: ['hazard' as const], danger: 'can throw away work for good' };
const rewriting: ProgramEntry = { operands: ['text'], style: 'none', nature: 'change', ...lost };

const network: ProgramEntry = {
  options: '-qvnptu -4 -6 --all --prune --tags --quiet --verbose --dry-run --depth: --set-upstream',
  operands: ['text'],
  nature: 'network',
  always: ['run'],
};

/** A remote by its name. Addresses and paths go anywhere, so nobody but a person names them. */
const REMOTE_NAME = /^(?!\.)[\w.-]+$/;

const push: ProgramEntry = {
  options: `-qvnu -f!hazard -d!hazard --force!hazard --force-with-lease?!hazard --force-if-includes!hazard --delete!hazard
    --mirror!hazard --prune!hazard --all --tags --quiet --verbose --dry-run --set-upstream`,
  danger: 'overwrites what others have, or sends it to a new address',
  operands: ['text'],
  nature: 'network',
  quirk: ({ operands }) =>
    operands.some((word, place) => (place === 0 ? !REMOTE_NAME.test(word) : /^[+:]|:$/.test(word)))
      ? ['hazard']
      : [],
};

const SECRET_KEYS = /extraheader|token|password|credential|secret|cookie|helper|proxy|sslkey|smtp/i;

const config: ProgramEntry = {
  options: `-lz -e!run --get --get-all --list --null --name-only --show-origin --show-scope --local --global --system
    --worktree -f:read --file:read --blob:config --bool --int --path --type: --default: --includes --no-includes
    --get-regexp!env --get-urlmatch!env --add!write --unset!write --unset-all!write --replace-all!write --edit!run
    --rename-section!write --remove-section!write`,
  operands: ['text'],
  quirk: ({ operands, has }) => {
    const effects: Effect[] = [];
    const key = operands.length === 1 && /^[a-z][a-z0-9-]*\..*[a-z0-9]$/i.test(operands[0] ?? '');
    if (!key && !has('--get', '--get-all', '--list', '-l')) effects.push('write');
    if (operands.some((word) => SECRET_KEYS.test(word))) effects.push('env');
    return effects;
  },
};

const remote: ProgramEntry = {
  options: '-v --verbose',
  operands: [],
  subcommands: {
    'get-url': { options: '--push --all', operands: ['text'], most: 1 },
    show: {
      options: '-n',
      operands: ['text'],
      quirk: ({ operands, has }) =>
        operands.length === 0 || (has('-n') && operands.every((word) => REMOTE_NAME.test(word)))
          ? []
          : ['net'],
    },
    update: { operands: ['text'], style: 'none', always: ['net'] },
    prune: { operands: ['text'], style: 'none', always: ['net'] },
    add: { operands: ['text'], style: 'none', always: ['write'] },
    remove: { operands: ['text'], style: 'none', always: ['write'] },
    rm: { operands: ['text'], style: 'none', always: ['write'] },
    rename: { operands: ['text'], style: 'none', always: ['write'] },
    'set-url': { operands: ['text'], style: 'none', always: ['write'] },
    'set-head': { operands: ['text'], style: 'none', always: ['write'] },
    'set-branches': { operands: ['text'], style: 'none', always: ['write'] },
  },
};

const stash: ProgramEntry = {
  ...change(['write']),
  subcommands: {
    list: {
      options: `${LOG}`,
      operands: ['text'],
      counts: true,
      quirk: ({ values }) => formatEffects(values),
    },
    show: { options: DIFF, operands: ['text'], most: 1 },
    drop: rewriting,
    clear: rewriting,
  },
};

export const GIT_PROGRAMS: ProgramFamily = {
  git: {
    options:
      '--version --help -h --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects -C:config -c:config --git-dir:config --work-tree:config --config-env:config --exec-path?config -p!run --paginate!run --namespace:config --bare!config',
    subcommands: {
      status: {
        options:
          '-sbvz -u? --short --branch --porcelain? --long --verbose --untracked-files? --ignore-submodules? --ignored? --column? --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? --show-stash',
        operands: ['text'],
      },
      diff: {
        ...history,
        options: `${DIFF} --cached --staged --merge-base`,
        quirk: ({ operands }) => (operands.some(leavesRepository) ? ['list'] : []),
      },
      log: history,
      show: history,
      whatchanged: history,
      shortlog: {
        options: `${LOG} -nsec -w? --numbered --summary --email --group:`,
        operands: ['text'],
        counts: true,
        quirk: ({ values }) => formatEffects(values),
      },
      reflog: {
        options: `${LOG}`,
        operands: ['text'],
        counts: true,
        quirk: ({ values }) => formatEffects(values),
        subcommands: { show: history, expire: rewriting, delete: rewriting },
      },
      blame: {
        options:
          '-bcepwsltfn -L: -S:list -C? -M? --show-stats --show-name --show-number --show-email --porcelain --line-porcelain --incremental --date: --since: --root --color-lines --color-by-age --minimal --reverse: --first-parent --abbrev: --ignore-rev: --ignore-revs-file:list --contents:list --encoding: --score-debug --progress --no-progress',
        operands: ['revision'],
      },
      branch,
      remote,
      stash,
      config,
      'ls-files': {
        options:
          '-cdmoiskuztvf -x: --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --eol --full-name --abbrev? --error-unmatch --exclude-standard --exclude: -X:list --exclude-from:list --exclude-per-directory: --recurse-submodules --deduplicate --format:',
        operands: ['revision'],
      },
      'ls-tree': {
        options:
          '-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev? --format:',
        operands: ['text'],
      },
      'rev-parse': {
        options:
          '-q --abbrev-ref? --short? --verify --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags? --remotes? --since: --until: --not --path-format: --git-path: --show-object-format? --show-superproject-working-tree',
        operands: ['text'],
      },
      'diff-tree': {
        options: `${DIFF} -rtmc --root --no-commit-id --stdin!list --always --no-renames --merge-base`,
        operands: ['revision'],
      },
      'rev-list': {
        options: `${LOG} --count --objects --no-object-names --disk-usage? --left-only --right-only`,
        operands: ['text'],
        counts: true,
        quirk: ({ values }) => formatEffects(values),
      },
      describe: {
        options:
          '--all --tags --contains --abbrev: --candidates: --exact-match --debug --long --match: --exclude: --always --first-parent --dirty? --broken?',
        operands: ['text'],
      },
      'cat-file': {
        options: '-tespc --batch!list --batch-check!list --textconv!run --filters!run',
        operands: ['revision'],
      },
      'merge-base': {
        options: '-a --all --octopus --is-ancestor --fork-point --independent',
        operands: ['text'],
      },
      'name-rev': { options: '--name-only --tags --refs: --all', operands: ['text'] },
      'for-each-ref': {
        options: '--count: --sort: --format: --points-at: --merged? --no-merged? --contains? --no-contains?',
        operands: ['text'],
        quirk: ({ values }) => formatEffects(values),
      },
      'symbolic-ref': { options: '-q --quiet --short --recurse --no-recurse', operands: ['text'], most: 1 },
      'show-ref': {
        options: '-dqsh --head --heads --tags --verify --quiet --hash? --abbrev? --dereference',
        operands: ['text'],
      },
      'count-objects': { options: '-vH --verbose --human-readable' },
      'check-ignore': { options: '-qvzn --quiet --verbose --non-matching --no-index', operands: ['text'] },
      grep: {
        options:
          '-iInwvEFPGlLcohHqW -e: -A: -B: -C: -m: -p --line-number --ignore-case --word-regexp --count --cached --untracked --name-only --files-with-matches --fixed-strings --perl-regexp --extended-regexp --max-depth: --max-count: --heading --break --and --or --not -O?run --open-files-in-pager?run -f:list --no-index!list --textconv!run --ext-grep!run',
        operands: ['revision'],
      },
      tag: {
        options:
          '-l -n? --list --sort: --format: --contains? --no-contains? --merged? --no-merged? --points-at: --column? -a!write -s!run -u!run -f!hazard -d!write -m!write -F!write -v!run',
        operands: ['text'],
        quirk: ({ operands, has, values }) =>
          operands.length > 0 && !has('-l', '--list', '--contains', '--merged', '--points-at')
            ? ['write']
            : formatEffects(values),
      },
      version: { options: '--build-options' },
      help: { operands: ['text'], always: ['terminal'] },
      add: {
        ...change(),
        options:
          '-AfnNuv -e!terminal -i!terminal -p!terminal --all --dry-run --force --intent-to-add --update --verbose',
      },
      commit: change(['run']),
      mv: change(),
      checkout: change(['run', 'delete']),
      switch: change(['run']),
      restore: change(['delete']),
      merge: change(['run']),
      'cherry-pick': change(['run']),
      revert: change(['run']),
      init: change(['write']),
      worktree: change(['write']),
      notes: change(['write']),
      am: change(['run']),
      apply: change(['write']),
      rm: change(['delete']),
      submodule: { operands: ['text'], style: 'none', nature: 'network', always: ['run'] },
      clone: { operands: ['text'], style: 'none', nature: 'network', always: ['run'] },
      fetch: network,
      pull: { ...network, always: ['run'] },
      push,
      'ls-remote': { operands: ['text'], style: 'none', nature: 'network', always: ['run'] },
      reset: rewriting,
      rebase: rewriting,
      clean: rewriting,
      gc: rewriting,
      prune: rewriting,
      'filter-branch': rewriting,
      'filter-repo': rewriting,
      'update-ref': rewriting,
      replace: rewriting,
      bisect: { operands: ['text'], style: 'none', always: ['run'] },
    },
  },
};
