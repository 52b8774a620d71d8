/** What SAML metadata say of this organization, as a service asks for it field by field where it does not read them. */
interface MetadataFacts {
  /** The issuer of assertions. */
  entityId: string
  /** Where a sign-in begins; one address for each that differs. */
  signOn: readonly string[]
  /** Where a sign-out goes; empty without single logout. */
  logout: readonly string[]
  nameFormat: string
  /** DER as base64, of the key that signs. */
  certificate: string
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** Elements of a name below another, whatever prefix the namespace has. */
const within = (root: Document | Element, namespace: string, name: string) =>
  [...root.getElementsByTagName('*')].filter((one) => one.namespaceURI === namespace && one.localName === name)

/** The parts of a metadata document that the service wrote; what is not in it is empty. */
export function readMetadata(xml: string): MetadataFacts {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const all = (name: string) => within(document, METADATA, name)
  const text = ([first]: Element[]) => first?.textContent?.trim() ?? ''
  const locations = (name: string) => [...new Set(all(name).flatMap((one) => one.getAttribute('Location') ?? []))]
  // WHY by the key's descriptor: the signature of the document holds a certificate too.
  const [key] = all('KeyDescriptor')
  return {
    entityId: document.documentElement.getAttribute('entityID') ?? '',
    signOn: locations('SingleSignOnService'),
    logout: locations('SingleLogoutService'),
    nameFormat: text(all('NameIDFormat')),
    certificate: text(key ? within(key, SIGNATURE, 'X509Certificate') : []),
  }
}
