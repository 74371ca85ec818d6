/** Which authorities a TLS connection trusts beside those that Node ships: certificates in files that the person named. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** A bundle of every public authority has a quarter of that. Bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

export type Trust =
  /** Undefined where the defaults do, which Node keeps ready. */
  | { readonly ok: true; readonly context: SecureContext | undefined }
  | { readonly ok: false; readonly problem: string };

export interface TrustFiles {
  /** Named for this runtime; it must be usable. */
  readonly named: string | undefined;
  /** Named for every program (`NODE_EXTRA_CA_CERTS`); as in Node, an unusable one counts as none. */
  readonly forAll: string | undefined;
}

/** Reads the files at each connect, so that a renewed authority counts, and builds anew only what changed. */
export class TrustReader {
  readonly #files: TrustFiles;
  #built: { readonly text: string; readonly context: SecureContext } | undefined;

  constructor(files: TrustFiles) {
    this.#files = files;
  }

  async read(): Promise<Trust> {
    const { named, forAll } = this.#files;
    if (named === undefined && forAll === undefined) return { ok: true, context: undefined };
    const own = named === undefined ? '' : await certificatesIn(named).catch(problemOf);
    if (typeof own !== 'string') return { ok: false, problem: `the CA file ${named} ${own.problem}` };
    const all = forAll === undefined ? '' : await certificatesIn(forAll).catch(() => '');
    const text = `${own}\n${all}`;
    if (this.#built?.text !== text) this.#built = { text, context: contextWith(text) };
    return { ok: true, context: this.#built.context };
  }
}

/** Naming authorities replaces the shipped ones, so these are named again. */
function contextWith(text: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, text] });
}

function problemOf(error: Error): { readonly problem: string } {
  return { problem: error.message };
}

/** The text of a PEM file, once every certificate in it was read. Rejects with what is wrong, as the rest of a sentence. */
async function certificatesIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`);
  });
  if (text.length > MAX_FILE_BYTES) throw new Error('is too large for a CA file');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error('holds no PEM certificate');
  for (const certificate of certificates) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw new Error('holds a certificate that cannot be read');
    }
  }
  return certificates.join('\n');
}
