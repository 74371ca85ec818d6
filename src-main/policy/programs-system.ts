/** The program table: programs that report on this machine, its files by name, its processes and settings. */
import type { Effect, ProgramEntry, ProgramFamily } from './program-entry.ts';
import { mayShowEnvironment } from './ps-reading.ts';

const names = (options: string, more: Partial<ProgramEntry> = {}): ProgramEntry => ({
  options: `${options} --help --version`,
  operands: ['name'],
  ...more,
});

const report = (options = ''): ProgramEntry => ({ options: `${options} --help --version` });

/** Names of settings that can hold secrets; addresses can hold a password. */
const SECRET_SETTING =
  /key|token|secret|passw|pwd$|credential|auth|cookie|session|private|dsn|_ur[il]$|conn(ection)?_?str|^pass$|_pass$/i;

/** Rounds of a report that soon end. */
const FEW = /^[1-9][0-9]?$/;

/** `date` sets the clock when it is given a bare number, in whatever place (measured in the cases). */
function dateEffects(operands: readonly string[]): Effect[] {
  return operands.every((operand) => operand.startsWith('+')) ? [] : ['hazard'];
}

export const SYSTEM_PROGRAMS: ProgramFamily = {
  ls: names(
    `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -T: -w: --all --almost-all --author --escape --block-size:
     --ignore-backups --color? --directory --dired --classify? --file-type --format: --full-time --group-directories-first
     --no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --hide:
     --hyperlink? --indicator-style: --inode --ignore: --kibibytes --dereference --numeric-uid-gid --literal
     --hide-control-chars --show-control-chars --quote-name --quoting-style: --reverse --recursive --size --sort: --time:
     --time-style: --tabsize: --width: --context --zero`,
    { complete: true, anyWords: true },
  ),
  stat: names('-Lt -f? -c: --dereference --file-system --format: --printf: --terse --cached:', {
    complete: true,
  }),
  du: names(
    `-0abchHklLmsSxDP -B: -d: -t: -X:read --null --all --apparent-size --block-size: --bytes --total --dereference-args
     --max-depth: --files0-from:list --human-readable --inodes --dereference --count-links --no-dereference
     --separate-dirs --si --summarize --threshold: --time? --time-style: --exclude-from:read --exclude: --one-file-system`,
    { complete: true },
  ),
  df: names(
    `-aHhiklPTmv -x: -B: -t: --all --block-size: --human-readable --si --inodes --local --no-sync --output? --portability
     --sync --total --type: --print-type --exclude-type:`,
    { complete: true },
  ),
  tree: names(
    `-adflxNqQpugshDFrtcUvSnCACiJX -L: -P: -I: -H: -T: -R!write -o:write --gitignore --ignore-case --matchdirs --metafirst
     --prune --info --noreport --charset: --filelimit: --timefmt: --si --du --inodes --device --sort? --dirsfirst
     --filesfirst --fromfile!list --fromtabfile!list --gitfile:read --infofile:read --nolinks --hintro:read --houtro:read`,
  ),
  basename: {
    options: '-az -s: --multiple --suffix: --zero --help --version',
    operands: ['text'],
    anyWords: true,
  },
  dirname: { options: '-z --zero --help --version', operands: ['text'], anyWords: true },
  realpath: names(
    `-eEmLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to:name
     --relative-base:name --strip --no-symlinks --zero`,
  ),
  readlink: names(
    '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero',
  ),
  file: {
    options: `-bcdhiklLnNprsS0Ev -e: -F: -P: -m:config -f:list -C!write -z!run -Z!run --brief --mime --mime-type
      --mime-encoding --exclude: --separator: --files-from:list --magic-file:config --compile!write --uncompress!run
      --uncompress-noreport!run --keep-going --dereference --no-dereference --no-buffer --no-pad --print0 --raw
      --special-files --extension --apple --version --help --parameter: --list`,
    operands: ['read'],
  },
  which: { options: '-as --all --help --version', operands: ['text'] },
  type: { options: '-aftpP', operands: ['text'], free: true },
  pwd: { options: '-LP --logical --physical' },
  whoami: report(),
  id: {
    options: '-agGnruzZ --group --groups --name --real --user --zero --context --help --version',
    operands: ['text'],
  },
  groups: { options: '--help --version', operands: ['text'] },
  users: report(),
  who: report('-abdHlmpqrstTuw --all --boot --heading'),
  w: report('-hsfoiV'),
  last: report('-n: -x -a -F'),
  tty: report('-s'),
  locale: {
    options: '-amkc --all-locales --charmaps --category-name --keyword-name --verbose',
    operands: ['text'],
  },
  arch: report(),
  uname: report(
    `-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
     --hardware-platform --operating-system`,
  ),
  nproc: report('--all --ignore:'),
  uptime: report('-ps --pretty --since -V -h'),
  lscpu: report(
    '-aBbcJyr -e? -p? --all --extended? --json --parse? --online --offline --bytes --caches? --output-all',
  ),
  lsblk: report(
    '-abdfilmnprstSJOPT -o: --all --bytes --fs --json --list --output: --noheadings --paths --topology',
  ),
  lsb_release: report('-vidrcash --id --description --release --codename --all --short'),
  sw_vers: report('-productName -productVersion -buildVersion --productName --productVersion --buildVersion'),
  system_profiler: { options: '-listDataTypes -json -xml -detailLevel:', operands: ['text'], style: 'words' },
  vm_stat: { operands: ['text'], quirk: ({ operands }) => (operands.length > 0 ? ['endless'] : []) },
  vmstat: {
    options: '-aSwntdDsm',
    operands: ['text'],
    quirk: ({ operands }) => (operands.length === 1 ? ['endless'] : []),
  },
  free: {
    options: `-bkmghtlwvL -s: -c: --bytes --kilo --mega --giga --tera --kibi --mebi --gibi --tebi --human --si
      --lohi --total --wide --line --committed --seconds: --count: --help --version`,
    quirk: ({ has, values }) => {
      const rounds = values('-c', '--count');
      if (rounds.length === 0) return has('-s', '--seconds') ? ['endless'] : [];
      return rounds.every((count) => FEW.test(count)) ? [] : ['endless'];
    },
  },
  sysctl: {
    options:
      '-anNeqbAX -w!hazard -p?config --all --names --values --ignore --quiet --binary --write!hazard --load?config -r: --pattern: --system!hazard',
    operands: ['text'],
    quirk: ({ operands }) => (operands.some((word) => word.includes('=')) ? ['hazard'] : []),
  },
  hostname: {
    options:
      '-aAdfiIsyV -b!hazard -F:!hazard --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short --boot!hazard --file:!hazard --help --version --yp --nis',
    operands: ['text'],
    quirk: ({ operands }) => (operands.length > 0 ? ['hazard'] : []),
  },
  date: {
    options: `-uR -d: -v: -f:read -r:name -I? -s:!hazard --date: --file:read --iso-8601? --rfc-3339: --rfc-email --reference:name
      --set:!hazard --utc --universal --resolution --debug --help --version`,
    operands: ['text'],
    complete: true,
    quirk: ({ operands }) => dateEffects(operands),
  },
  cal: { options: '-13jmsyw -n: -A: -B:', operands: ['text'] },
  ps: {
    options: `-AaNdefFlyjLTcHwmMPZ -C: -G: -g: -o: -O: -p: -q: -s: -t: -u: -U: --forest --sort: --no-headers --headers --pid: --ppid:
      --user: --User: --format: --cols: --columns: --width: --lines: --help? --version --deselect -V`,
    operands: ['text'],
    listsProcesses: true,
    quirk: ({ operands, values, words }) => {
      const formats = [...values('-o', '-O', '--format'), ...operands];
      return mayShowEnvironment(words) || formats.some((format) => format.includes('environ')) ? ['env'] : [];
    },
  },
  pgrep: {
    options: '-afilnovxc -u: -U: -g: -G: -P: -s: -t: -d: -F:read',
    operands: ['text'],
    listsProcesses: true,
  },
  top: {
    options: '-bcHiSO1s -d: -n: -l: -p: -u: -U: -o: -w? -E: -e:',
    listsProcesses: true,
    quirk: ({ has, values }) => {
      if (!has('-b', '-l')) return ['terminal'];
      const rounds = values(has('-b') ? '-n' : '-l');
      return FEW.test(rounds.at(-1) ?? '') ? [] : ['endless'];
    },
  },
  htop: { always: ['terminal'] },
  watch: { always: ['endless', 'run'], operands: ['text'] },
  lsof: { options: '-nPaltRUbVOw -i? -p: -u: -c: -d:', operands: ['name'] },
  env: {
    options: `-i0v -u: -S:run -C:config --ignore-environment --null --unset: --split-string:run --chdir:config --debug
      --block-signal? --default-signal? --ignore-signal? --list-signal-handling --help --version`,
    operands: ['text'],
    stops: true,
    wraps: 0,
    assigns: true,
  },
  printenv: {
    options: '-0 --null --help --version',
    operands: ['text'],
    quirk: ({ operands }) => (operands.some((word) => SECRET_SETTING.test(word)) ? ['env'] : []),
  },
  sleep: {
    operands: ['text'],
    quirk: ({ operands }) => (operands.every((word) => /^[0-9.]{1,3}s?$/.test(word)) ? [] : ['endless']),
  },
  dmesg: {
    options: '-HTtkux -l: -f: -c!hazard -C!hazard -w!endless -n:!hazard -D!hazard -E!hazard',
    nature: 'read',
  },
  journalctl: {
    options:
      '-abkexqr -n: -u: -p: -o: -t: -S: -U: -f!endless --no-pager --since: --until: --boot? --unit: --lines: --reverse',
    operands: ['text'],
  },
};
