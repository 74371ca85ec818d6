/** The program table: programs that read text and print text. GNU coreutils 9.1, diffutils 3.8, grep 3.8, jq 1.6. */

import { jqEffects } from './jq-program.ts';
import type { ProgramEntry, ProgramFamily } from './program-entry.ts';
import { awkEffects, sedEffects } from './program-texts.ts';

const filter = (options: string, more: Partial<ProgramEntry> = {}): ProgramEntry => ({
  options: `${options} --help --version`,
  operands: ['read'],
  complete: true,
  ...more,
});

const SUMS = '-bctwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn';
const sums = filter(SUMS, { anyWords: true });

const grep: ProgramEntry = {
  options: `-EFGPivwxcLloqsbHhnTUzyaI -e: -f:read -m: -A: -B: -C: -D: -d: -rR!deep --extended-regexp --fixed-strings
    --basic-regexp --perl-regexp --regexp: --file:read --ignore-case --no-ignore-case --invert-match --word-regexp
    --line-regexp --count --color? --colour? --files-with-matches --files-without-match --max-count:
    --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label:
    --line-number --initial-tab --null --null-data --after-context: --before-context: --context: --text
    --binary-files: --devices: --directories: --exclude: --exclude-dir: --include: --recursive!deep
    --dereference-recursive!deep --line-buffered --binary --help --version`,
  operands: ['text', 'read'],
  firstGiven: ['-e', '-f', '--regexp', '--file'],
  counts: true,
  quirk: ({ values }) =>
    values('-d', '--directories').some((how) => how !== 'skip' && how !== 'read') ? ['deep'] : [],
};

const pager: ProgramEntry = {
  options: `-EeFfgGiIJKmMnNqQrRsSuUVwWX --quit-if-one-screen --no-init --RAW-CONTROL-CHARS --chop-long-lines
    --LINE-NUMBERS --version --help`,
  operands: ['read'],
  always: ['terminal'],
};

export const TEXT_PROGRAMS: ProgramFamily = {
  cat: filter(
    '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
  ),
  tac: filter('-br -s: --before --regex --separator:'),
  rev: filter('-0 --zero'),
  head: filter('-n: -c: -qvz --lines: --bytes: --quiet --silent --verbose --zero-terminated', {
    counts: true,
  }),
  tail: filter(
    `-n: -c: -qvz -fF!endless -s: --lines: --bytes: --quiet --silent --verbose --zero-terminated
     --follow?!endless --retry!endless --pid:!endless --sleep-interval: --max-unchanged-stats: +!endless`,
    { counts: true },
  ),
  nl: filter(
    `-b: -d: -f: -h: -i: -l: -n: -s: -v: -w: -p --body-numbering: --section-delimiter: --footer-numbering:
     --header-numbering: --line-increment: --join-blank-lines: --number-format: --no-renumber --number-separator:
     --starting-line-number: --number-width:`,
  ),
  wc: filter('-clmLw --bytes --chars --lines --max-line-length --words --files0-from:list --total:'),
  sort: filter(
    `-bcCdfghiMmnRrsuVz -k: -t: -S: -o:write -T:write --ignore-leading-blanks --dictionary-order --ignore-case
     --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort
     --random-source:read --reverse --sort: --version-sort --batch-size: --check? --compress-program:run --debug
     --files0-from:list --key: --merge --output:write --stable --buffer-size: --field-separator:
     --temporary-directory:write --parallel: --unique --zero-terminated`,
  ),
  uniq: filter(
    `-cdDiuz -f: -s: -w: --count --repeated --all-repeated? --skip-fields: --group? --ignore-case --skip-chars:
     --unique --zero-terminated --check-chars:`,
    { operands: ['read', 'write'], most: 2, counts: true },
  ),
  cut: filter(
    `-b: -c: -d: -f: -nsz --bytes: --characters: --delimiter: --fields: --complement --only-delimited
     --output-delimiter: --zero-terminated`,
  ),
  tr: filter('-cCdst --complement --delete --squeeze-repeats --truncate-set1', {
    operands: ['text'],
    most: 2,
  }),
  column: {
    options: `-tenxJLd -c: -s: -o: -N: -R: -H: -O: -E: -W: -T: -r: -i: -p: -n: --table --separator: --output-separator:
      --table-columns: --json --table-name: --help --version --fillrows --table-noheadings --table-right:`,
    operands: ['read'],
  },
  paste: filter('-sz -d: --delimiters: --serial --zero-terminated'),
  join: filter(
    '-iz -a: -e: -j: -o: -t: -v: -1: -2: --ignore-case --check-order --nocheck-order --header --zero-terminated',
  ),
  comm: filter('-123z --check-order --nocheck-order --output-delimiter: --total --zero-terminated'),
  cmp: filter('-bls -i: -n: --print-bytes --ignore-initial: --verbose --bytes: --quiet --silent'),
  fold: filter('-bs -w: --bytes --spaces --width:'),
  fmt: filter(
    '-cstu -p: -w: -g: --crown-margin --prefix: --split-only --tagged-paragraph --uniform-spacing --width: --goal:',
  ),
  expand: filter('-i -t: --initial --tabs:'),
  unexpand: filter('-a -t: --all --first-only --tabs:'),
  base64: filter('-di -w: --decode --ignore-garbage --wrap:'),
  base32: filter('-di -w: --decode --ignore-garbage --wrap:'),
  od: filter(
    '-abcdfhilosxv -A: -j: -N: -t: -w? -S: --address-radix: --skip-bytes: --read-bytes: --format: --output-duplicates',
  ),
  hexdump: { options: '-bcCdoxv -e: -n: -s: -f:list', operands: ['read'] },
  xxd: { options: '-abeEiu -c: -g: -l: -o: -s: -ps', operands: ['read', 'write'], most: 2 },
  strings: {
    options: '-adfw -n: -t: -e: -o --all --bytes: --radix: --encoding:',
    operands: ['read'],
    counts: true,
    quirk: ({ operands }) => (operands.some((word) => word.startsWith('@')) ? ['config'] : []),
  },
  jq: {
    options: `-nrcCMaSejs -f!run --arg:: --argjson:: --slurpfile::read --rawfile::read --args --jsonargs --null-input --raw-output --join-output --compact-output --color-output
      --monochrome-output --ascii-output --sort-keys --exit-status --slurp -R --raw-input --tab --indent: --seq --stream
      --unbuffered --help --version --from-file!run -L!run -h`,
    operands: ['text', 'read'],
    quirk: ({ operands }) => jqEffects(operands[0] ?? ''),
  },
  diff: filter(
    `-abBcdeEiNnpqstTuvwyZ -l!run -r -C: -U: -F: -I: -W: -D: -x: -X:read -S: -H --normal --brief --report-identical-files
     --context? --unified? --ed --rcs --side-by-side --width: --left-column --suppress-common-lines
     --show-c-function --show-function-line: --label: -L: --expand-tabs --initial-tab --tabsize:
     --suppress-blank-empty --paginate!run --recursive --no-dereference --new-file --unidirectional-new-file
     --ignore-file-name-case --no-ignore-file-name-case --exclude: --exclude-from:read --starting-file:
     --from-file:read --to-file:read --ignore-case --ignore-tab-expansion --ignore-trailing-space
     --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --text --strip-trailing-cr
     --ifdef: --line-format: --minimal --horizon-lines: --speed-large-files --color? --palette:`,
    { counts: true, always: ['deep'] },
  ),
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    options: `-inIvwxclLoqsSFPUaNHu. -e: -f:read -A: -B: -C: -g: -t: -T: -m: -j: -d: --ignore-case --line-number
      --files-with-matches --count --count-matches --glob: --type: --hidden!deep --no-ignore!deep --files --max-count: --after-context:
      --before-context: --context: --fixed-strings --only-matching --no-heading --heading --color: --json --version
      --help --pre:run --pre-glob: --hostname-bin:run --search-zip!run --sort: --multiline --word-regexp --max-depth:
      --stats --trim --column --no-filename --with-filename --smart-case --type-list --no-messages -z!run`,
    operands: ['text', 'name'],
    firstGiven: ['-e', '-f', '--files', '--type-list'],
    always: ['deep'],
  },
  sed: {
    options:
      '-nEruzs -e: -f:run -l: -i?!write --quiet --silent --expression: --file:run --in-place?!write --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox --help --version --line-length: --follow-symlinks',
    operands: ['text', 'read'],
    firstGiven: ['-e', '-f', '--expression', '--file'],
    complete: true,
    quirk: ({ operands, has, values }) =>
      sedEffects(
        has('-e', '-f', '--expression', '--file')
          ? values('-e', '--expression').join('\n')
          : (operands[0] ?? ''),
      ),
  },
  awk: {
    options: '-F: -v: -f:run --version --help',
    operands: ['text', 'read'],
    firstGiven: ['-f'],
    stops: true,
    quirk: ({ operands }) => awkEffects(operands[0] ?? ''),
  },
  gawk: { always: ['run'], operands: ['text'] },
  mawk: {
    options: '-F: -v: -f:run',
    operands: ['text', 'read'],
    stops: true,
    quirk: ({ operands }) => awkEffects(operands[0] ?? ''),
  },
  less: pager,
  more: pager,
  most: pager,
  view: pager,
  tee: { options: '-aip --append --ignore-interrupts', operands: ['change'], nature: 'change' },
  split: { always: ['write'], operands: ['read'] },
  csplit: { always: ['write'], operands: ['read'] },
  yes: { operands: ['text'], always: ['endless'] },
  echo: { style: 'none', operands: ['text'], anyWords: true },
  printf: { operands: ['text'], options: '-v:!config', stops: true },
  seq: {
    options: '-w -f: -s: --equal-width --format: --separator:',
    operands: ['text'],
    most: 3,
    counts: true,
    quirk: ({ operands }) =>
      operands.every((word) => /^-?\d{1,6}(\.\d{1,3})?$/.test(word)) ? [] : ['endless'],
  },
  md5sum: sums,
  sha1sum: sums,
  sha224sum: sums,
  sha256sum: sums,
  sha384sum: sums,
  sha512sum: sums,
  b2sum: filter(`${SUMS} -l: --length:`),
  shasum: {
    options:
      '-a: -bctUs0 --algorithm: --check --binary --text --tag --status --warn --quiet --strict --ignore-missing -w -h -v',
    operands: ['read'],
  },
  cksum: filter(`${SUMS} -a: -l: --algorithm: --length: --untagged --raw --base64 --debug`),
  sum: filter('-rs --sysv'),
};
