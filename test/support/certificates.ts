/** Certificates made for a test: authorities of our own, and what they vouch for, wrong in one chosen way. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

const DAY_MS = 86_400_000;

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** DNS names and addresses in numbers. */
  readonly hosts?: readonly string[];
  /** Days from now, both. */
  readonly from?: number;
  readonly until?: number;
  /** Missing: it signs itself. */
  readonly by?: Certificate;
  readonly isAuthority?: boolean;
}

/** A certificate with a new key. */
export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { hosts = ['localhost'], from = -1, until = 30, by, isAuthority = false } = options;
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  made.serialNumber = `01${randomBytes(8).toString('hex')}`;
  made.validity.notBefore = new Date(Date.now() + from * DAY_MS);
  made.validity.notAfter = new Date(Date.now() + until * DAY_MS);
  const subject = [
    { shortName: 'CN', value: isAuthority ? 'Test Authority' : (hosts[0] ?? '') },
    { shortName: 'O', value: made.serialNumber },
  ];
  made.setSubject(subject);
  made.setIssuer(by ? forge.pki.certificateFromPem(by.cert).subject.attributes : subject);
  made.setExtensions([
    { name: 'basicConstraints', cA: isAuthority, critical: true },
    ...(isAuthority ? [{ name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }] : []),
    { name: 'subjectAltName', altNames: hosts.map(altName) },
  ]);
  made.sign(forge.pki.privateKeyFromPem(by?.key ?? pair.privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(made), key: pair.privateKey };
}

function altName(host: string) {
  return /^[\d.]+$/.test(host) ? { type: 7, ip: host } : { type: 2, value: host };
}
