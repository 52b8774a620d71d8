import 'reflect-metadata'
import { Pkcs10CertificateRequest, X509CertificateGenerator } from '@peculiar/x509'

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const YEAR_MS = 31_536_000_000

/** A certificate for the key of a request, valid for a year, signed with another key. @param csr DER as base64 @returns PEM */
export async function certificateOf(csr: string): Promise<string> {
  const request = new Pkcs10CertificateRequest(csr)
  const length = { modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) }
  const { privateKey } = await crypto.subtle.generateKey({ ...RSA, ...length }, false, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    subject: request.subject,
    issuer: 'CN=An authority',
    publicKey: request.publicKey,
    signingKey: privateKey,
    signingAlgorithm: RSA,
    notBefore: new Date(Date.now() - 1_000),
    notAfter: new Date(Date.now() + YEAR_MS),
  })
  return certificate.toString('pem')
}
