import type { SecretBox } from '#db/secret-box.ts'
import type { SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { openPrivateKey } from '../signing-keys/keys.ts'
import { xmlOf, type XmlElement } from './xml.ts'

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** A PEM block. @param base64 in one line */
const pem = (label: string, base64: string) =>
  `-----BEGIN ${label}-----\n${base64.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

/**
 * Writes a document with a signature in it, by RSA and SHA-256, as its first child. What sealed the key being gone, the document comes
 * without: everything in it is public, and still true.
 * @param root with an attribute `ID`
 */
export async function signedXml(box: SecretBox, key: SigningKeyRecord, root: XmlElement): Promise<string> {
  const [xml, privateKey] = await Promise.all([xmlOf(root), openPrivateKey(box, key)])
  if (privateKey === null) return xml
  const { SignedXml } = await import('xml-crypto')
  const signature = new SignedXml({
    privateKey: pem('PRIVATE KEY', privateKey),
    publicCert: pem('CERTIFICATE', key.certificate),
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signature.addReference({ xpath: '/*', transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256 })
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'prepend' } })
  return signature.getSignedXml()
}
