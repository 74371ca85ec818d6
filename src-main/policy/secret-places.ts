/**
 * The known places of secrets, as data, for the judgement and the wall alike. Patterns are in lower case; a folder entry
 * covers all below it.
 */

interface SecretFolder {
  /** One or more whole segments, anywhere in a path. */
  readonly path: string;
  readonly what: string;
  /** True where it lies at the top of the file system, not in the home. */
  readonly system?: true;
}

interface SecretFile {
  readonly pattern: RegExp;
  readonly what: string;
  /** True: compared with the whole path, else with the name alone. */
  readonly whole?: boolean;
  /** Where such files lie by convention, between blanks: below the home, at the top of a folder, by absolute path. */
  readonly inHome?: string;
  readonly inFolder?: string;
  readonly inSystem?: string;
}

const KEYS = 'secret keys';
const CLOUD = 'a login for a cloud service';
const BROWSER = 'a browser’s passwords and cookies';
const KEYCHAIN = 'stored passwords';
const TOKENS = 'logins';
const PACKAGES = 'a login for a package registry';

function folders(what: string, ...paths: string[]): SecretFolder[] {
  return paths.map((path) => ({ path, what }));
}

export const SECRET_FOLDERS: readonly SecretFolder[] = [
  ...folders(KEYS, '.ssh', '.gnupg', '.password-store', '.config/age', '.config/sops', '.pki'),
  { path: 'etc/ssl/private', what: KEYS, system: true },
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
  ...folders(TOKENS, '.config/gh', '.config/hub', '.config/glab-cli', '.co/keys'),
  { path: 'run/secrets', what: TOKENS, system: true },
];

export const SECRET_FILES: readonly SecretFile[] = [
  {
    pattern: /^\.env(?!\.(example|sample|template|dist)$)(\..+|rc)?$/,
    what: 'a file of secret settings',
    inFolder: '.env .env.local .env.production .env.development .envrc',
  },
  { pattern: /\.env(\.local)?$/, what: 'a file of secret settings', inHome: '.env .co/keys.env' },
  { pattern: /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?(?!\.pub$)(\..*)?$/, what: 'a private key' },
  { pattern: /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|agekey|p8)$/, what: 'a key file' },
  { pattern: /^ssh_host_.*_key$/, what: 'a private key' },
  { pattern: /^[._]netrc$/, what: TOKENS, inHome: '.netrc _netrc' },
  {
    pattern: /^\.(git-credentials|vault-token|s3cfg|boto|pgpass|my\.cnf|htpasswd|xauthority)$/,
    what: TOKENS,
    inHome: '.git-credentials .vault-token .s3cfg .boto .pgpass .my.cnf .htpasswd .Xauthority',
  },
  {
    pattern: /^\.(npmrc|pypirc|yarnrc|yarnrc\.yml|condarc)$/,
    what: PACKAGES,
    inHome: '.npmrc .pypirc .yarnrc .yarnrc.yml .condarc',
    inFolder: '.npmrc',
  },
  {
    pattern: /^(pip\.conf|nuget\.config|auth\.json)$/,
    what: PACKAGES,
    inHome: '.config/pip/pip.conf .pip/pip.conf .nuget/NuGet/NuGet.Config',
  },
  {
    pattern: /\/(\.cargo|\.gem|\.config\/git|\.bundle)\/(credentials(\.toml)?|config)$/,
    what: PACKAGES,
    whole: true,
    inHome:
      '.cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config .config/git/credentials',
  },
  {
    pattern: /\/\.(m2\/settings(-security)?\.xml|gradle\/gradle\.properties)$/,
    what: PACKAGES,
    whole: true,
    inHome: '.m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties',
  },
  { pattern: /^\.?credentials(\.(json|ya?ml|toml|xml|db))?$/, what: 'logins' },
  { pattern: /^(client_secret|service[-_]?account).*\.json$/, what: CLOUD },
  { pattern: /^secrets?\.(json|ya?ml|toml|env)$/, what: 'a file of secrets' },
  { pattern: /\.(tfstate|tfvars)(\.backup)?$/, what: 'server settings with secrets' },
  {
    pattern: /^\.(bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_?history$/,
    what: 'a history of commands, which can hold passwords',
    inHome:
      '.bash_history .zsh_history .sh_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history',
  },
  { pattern: /^(login\.keychain(-db)?|wallet\.dat|cookies\.sqlite|key4\.db|logins\.json)$/, what: KEYCHAIN },
  {
    pattern: /^\/(etc|private\/etc)\/(g?shadow-?|sudoers(\.d\/.*)?|master\.passwd)$/,
    what: 'passwords',
    whole: true,
    inSystem: '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers',
  },
  {
    pattern: /^\/proc\/(.*\/)?(environ|mem|kcore|auxv|fd\/.*|fdinfo\/.*)$/,
    what: 'the memory of another program',
    whole: true,
  },
  {
    pattern: /^\/dev\/(mem|kmem|port|sd.*|nvme.*|vd.*|dm-.*|mapper\/.*)$/,
    what: 'the raw memory or disk of this machine',
    whole: true,
  },
];
