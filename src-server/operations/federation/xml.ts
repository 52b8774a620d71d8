/** An element of a document that is made. */
export interface XmlElement {
  /** With its prefix, such as `md:KeyDescriptor`; without one it is in no namespace. */
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: readonly (XmlElement | string)[]
}

/** An element in a line. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: XmlElement['children'] = [],
): XmlElement {
  return { name, attributes, children }
}

/** The namespaces of what federations tell of themselves, by the prefixes that documents of ours give them. */
const NAMESPACES: Readonly<Record<string, string>> = {
  saml2: 'urn:oasis:names:tc:SAML:2.0:assertion',
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  fed: 'http://docs.oasis-open.org/wsfed/federation/200706',
  wsa: 'http://www.w3.org/2005/08/addressing',
  xmlns: 'http://www.w3.org/2000/xmlns/',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

/** What no document may hold, however it is escaped (XML 1.0 §2.2). */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const readable = (text: string) => text.replaceAll(NO_CHARACTER, '\ufffd')

/** Writes a document. WHY by the library's objects: what has to be escaped is its matter. */
export async function xmlOf(root: XmlElement): Promise<string> {
  const { DOMImplementation, XMLSerializer } = await import('@xmldom/xmldom')
  const document = new DOMImplementation().createDocument(namespaceOf(root.name), root.name, null)
  const fill = (node: Element, { attributes = {}, children = [] }: XmlElement) => {
    for (const [name, value] of Object.entries(attributes))
      node.setAttributeNS(namespaceOf(name), name, readable(value))
    for (const child of children) {
      if (typeof child === 'string') node.appendChild(document.createTextNode(readable(child)))
      else node.appendChild(fill(document.createElementNS(namespaceOf(child.name), child.name), child))
    }
    return node
  }
  fill(document.documentElement, root)
  return new XMLSerializer().serializeToString(document)
}

function namespaceOf(name: string): string | null {
  if (!name.includes(':')) return null
  const namespace = NAMESPACES[name.split(':')[0] as string]
  if (namespace === undefined) throw new Error(`${name} has no prefix that is known`)
  return namespace
}
