import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom'
import type { SamlPreview } from '#contract/gatehouse/app-preview.ts'

const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** How long an assertion holds, before and after the moment it is made. Ours: clocks differ by minutes. */
const LEEWAY_MS = 5 * 60_000
/** Characters that XML 1.0 cannot hold, not even escaped. */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

type Attributes = Readonly<Record<string, string>>

/** A part of a document: name, attributes, and a text or parts inside. */
type Part = readonly [name: string, attributes: Attributes, inside: string | readonly Part[]]

const time = (ms: number) => new Date(ms).toISOString()

/** The assertion that an application would be sent (SAML 2.0 core, section 2), not signed. @param now milliseconds since the epoch */
export function assertionXml(saml: Omit<SamlPreview, 'assertion'>, now: number): string {
  const until = time(now + LEEWAY_MS)
  const statements = saml.attributes.filter(({ values }) => values.length)
  const attributes: Part = [
    'AttributeStatement',
    {},
    statements.map(({ name, format, values }): Part => [
      'Attribute',
      { Name: name, NameFormat: format },
      values.map((value): Part => ['AttributeValue', {}, value]),
    ]),
  ]
  const parts: Part[] = [
    ['Issuer', {}, saml.issuer],
    [
      'Subject',
      {},
      [
        ['NameID', { Format: saml.nameId.format }, saml.nameId.value],
        [
          'SubjectConfirmation',
          { Method: BEARER },
          [['SubjectConfirmationData', { NotOnOrAfter: until, Recipient: saml.recipient }, []]],
        ],
      ],
    ],
    [
      'Conditions',
      { NotBefore: time(now - LEEWAY_MS), NotOnOrAfter: until },
      [['AudienceRestriction', {}, [['Audience', {}, saml.audience]]]],
    ],
    [
      'AuthnStatement',
      { AuthnInstant: time(now) },
      [['AuthnContext', {}, [['AuthnContextClassRef', {}, saml.authnContext]]]],
    ],
    ...(statements.length ? [attributes] : []),
  ]
  return written(['Assertion', { ID: 'id-of-the-preview', IssueInstant: time(now), Version: '2.0' }, parts])
}

/** A document, indented for people: texts have lines of their own parts only, so that no value gains spaces. */
function written(root: Part): string {
  const document = new DOMImplementation().createDocument(SAML, `saml2:${root[0]}`, null)
  fill(document.documentElement, root, 1)
  return new XMLSerializer().serializeToString(document)
}

function fill(element: Element, [, attributes, inside]: Part, depth: number): void {
  const { ownerDocument: document } = element
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.replaceAll(NOT_IN_XML, ''))
  if (typeof inside === 'string') {
    element.appendChild(document.createTextNode(inside.replaceAll(NOT_IN_XML, '')))
    return
  }
  for (const part of inside) {
    element.appendChild(document.createTextNode(`\n${'  '.repeat(depth)}`))
    const child = document.createElementNS(SAML, `saml2:${part[0]}`)
    element.appendChild(child)
    fill(child, part, depth + 1)
  }
  if (inside.length) element.appendChild(document.createTextNode(`\n${'  '.repeat(depth - 1)}`))
}
