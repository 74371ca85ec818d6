/** The known places of secrets, as data. Paths and names are in lower case; a folder entry covers all below it. */

interface SecretFolder {
  /** One or more whole segments, anywhere in a path. */
  readonly path: string;
  readonly what: string;
}

interface SecretFile {
  readonly pattern: RegExp;
  readonly what: string;
  /** True: compared with the whole path, else with the name alone. */
  readonly whole?: boolean;
}

const KEYS = 'keys';
const CLOUD = 'cloud credentials';
const BROWSER = 'a browser profile';
const KEYCHAIN = 'a keychain';
const TOKENS = 'login tokens';
const PACKAGES = 'package registry credentials';

function folders(what: string, ...paths: string[]): SecretFolder[] {
  return paths.map((path) => ({ path, what }));
}

export const SECRET_FOLDERS: readonly SecretFolder[] = [
  ...folders(
    KEYS,
    '.ssh',
    '.gnupg',
    '.password-store',
    '.config/age',
    '.config/sops',
    'etc/ssl/private',
    '.pki',
  ),
  ...folders(CLOUD, '.aws', '.azure', '.config/gcloud', '.kube', '.oci', '.config/doctl', '.config/rclone'),
  ...folders(CLOUD, '.terraform.d', '.fly', '.config/heroku', '.docker', '.config/containers'),
  ...folders(KEYCHAIN, '.local/share/keyrings', 'library/keychains', '.local/share/kwalletd', '.config/op'),
  ...folders(KEYCHAIN, '.config/keepassxc', '.config/bitwarden', '.config/1password'),
  ...folders(BROWSER, '.mozilla', '.config/google-chrome', '.config/chromium', '.config/microsoft-edge'),
  ...folders(
    BROWSER,
    '.config/bravesoftware',
    '.config/vivaldi',
    '.config/opera',
    '.var/app/org.mozilla.firefox',
  ),
  ...folders(BROWSER, 'library/application support/google/chrome', 'library/application support/firefox'),
  ...folders(BROWSER, 'library/application support/bravesoftware', 'library/safari', 'library/cookies'),
  ...folders(BROWSER, 'snap/firefox/common/.mozilla', 'snap/chromium/common/chromium', '.thunderbird'),
  ...folders(TOKENS, '.config/gh', '.config/hub', '.config/glab-cli', '.co/keys', 'run/secrets'),
];

export const SECRET_FILES: readonly SecretFile[] = [
  { pattern: /^\.env(?!\.(example|sample|template|dist)$)(\..+|rc)?$/, what: 'a file of secret settings' },
  { pattern: /\.env(\.local)?$/, what: 'a file of secret settings' },
  { pattern: /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?(?!\.pub$)(\..*)?$/, what: 'a private key' },
  { pattern: /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|agekey|p8)$/, what: 'a key file' },
  { pattern: /^ssh_host_.*_key$/, what: 'a private key' },
  { pattern: /^[._]netrc$/, what: TOKENS },
  {
    pattern: /^\.(git-credentials|vault-token|s3cfg|boto|pgpass|my\.cnf|htpasswd|xauthority)$/,
    what: TOKENS,
  },
  { pattern: /^\.(npmrc|pypirc|yarnrc|yarnrc\.yml|condarc)$/, what: PACKAGES },
  { pattern: /^(pip\.conf|nuget\.config|auth\.json)$/, what: PACKAGES },
  {
    pattern: /\/(\.cargo|\.gem|\.config\/git|\.bundle)\/(credentials(\.toml)?|config)$/,
    what: PACKAGES,
    whole: true,
  },
  { pattern: /\/\.(m2\/settings(-security)?\.xml|gradle\/gradle\.properties)$/, what: PACKAGES, whole: true },
  { pattern: /^\.?credentials(\.(json|ya?ml|toml|xml|db))?$/, what: 'credentials' },
  { pattern: /^(client_secret|service[-_]?account).*\.json$/, what: CLOUD },
  { pattern: /^secrets?\.(json|ya?ml|toml|env)$/, what: 'a file of secrets' },
  { pattern: /\.(tfstate|tfvars)(\.backup)?$/, what: 'infrastructure state with secrets' },
  { pattern: /^\.(bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_?history$/, what: 'a history of commands' },
  { pattern: /^(login\.keychain(-db)?|wallet\.dat|cookies\.sqlite|key4\.db|logins\.json)$/, what: KEYCHAIN },
  {
    pattern: /^\/(etc|private\/etc)\/(g?shadow-?|sudoers(\.d\/.*)?|master\.passwd)$/,
    what: 'passwords',
    whole: true,
  },
  {
    pattern: /^\/proc\/(.*\/)?(environ|mem|kcore|auxv|fd\/.*|fdinfo\/.*)$/,
    what: 'another program',
    whole: true,
  },
  {
    pattern: /^\/dev\/(mem|kmem|port|sd.*|nvme.*|vd.*|dm-.*|mapper\/.*)$/,
    what: 'raw memory or disk',
    whole: true,
  },
];
