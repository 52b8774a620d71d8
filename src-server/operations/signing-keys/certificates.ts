import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { isSoundExponent } from '#contract/credentials/rsa-exponent.ts'
import type { CertificateRequestWrite } from '#contract/credentials/signing-key.ts'
import { x509 } from './x509.ts'

/** As services that take signatures know it; 2048 bits are what the interface makes (spec/5 §8.7). */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

/** A certificate and the public half that it vouches for. */
export interface KeyCertificate {
  /** Modulus and exponent, base64url. */
  n: string
  e: string
  /** DER as base64. */
  certificate: string
  /** SHA-256 of the certificate, base64url. */
  fingerprint: string
  expiresAt: string
}

/** A certificate with the private half of its key, PKCS #8 as base64. */
export interface MadeKey extends KeyCertificate {
  privateKey: string
}

/** Whom a certificate of ours is for. */
interface Issuer {
  commonName: string
  organization: string
}

type Pair = Awaited<ReturnType<typeof newPair>>
type Rdn = Record<string, ({ printableString: string } | { utf8String: string })[]>

let lastPair: Promise<unknown> = Promise.resolve()

/**
 * Made by another thread: it takes a tenth of a second. WHY one after the other: the workspace's file is read and written by the same few
 * threads, and a caller who asks for many keys at once would keep all others from it.
 */
export function newPair() {
  const pair = lastPair.then(() => crypto.subtle.generateKey(RSA, true, ['sign', 'verify']))
  lastPair = pair.catch(() => {})
  return pair
}

async function privateKeyOf({ privateKey }: Pair): Promise<string> {
  return Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
}

const text = (value: string) => [{ utf8String: value }]

/** Makes a key with a certificate that it signs itself. @param from when it begins to be valid */
export async function makeKey({ commonName, organization }: Issuer, from: Date, years: number): Promise<MadeKey> {
  const [{ X509CertificateGenerator }, keys] = await Promise.all([x509(), newPair()])
  const notAfter = new Date(from)
  notAfter.setUTCFullYear(from.getUTCFullYear() + years)
  const name: Rdn[] = [{ O: text(organization) }, { OU: text('SSOProvider') }, { CN: text(commonName) }]
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: name as never,
    keys,
    signingAlgorithm: RSA,
    notBefore: from,
    notAfter,
    // Positive, and never zero.
    serialNumber: `01${randomBytes(15).toString('hex')}`,
  })
  const read = readCertificate(new Uint8Array(certificate.rawData))
  if (!read) throw new Error('a certificate that was just made cannot be read')
  return { ...read, privateKey: await privateKeyOf(keys) }
}

/** What of a subject goes into a request, in the usual order, from the widest to the narrowest. */
const SUBJECT_PARTS = [
  ['C', 'countryName'],
  ['ST', 'stateOrProvinceName'],
  ['L', 'localityName'],
  ['O', 'organizationName'],
  ['OU', 'organizationalUnitName'],
  ['CN', 'commonName'],
] as const

/** A request for a certificate, DER as base64, with both halves of its key. */
export interface MadeRequest extends Pick<KeyCertificate, 'n' | 'e'> {
  csr: string
  privateKey: string
}

/** Makes a key and a request for a certificate of it. */
export async function makeRequest({ subject, subjectAltNames }: CertificateRequestWrite): Promise<MadeRequest> {
  const [{ Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension }, keys] = await Promise.all([
    x509(),
    newPair(),
  ])
  const name = SUBJECT_PARTS.flatMap(([type, field]): Rdn[] => {
    const value = subject[field]
    if (value === undefined) return []
    return [{ [type]: type === 'C' ? [{ printableString: value.toUpperCase() }] : text(value) }]
  })
  const names = (subjectAltNames?.dnsNames ?? []).map((value) => ({ type: 'dns' as const, value }))
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: name as never,
    keys,
    signingAlgorithm: RSA,
    extensions: names.length ? [new SubjectAlternativeNameExtension(names)] : [],
  })
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  return { csr: Buffer.from(request.rawData).toString('base64'), privateKey: await privateKeyOf(keys), n, e }
}

/** A certificate that was read, with the moment from which it is valid. */
interface ReadCertificate extends KeyCertificate {
  validFrom: string
  /** Of its subject; empty where it has none. */
  subject: string
}

/** As Node writes the end of a moment. */
const FOUR_DIGITS = / \d{4} GMT$/

/** Reads a certificate of an RSA key. @returns null for what is none */
function readCertificate(der: Uint8Array): ReadCertificate | null {
  try {
    const certificate = new X509Certificate(der)
    const { kty, n, e } = certificate.publicKey.export({ format: 'jwk' })
    const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)]
    if (kty !== 'RSA' || !n || !e || !isSoundExponent(e)) return null
    // Of the first centuries a date would be read as one of ours.
    if (![certificate.validFrom, certificate.validTo].every((moment) => FOUR_DIGITS.test(moment))) return null
    return {
      ...{ n, e },
      certificate: certificate.raw.toString('base64'),
      fingerprint: createHash('sha256').update(certificate.raw).digest('base64url'),
      validFrom: from.toISOString(),
      expiresAt: to.toISOString(),
      subject: certificate.subject ?? '',
    }
  } catch {
    return null
  }
}

const PEM =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END (?:X509 |TRUSTED )?CERTIFICATE-----/
/** The tag with which every certificate begins, in DER. */
const SEQUENCE = 0x30

/**
 * The first certificate of a file: PEM, base64 without a frame, or DER, whatever the file is called.
 * @returns null for what is none
 */
export function readCertificateFile(file: Uint8Array): ReadCertificate | null {
  if (file[0] === SEQUENCE) {
    const read = readCertificate(file)
    // What is base64 may begin with the same byte, a zero.
    if (read) return read
  }
  const content = Buffer.from(file).toString('latin1')
  const base64 = content.includes('-----BEGIN') ? PEM.exec(content)?.[1] : content
  return base64 === undefined ? null : readBase64(base64)
}

/** A certificate, DER as base64 in lines or not. @returns null for what is none */
export function readBase64(base64: string): ReadCertificate | null {
  const whole = base64.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(whole) ? readCertificate(Buffer.from(whole, 'base64')) : null
}
