/** The program table: programs whose purpose is another machine, and what they can carry there. */
import type { Effect, ProgramEntry, ProgramFamily } from './program-entry.ts';

const network: ProgramEntry = { operands: ['text'], style: 'none', nature: 'network', always: ['net'] };

/** Carries local files away, or opens a door: always a person's matter. */
const carrier: ProgramEntry = {
  operands: ['text'],
  style: 'none',
  nature: 'network',
  always: ['hazard'],
  danger: 'can carry your files or keys away, or open a way in',
};

const SENDS = 'sends something from here to another machine';

export const NETWORK_PROGRAMS: ProgramFamily = {
  curl: {
    options: `-sSLkvIifg46#NjR -A: -e: -H: -m: -X: -r: -w: -u!hazard -o: -OJ!write -T!hazard -F!hazard -d!hazard -K:config
      -b!hazard -c!write -x!config --silent --show-error --location --head --include --fail --verbose --max-time:
      --connect-timeout: --header: --user-agent: --request: --compressed --retry: --output: --write-out: --remote-name!write
      --upload-file!hazard --form!hazard --data!hazard --data-raw!hazard --data-binary!hazard --data-urlencode!hazard
      --json!hazard --config!config --version --help -V`,
    danger: SENDS,
    operands: ['text'],
    nature: 'network',
    quirk: ({ operands, values }) => {
      const effects: Effect[] = [];
      if (values('-o', '--output').some((file) => file !== '-' && file !== '/dev/null'))
        effects.push('write');
      if (values('-X', '--request').some((method) => !/^(GET|HEAD|OPTIONS)$/.test(method)))
        effects.push('net');
      const sent = [...operands, ...values('-H', '--header', '-w', '--write-out')];
      return sent.some((word) => /^file:|^@|^(scp|sftp|smb|ldap|dict|gopher|tftp|telnet):/i.test(word))
        ? [...effects, 'hazard']
        : effects;
    },
  },
  wget: {
    options:
      '-qSn -O: --output-document: -o!write -i!list --spider --quiet --version --help --post-file!hazard --post-data!hazard --body-file!hazard --use-askpass!run',
    danger: SENDS,
    operands: ['text'],
    nature: 'network',
    quirk: ({ has, values }) => {
      const files = values('-O', '--output-document');
      const printed = files.length > 0 && files.every((file) => file === '-');
      return printed || has('--spider', '--version', '--help') ? [] : ['write'];
    },
  },
  http: network,
  https: network,
  ping: {
    options: '-c: -i: -W: -w: -4 -6 -n -q',
    operands: ['text'],
    nature: 'network',
    quirk: ({ has }) => (has('-c', '-w') ? [] : ['endless']),
  },
  dig: {
    options: '-46uvhm -b: -c: -p: -q: -t: -x: -f:!hazard -k:!hazard -y:!hazard',
    operands: ['text'],
    nature: 'network',
  },
  host: { options: '-aACdilrsTvVw46 -c: -N: -R: -t: -W:', operands: ['text'], nature: 'network' },
  nslookup: { operands: ['text'], style: 'none', nature: 'network', bare: 'terminal' },
  traceroute: network,
  whois: network,
  nc: carrier,
  ncat: carrier,
  netcat: carrier,
  socat: carrier,
  telnet: carrier,
  ssh: carrier,
  scp: carrier,
  sftp: carrier,
  ftp: carrier,
  lftp: carrier,
  rclone: carrier,
  aws: carrier,
  gcloud: carrier,
  az: carrier,
  gsutil: carrier,
  gh: carrier,
  mail: carrier,
  sendmail: carrier,
  mutt: carrier,
  'ssh-keygen': carrier,
  'ssh-add': carrier,
  'ssh-agent': carrier,
  gpg: carrier,
  openssl: carrier,
  security: carrier,
  'secret-tool': carrier,
  ip: {
    options: `-4 -6 -br -brief -o -oneline -s -stats -d -details -j -json -p -pretty -c -color -r -resolve -h -human -V -Version`,
    style: 'words',
    operands: ['text'],
    // Its words can be abbreviated, so what is not plainly a report is taken for a change.
    quirk: ({ operands }) =>
      /^(a|addr|address|l|link|r|route|n|neigh|rule|maddr)$/.test(operands[0] ?? 'a') &&
      /^(show|list|ls|get)$/.test(operands[1] ?? 'show')
        ? []
        : ['hazard'],
  },
  ss: { options: '-tulnpaxe46sHrimoO', operands: ['text'] },
  netstat: { options: '-tulnpaxer46si', operands: ['text'] },
  ifconfig: { options: '-a', operands: ['text'], most: 1 },
};
