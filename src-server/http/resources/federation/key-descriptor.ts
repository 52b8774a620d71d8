import type { SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { element, type XmlElement } from '#operations/federation/xml.ts'

/** A key in the metadata of a party that signs with it. */
export function keyDescriptor({ certificate }: Pick<SigningKeyRecord, 'certificate'>): XmlElement {
  const data = element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificate])])
  return element('md:KeyDescriptor', { use: 'signing' }, [element('ds:KeyInfo', {}, [data])])
}

/** Where something is answered, by both ways in which browsers bring it. */
export function services(name: string, location: string): XmlElement[] {
  return ['POST', 'Redirect'].map((way) =>
    element(name, { Binding: `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${way}`, Location: location }),
  )
}

/** The id of a document's root: one that no other document has, and that a name in XML may be. */
export const documentId = (ownerId: string, { kid }: Pick<SigningKeyRecord, 'kid'>) => `id-${ownerId}-${kid}`

/** As documents of federations are served (spec/5 §8.5). */
export const XML = 'application/xml;charset=UTF-8'
