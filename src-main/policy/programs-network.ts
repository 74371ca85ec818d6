/** The program table: programs whose purpose is another machine, and what they can carry there. */
import type { ProgramEntry, ProgramFamily } from './program-entry.ts';

const network: ProgramEntry = { operands: ['text'], style: 'none', nature: 'network', always: ['net'] };

/** Carries local files away, or opens a door: always a person's matter. */
const carrier: ProgramEntry = { operands: ['text'], style: 'none', nature: 'network', always: ['hazard'] };

export const NETWORK_PROGRAMS: ProgramFamily = {
  curl: {
    options: `-sSLkvIifg46#NjR -A: -e: -H: -m: -X: -r: -w: -u!hazard -o:write -OJ!write -T!hazard -F!hazard -d!hazard -K:config
      -b!hazard -c!write -x!config --silent --show-error --location --head --include --fail --verbose --max-time:
      --connect-timeout: --header: --user-agent: --request: --compressed --retry: --output:write --remote-name!write
      --upload-file!hazard --form!hazard --data!hazard --data-raw!hazard --data-binary!hazard --data-urlencode!hazard
      --json!hazard --config!config --version --help -V`,
    operands: ['text'],
    nature: 'network',
    quirk: ({ operands, values }) => {
      const sent = [...operands, ...values('-H', '--header')];
      return sent.some((word) => /^file:|^@|^(scp|sftp|smb|ldap|dict|gopher|tftp|telnet):/i.test(word))
        ? ['hazard']
        : [];
    },
  },
  wget: {
    options:
      '-q -S -nv -O:write -o!write -i!list --spider --quiet --version --help --post-file!hazard --post-data!hazard --body-file!hazard --use-askpass!run',
    operands: ['text'],
    nature: 'network',
    quirk: ({ has }) => (has('--spider') ? [] : ['write']),
  },
  http: network,
  https: network,
  ping: {
    options: '-c: -i: -W: -w: -4 -6 -n -q',
    operands: ['text'],
    nature: 'network',
    quirk: ({ has }) => (has('-c', '-w') ? [] : ['endless']),
  },
  dig: { operands: ['text'], style: 'none', nature: 'network' },
  host: { operands: ['text'], style: 'none', nature: 'network' },
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
    options: '-46brsj -o -c --color?',
    operands: ['text'],
    quirk: ({ operands }) =>
      operands.some((word) => /^(add|del|delete|set|change|replace|flush|exec|append)$/.test(word))
        ? ['hazard']
        : [],
  },
  ss: { options: '-tulnpaxe46sHrimoO', operands: ['text'] },
  netstat: { options: '-tulnpaxer46si', operands: ['text'] },
  ifconfig: { options: '-a', operands: ['text'], most: 1 },
};
