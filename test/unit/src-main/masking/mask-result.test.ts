import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { mayHold, reportsIn, ruleNames } from '../../../../src-main/masking/detector.ts';
import { maskResult } from '../../../../src-main/masking/mask-result.ts';
import { maskText } from '../../../../src-main/masking/mask-text.ts';
import type { Cut } from '../../../../src-shared/masking.ts';
import type { ToolResult } from '../../../../src-shared/outcome.ts';
import { plantCredentials } from '../../../support/planted-credentials.ts';

const text = (value: string): ToolResult => ({ kind: 'text', text: value });

function mask(result: ToolResult, cuts: readonly Cut[] = [], spared: readonly string[] = []) {
  return maskResult({ result, cuts, spared });
}

const planted = plantCredentials();

describe.each(planted)('$name', ({ what, text: source, secrets }) => {
  const leaks = (result: ToolResult) => secrets.filter((secret) => JSON.stringify(result).includes(secret));

  it('is masked in a text, which says what was there and keeps the rest', () => {
    const { result, masked, prints } = mask(text(`before\n${source}\nafter\n`));
    expect(leaks(result)).toEqual([]);
    expect(result).toMatchObject({ text: expect.stringMatching(/^before\n[\s\S]*\nafter\n$/) });
    expect(JSON.stringify(result)).toContain(`[masked by Doorman: ${what}]`);
    expect(masked).toEqual([{ what, count: 1 }]);
    expect(prints).toHaveLength(1);
  });

  it('is masked anywhere in a value, whose shape stays', () => {
    const value = {
      exit_code: 0,
      stdout: source,
      files: [{ path: 'a', lines: [{ line: 1, text: source }] }],
    };
    const { result } = mask({ kind: 'data', value });
    expect(leaks(result)).toEqual([]);
    expect(result).toMatchObject({ value: { exit_code: 0, files: [{ path: 'a', lines: [{ line: 1 }] }] } });
  });

  it('is masked in a text of the journal', () => {
    expect(leaks(text(maskText(`export X; ${source}`)))).toEqual([]);
  });

  it('leaves no more than the cut left where a result is cut in the middle of it', () => {
    const whole = `before\n${source}\nafter`;
    const middle = whole.indexOf(secrets[0] ?? '') + 12;
    const [head, tail] = [whole.slice(0, middle), whole.slice(middle)];
    const first = mask(text(head), [{ leaf: '', at: head.length, after: tail }]);
    const second = mask(text(tail), [{ leaf: '', at: 0, before: head }]);
    const seen = `${JSON.stringify(first.result)}${JSON.stringify(second.result)}`;
    const halves = secrets
      .filter(({ length }) => length > 16)
      .flatMap((one) => [one.slice(0, 12), one.slice(12)]);
    expect(halves.filter((half) => seen.includes(half))).toEqual([]);
    expect([first.masked, second.masked]).toEqual([[{ what, count: 1 }], [{ what, count: 1 }]]);
  });

  it('goes whole where the person wants that of this very one', () => {
    const before = mask(text(source));
    const { result, masked, whole } = mask(text(source), [], before.prints);
    expect(result).toEqual(text(source));
    expect([masked, whole]).toEqual([[], [{ what, count: 1 }]]);
    const other = plantCredentials().find((one) => one.what === what && one.text !== source);
    expect(mask(text(other?.text ?? ''), [], before.prints).masked).toEqual([{ what, count: 1 }]);
  });
});

describe('masking', () => {
  const find = (name: string) => {
    const found = planted.find((one) => one.name === name);
    if (!found) throw new Error(`nothing planted is called ${name}`);
    return { ...found, secret: found.secrets[0] ?? '' };
  };

  it('leaves a result without credentials as it is', () => {
    const result = {
      kind: 'data',
      value: { stdout: 'a secret place://x@y', list: [1, null, true] },
    } as const;
    expect(mask(result)).toEqual({ result, masked: [], whole: [], prints: [] });
  });

  it('finds a credential in other places of the result too, where nothing says what it is', () => {
    const { text: source, secret } = find('an AWS secret key');
    const { result, masked } = mask(text(`${source}\nand again: ${secret}`));
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(masked).toEqual([{ what: 'AWS secret key', count: 2 }]);
  });

  it('knows a credential by the name of its field', () => {
    const { secret } = find('an AWS secret key');
    const { result } = mask({ kind: 'data', value: { Credentials: { SecretAccessKey: secret } } });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  it('keeps host and database of an address', () => {
    const { text: source } = find('a database password');
    expect(mask(text(source)).result).toEqual(
      text('DB=postgres://[masked by Doorman: database password]@db.example.net/shop?a=1'),
    );
  });

  it('masks a token of .npmrc to the end of its line, and nothing before it', () => {
    const secret = `0b${'a1'.repeat(17)}`;
    expect(mask(text(`//registry.example.org/:_authToken=${secret}\nnext`)).result).toEqual(
      text('//registry.example.org/:_authToken=[masked by Doorman: npm token]\nnext'),
    );
  });

  it('obeys no comment in a text that says not to look', () => {
    const { text: source, secrets } = find('a GitHub token');
    const { result } = mask(text(`// secretlint-disable\n${source} // secretlint-disable-line\n`));
    expect(secrets.filter((secret) => JSON.stringify(result).includes(secret))).toEqual([]);
  });

  it.each([
    ['the first lines', (lines: string[]) => lines.slice(0, 9)],
    ['the last lines', (lines: string[]) => lines.slice(-9)],
    ['all but the last line', (lines: string[]) => [...lines.slice(0, -1), 'total 12', '-rw-r--r-- x']],
  ])('masks %s of a private key', (_what, part) => {
    const { text: pem, secrets } = find('a private key');
    const { result, masked } = mask(text(`cat:\n${part(pem.trim().split('\n')).join('\n')}\n- done`));
    expect(secrets.filter((line) => JSON.stringify(result).includes(line))).toEqual([]);
    expect(masked).toEqual([{ what: 'private key', count: 1 }]);
    expect(result).toMatchObject({ text: expect.stringMatching(/^cat:[\s\S]*- done$/) });
  });

  it('takes no certificate and no public key for a private one', () => {
    const body = find('a private key').secrets.join('\n');
    for (const name of ['CERTIFICATE', 'PUBLIC KEY']) {
      const pem = text(`-----BEGIN ${name}-----\n${body}\n-----END ${name}-----\n`);
      expect(mask(pem).masked).toEqual([]);
    }
  });

  it('masks what it masked no second time', () => {
    const all = text(planted.map((one) => one.text).join('\n'));
    const once = mask(all).result;
    expect(mask(once)).toMatchObject({ result: once, masked: [] });
  });

  it('finds with the look beforehand what it finds without', async () => {
    const texts = [
      ...planted.map((one) => one.text),
      await readFile(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
      await readFile(new URL(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend')), 'utf8'),
    ];
    for (const one of texts) {
      const every = new Set(reportsIn(one, true).map((report) => JSON.stringify(report)));
      expect(new Set(reportsIn(one).map((report) => JSON.stringify(report)))).toEqual(every);
      expect(every.size === 0 || mayHold(one)).toBe(true);
    }
  });

  it('has a name for what each rule finds, so that a new version of the rules is looked at', () => {
    expect(ruleNames).toMatchInlineSnapshot(`
      [
        "aws",
        "privatekey",
        "npm",
        "basicauth",
        "slack",
        "sendgrid",
        "shopify",
        "stripe",
        "github",
        "gitlab",
        "grafana",
        "openai",
        "anthropic",
        "groq",
        "huggingface",
        "linear",
        "notion",
        "1password",
        "database-connection-string",
        "hashicorp-vault",
        "vercel",
        "databricks",
        "docker",
        "figma",
        "cloudflare",
        "tailscale",
      ]
    `);
  });
});
