/** The program table: programs that make, change, move, find and pack files, and those that do so without return. */
import type { ProgramEntry, ProgramFamily } from './program-entry.ts';

const change = (options: string, more: Partial<ProgramEntry> = {}): ProgramEntry => ({
  options: `${options} --help --version --verbose`,
  operands: ['change'],
  nature: 'change',
  ...more,
});

const copy = (options: string): ProgramEntry => change(options, { operands: ['change', 'change'] });

const hazard: ProgramEntry = {
  always: ['hazard'],
  danger: 'can destroy files for good, or changes this machine',
  operands: ['text'],
};

const later: ProgramEntry = { ...hazard, danger: 'makes things run later, when nobody looks' };

const archiver: ProgramEntry = { always: ['write', 'run'], operands: ['place'], nature: 'change' };

const TESTS = `-amin: -anewer:name -atime: -cmin: -cnewer:name -ctime: -daystart -depth -d -empty -false -follow -fstype:
  -gid: -group: -ilname: -iname: -inum: -ipath: -iregex: -iwholename: -links: -lname: -ls -maxdepth: -mindepth: -mmin:
  -mount -mtime: -name: -newer:name -newermt: -nogroup -noleaf -nouser -path: -perm: -print -print0 -printf: -prune -quit
  -readable -executable -writable -regex: -regextype: -samefile:name -size: -true -type: -uid: -used: -user:
  -wholename: -xdev -xtype: -not -and -or -a -o -H -L -P -help -version --help --version`;

const OWNERS = 'changes who may do what with files';

export const FILE_PROGRAMS: ProgramFamily = {
  find: {
    options: `${TESTS} -delete!hazard -exec!run -execdir!run -ok!run -okdir!run -fprint:write -fprint0:write
      -fprintf:write -fls:write -files0-from:list`,
    danger: 'deletes all that it finds',
    style: 'words',
    operands: ['name'],
    execs: ['-exec', '-execdir', '-ok', '-okdir'],
  },
  fd: {
    options:
      '-HIsigaLp -d: -t: -e: -E: -0 -l --hidden --no-ignore --type: --extension: --max-depth: --exec!run -x!run -X!run --exec-batch!run',
    operands: ['text', 'name'],
  },
  locate: { options: '-ic -l: -n: --count', operands: ['text'] },
  touch: change('-acmhf -d: -t: -r:name --date: --no-create --no-dereference --reference:name --time:'),
  mkdir: change('-pv -m: --parents --mode:'),
  rmdir: change('-pv --parents --ignore-fail-on-non-empty'),
  rm: change(
    '-dfiIrRv --dir --force --recursive --interactive? --one-file-system --no-preserve-root!hazard --preserve-root?',
  ),
  unlink: change(''),
  mv: copy('-bfinuv -S: -t:change --backup? --force --interactive --no-clobber --update'),
  cp: copy(
    '-abdfHilLnPpRrsuvxT -S: -t:change --archive --backup? --force --interactive --link --dereference --no-clobber --recursive --symbolic-link --update --preserve?',
  ),
  ln: copy('-bfinrsvLPT -S: -t:change --backup? --force --symbolic --relative'),
  install: copy('-bcCDdpsv -g: -m: -o: -t:change'),
  truncate: change('-co -r:name -s: --no-create --size: --reference:name'),
  chmod: {
    options: '-cfvR --changes --recursive --silent --quiet --verbose --reference:name',
    operands: ['text', 'change'],
    nature: 'change',
    danger: OWNERS,
    // Whoever starts such a file does so with the rights of its owner.
    quirk: ({ operands }) => (/^0?[2-7]\d{3}$|[+=][rwxXt]*s/.test(operands[0] ?? '') ? ['hazard'] : []),
  },
  chown: { always: ['hazard'], danger: OWNERS, operands: ['text', 'change'] },
  chgrp: { always: ['hazard'], danger: OWNERS, operands: ['text', 'change'] },
  chattr: hazard,
  setfacl: hazard,
  dd: hazard,
  shred: hazard,
  wipefs: hazard,
  mkfs: hazard,
  fdisk: hazard,
  parted: hazard,
  mount: hazard,
  umount: hazard,
  losetup: hazard,
  swapoff: hazard,
  rsync: {
    always: ['hazard'],
    danger: 'can copy your files to another machine, or delete them',
    operands: ['text'],
  },
  tar: {
    ...archiver,
    always: [],
    options: `-tvzjJpPO -f:read -C!write -xcruAd!write -T:list -I:run -F:run --list --verbose --file:read --gzip --bzip2 --xz
      --numeric-owner --wildcards --exclude: --full-time --help --version`,
    operands: ['text', 'place'],
    quirk: ({ operands, has, values }) => {
      // An archive with a colon in its name is on another machine, and reached through a shell there.
      if ([...operands, ...values('-f', '--file')].some((word) => word.includes(':'))) return ['run', 'net'];
      const lists =
        has('-t', '--list', '--help', '--version') || /^t[vzjJ]*f[vzjJ]*$/.test(operands[0] ?? '');
      return lists ? [] : ['write'];
    },
  },
  bsdtar: archiver,
  cpio: archiver,
  ar: archiver,
  zip: archiver,
  unzip: {
    ...archiver,
    always: [],
    options: '-lvtqZ1hp -x!write -o!write -d!write -n!write -f!write -u!write',
    operands: ['read', 'text'],
    quirk: ({ has }) => (has('-l', '-v', '-t', '-Z', '-p', '-h') ? [] : ['write']),
  },
  zipinfo: { options: '-12smlvhtz', operands: ['read', 'text'] },
  gzip: {
    ...archiver,
    always: [],
    options: '-ltcvdk --list --test --stdout --to-stdout --verbose --help --version',
    operands: ['read'],
    quirk: ({ has }) =>
      has('-l', '-t', '-c', '--list', '--test', '--stdout', '--to-stdout') ? [] : ['write'],
  },
  gunzip: archiver,
  bzip2: archiver,
  xz: archiver,
  zstd: archiver,
  '7z': archiver,
  zcat: { options: '-f', operands: ['read'] },
  patch: archiver,
  ex: { always: ['run', 'terminal'], operands: ['place'] },
  ed: { always: ['run', 'terminal'], operands: ['place'] },
  vi: { always: ['run', 'terminal'], operands: ['place'] },
  vim: { always: ['run', 'terminal'], operands: ['place'] },
  nano: { always: ['terminal'], operands: ['place'] },
  emacs: { always: ['run', 'terminal'], operands: ['place'] },
  man: {
    options:
      '-afkwW -s: -S: -P:run -H?run -T? -t!run -X?run -l!list --html?run --pager:run --browser:run --where --all --apropos --whatis --sections:',
    operands: ['text'],
    always: ['terminal'],
  },
  info: { operands: ['text'], always: ['terminal'] },
  crontab: later,
  at: later,
  batch: later,
  trash: change(''),
};
