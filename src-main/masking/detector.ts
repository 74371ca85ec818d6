/**
 * The rules of secretlint that look for credentials, each behind a cheap look at whether it can find anything at all.
 * Their expressions are theirs; what is here says which rules run and how people call what they find.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** A credential from `start` up to `end`, in UTF-16 units. */
export interface Secret {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

type Rule = (typeof rules)[number];
type RuleContext = Parameters<Rule['create']>[0];
type RuleReport = Parameters<RuleContext['report']>[0];

/** What a rule reported: `values` are the texts that it quotes, in the order in which it gives them. */
export interface Report {
  readonly what: string;
  /** What it quotes is an address of which only a part is secret. */
  readonly address: boolean;
  readonly start: number;
  readonly end: number;
  readonly values: readonly string[];
}

interface Use {
  readonly what: string;
  /** Everything that the rule finds holds all strings of one of these lists. */
  readonly needs: readonly (readonly string[])[];
  /** Some rules look for more in files of a certain name. */
  readonly fileName?: string;
  readonly address?: true;
}

const ADDRESS = { needs: [['://', '@']], address: true } as const;

const USES: { readonly [rule: string]: readonly Use[] } = {
  '1password': [{ what: '1Password token', needs: [['ops_']] }],
  anthropic: [{ what: 'Anthropic key', needs: [['sk-ant-']] }],
  aws: [{ what: 'AWS secret key', needs: [['SECRET'], ['secret'], ['Secret']] }],
  basicauth: [{ what: 'password in an address', ...ADDRESS }],
  cloudflare: [{ what: 'Cloudflare token', needs: [['cfk_'], ['cfut_'], ['cfat_']] }],
  'database-connection-string': [{ what: 'database password', ...ADDRESS }],
  databricks: [{ what: 'Databricks token', needs: [['dapi']] }],
  docker: [{ what: 'Docker token', needs: [['dckr_pat_']] }],
  figma: [{ what: 'Figma token', needs: [['figd_']] }],
  github: [
    {
      what: 'GitHub token',
      needs: [['ghp_'], ['gho_'], ['ghu_'], ['ghs_'], ['ghr_'], ['github_pat_']],
    },
  ],
  gitlab: [{ what: 'GitLab token', needs: [['glpat-']] }],
  grafana: [{ what: 'Grafana token', needs: [['glc_'], ['glsa_']] }],
  groq: [{ what: 'Groq key', needs: [['gsk_']] }],
  'hashicorp-vault': [{ what: 'Vault token', needs: [['hvs.'], ['hvb.'], ['hvr.']] }],
  huggingface: [{ what: 'Hugging Face token', needs: [['hf_']] }],
  linear: [{ what: 'Linear token', needs: [['lin_api_']] }],
  notion: [{ what: 'Notion token', needs: [['ntn_']] }],
  npm: [
    { what: 'npm token', needs: [['npm_'], [':x-oauth-basic@']] },
    { what: 'npm token', needs: [['_authToken=']], fileName: '.npmrc' },
  ],
  openai: [{ what: 'OpenAI key', needs: [['sk-', 'T3BlbkFJ']] }],
  privatekey: [{ what: 'private key', needs: [['PRIVATE KEY']] }],
  sendgrid: [{ what: 'SendGrid key', needs: [['SG.']] }],
  shopify: [{ what: 'Shopify token', needs: [['shppa_'], ['shpca_'], ['shpat_'], ['shpss_']] }],
  slack: [{ what: 'Slack token', needs: [['xox'], ['xapp-'], ['://', '/T'], ['://', '/t']] }],
  stripe: [{ what: 'Stripe key', needs: [['k_live_'], ['k_test_']] }],
  tailscale: [{ what: 'Tailscale key', needs: [['tskey-']] }],
  vercel: [{ what: 'Vercel token', needs: [['vcp_'], ['vci_'], ['vca_'], ['vcr_'], ['vck_']] }],
};

/**
 * `filter-comments` obeys "do not look here" in the text itself, which whoever wrote the text would decide. `gcp` looks
 * at whole files by name; the key inside a service account is found as a private key.
 */
const NOT_USED = ['filter-comments', 'gcp'];

/** A rule that a later version brings runs on everything until it has its line here. */
const UNKNOWN: readonly Use[] = [{ what: 'credential', needs: [[]] }];

interface Scanner {
  readonly use: Use;
  scan(text: string): readonly Report[];
}

const scanners: readonly Scanner[] = rules.flatMap((rule) => {
  const name = ruleName(rule.meta.id);
  if (NOT_USED.includes(name)) return [];
  return (USES[name] ?? UNKNOWN).map((use) => scannerOf(rule, use));
});

/** The rules that are used, by their short names. */
export const ruleNames: readonly string[] = rules
  .map(({ meta }) => ruleName(meta.id))
  .filter((name) => !NOT_USED.includes(name));

function ruleName(id: string): string {
  return id.replace('@secretlint/secretlint-rule-', '');
}

function scannerOf(rule: Rule, use: Use): Scanner {
  let reports: RuleReport[] = [];
  const context: RuleContext = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: (descriptor) => void reports.push(descriptor),
    ignore: () => undefined,
  };
  const handler = rule.create(context, {});
  return {
    use,
    scan(text) {
      reports = [];
      const pending = handler.file?.({ ...NO_FILE, content: text, filePath: use.fileName });
      if (pending !== undefined) throw new Error(`the rule ${rule.meta.id} does not answer at once`);
      return reports.map((report) => reportOf(report, use));
    },
  };
}

function reportOf({ message, range: [start, end] }: RuleReport, use: Use): Report {
  const data: object = message.data ?? {};
  const values = Object.values(data).filter((value) => typeof value === 'string');
  return { what: use.what, address: use.address ?? false, start, end, values };
}

const noPlace = (): never => {
  throw new Error('a text has no lines and columns here');
};

/** What the rules may ask of a file beside its text. */
const NO_FILE = {
  hasBOM: false,
  physicalFilePath: undefined,
  contentType: 'text',
  ext: '',
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  locationToRange: noPlace,
  rangeToLocation: noPlace,
  positionToIndex: noPlace,
  indexToPosition: noPlace,
} as const;

/** The first string of each list, in one expression: it takes a fifth of the time of looking for each. */
const anyNeed = new RegExp(
  scanners
    .flatMap(({ use }) => use.needs.map(([first = '']) => first))
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|'),
);

/** False where no rule can find anything in the text, told in a moment. */
export function mayHold(text: string): boolean {
  return anyNeed.test(text) && scanners.some(({ use }) => isPossible(use, text));
}

/** What all rules report. `everyRule` runs them without the look beforehand, which must come to the same. */
export function reportsIn(text: string, everyRule = false): readonly Report[] {
  if (!everyRule && !anyNeed.test(text)) return [];
  return scanners.flatMap((scanner) =>
    everyRule || isPossible(scanner.use, text) ? scanner.scan(text) : [],
  );
}

function isPossible({ needs }: Use, text: string): boolean {
  return needs.some((all) => all.every((part) => text.includes(part)));
}
