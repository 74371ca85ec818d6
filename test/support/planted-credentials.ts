/**
 * Made-up credentials of common kinds, put together at run time: as they would stand here, scanners of repositories
 * would take them for real.
 */
import { generateKeyPairSync } from 'node:crypto';
import { seededRandom } from './seeded-random.ts';

export interface Planted {
  readonly name: string;
  /** How Doorman calls it. */
  readonly what: string;
  /** The lines of a file or an output in which it stands. */
  readonly text: string;
  /** What must not leave: for a key its lines, each by itself. */
  readonly secrets: readonly string[];
}

const random = seededRandom(20_260_102);
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

function letters(length: number): string {
  return Array.from({ length }, () => random.pick([...LETTERS])).join('');
}

function planted(name: string, what: string, secret: string, text = `token: ${secret}`): Planted {
  return { name, what, text, secrets: [secret] };
}

function privateKey(): string {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The lines of a key, without the two that everybody knows. */
function linesOf(pem: string): readonly string[] {
  return pem.trim().split('\n').slice(1, -1);
}

function pemFile(): Planted {
  const pem = privateKey();
  return { name: 'a private key', what: 'private key', text: pem, secrets: linesOf(pem) };
}

function serviceAccount(): Planted {
  const pem = privateKey();
  const account = { type: 'service_account', private_key_id: letters(40), private_key: pem };
  const text = JSON.stringify(account, undefined, 2);
  return { name: 'a Google service account', what: 'private key', text, secrets: linesOf(pem) };
}

/** New ones at each call, the same from run to run but for the private keys. */
export function plantCredentials(): readonly Planted[] {
  const [aws, basic, database] = [letters(40), letters(20), letters(20)];
  return [
    planted('an AWS secret key', 'AWS secret key', aws, `aws_${'secret_access_key'} = ${aws}`),
    planted('a GitHub token', 'GitHub token', `ghp${'_'}${letters(36)}`),
    planted('a GitLab token', 'GitLab token', `glpat${'-'}${letters(20)}`),
    planted('a Slack token', 'Slack token', `xoxb${'-'}${letters(12)}-${letters(12)}-${letters(24)}`),
    planted('an npm token', 'npm token', `npm${'_'}${letters(36)}`),
    planted('an OpenAI key', 'OpenAI key', `sk${'-'}${letters(20)}T3Blbk${'FJ'}${letters(20)}`),
    planted('an Anthropic key', 'Anthropic key', `sk-${'ant'}-api03-${letters(93)}AA`),
    planted('a Stripe key', 'Stripe key', `sk_${'live'}_${letters(24)}`),
    planted(
      'a password in an address',
      'password in an address',
      basic,
      `see https://deploy:${basic}@git.example.org/x`,
    ),
    planted(
      'a database password',
      'database password',
      database,
      `DB=postgres://app:${database}@db.example.net/shop?a=1`,
    ),
    pemFile(),
    serviceAccount(),
  ];
}
