import 'reflect-metadata'
import {
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509'

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const DAY_MS = 86_400_000

/** A certificate in the three encodings in which authorities hand it out. */
export interface Issued {
  pem: string
  /** DER as base64. */
  cer: string
  der: Uint8Array
}

/** Of the authority: one for all, since making an RSA key takes long. */
let authorityKeys: Promise<CryptoKeyPair> | null = null

function encodingsOf(certificate: X509Certificate): Issued {
  const der = Buffer.from(certificate.rawData)
  return { pem: certificate.toString('pem'), cer: der.toString('base64'), der }
}

/**
 * The certificate that an authority gives for a request: for its subject and key, signed with the authority's key.
 * @param csr DER as base64
 * @param from, to moments of validity; from yesterday for some 13 months unless given
 */
export async function issueFor(
  csr: string,
  from = new Date(Date.now() - DAY_MS),
  to = new Date(Date.now() + 400 * DAY_MS),
): Promise<Issued> {
  const request = new Pkcs10CertificateRequest(csr)
  authorityKeys ??= crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])
  const { privateKey } = await authorityKeys
  const certificate = await X509CertificateGenerator.create({
    subject: request.subject,
    issuer: 'CN=An authority',
    publicKey: request.publicKey,
    signingKey: privateKey,
    signingAlgorithm: RSA,
    notBefore: from,
    notAfter: to,
  })
  return encodingsOf(certificate)
}

/** The names in the DNS that a request asks for. @param csr DER as base64 */
export const namesIn = (csr: string): string[] =>
  new Pkcs10CertificateRequest(csr).extensions.flatMap((extension) =>
    extension instanceof SubjectAlternativeNameExtension ? extension.names.items.map(({ value }) => value) : [],
  )

/** A server's own certificate for an address, valid for a year, and its key. @returns both as PEM */
export async function selfSigned(address: string): Promise<{ certificate: string; key: string }> {
  const keys = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${address}`,
    keys,
    signingAlgorithm: RSA,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 365 * DAY_MS),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: address }])],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = key.replaceAll(/.{64}/g, '$&\n')
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
  }
}
