import type { SamlPreview } from '#contract/gatehouse/app-preview.ts'
import { element, xmlOf, type XmlElement } from '../../federation/xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** How long an assertion holds, before and after the moment it is made. Ours: clocks differ by minutes. */
const LEEWAY_MS = 5 * 60_000

const time = (ms: number) => new Date(ms).toISOString()
const saml = (name: string, attributes?: XmlElement['attributes'], children?: XmlElement['children']) =>
  element(`saml2:${name}`, attributes, children)

/**
 * The assertion that an application would be sent (SAML 2.0 core, section 2), not signed.
 * @param now milliseconds since the epoch @returns null while it is not known for whom it is, or where it goes
 */
export async function assertionXml(preview: Omit<SamlPreview, 'assertion'>, now: number): Promise<string | null> {
  const { audience, recipient } = preview
  if (audience === null || recipient === null) return null
  const until = time(now + LEEWAY_MS)
  const confirmation = saml('SubjectConfirmationData', { NotOnOrAfter: until, Recipient: recipient })
  const sent = preview.attributes.filter(({ values }) => values.length)
  const attributes = sent.map(({ name, format, values }) =>
    saml(
      'Attribute',
      { Name: name, NameFormat: format },
      values.map((value) => saml('AttributeValue', {}, [value])),
    ),
  )
  const parts = [
    saml('Issuer', {}, [preview.issuer]),
    saml('Subject', {}, [
      saml('NameID', { Format: preview.nameId.format }, [preview.nameId.value]),
      saml('SubjectConfirmation', { Method: BEARER }, [confirmation]),
    ]),
    saml('Conditions', { NotBefore: time(now - LEEWAY_MS), NotOnOrAfter: until }, [
      saml('AudienceRestriction', {}, [saml('Audience', {}, [audience])]),
    ]),
    saml('AuthnStatement', { AuthnInstant: time(now) }, [
      saml('AuthnContext', {}, [saml('AuthnContextClassRef', {}, [preview.authnContext])]),
    ]),
    ...(attributes.length ? [saml('AttributeStatement', {}, attributes)] : []),
  ]
  const root = saml('Assertion', { ID: 'id-of-the-preview', IssueInstant: time(now), Version: '2.0' }, parts)
  return xmlOf(indented(root, 1))
}

/** With a line for each part. WHY texts stay as they are: a value must not gain spaces. */
function indented(part: XmlElement, depth: number): XmlElement {
  const { children = [] } = part
  if (children.length === 0 || children.some((child) => typeof child === 'string')) return part
  const lines = children.flatMap((child) => [
    `\n${'  '.repeat(depth)}`,
    typeof child === 'string' ? child : indented(child, depth + 1),
  ])
  return { ...part, children: [...lines, `\n${'  '.repeat(depth - 1)}`] }
}
