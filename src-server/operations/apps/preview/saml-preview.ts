import type { SamlFacts } from '#contract/apps/modes/listed-saml.ts'
import type { SamlPreview } from '#contract/gatehouse/app-preview.ts'
import type { ExpressionContext } from '#expression/index.ts'
import { filled, groupsThrough, sentBy, type Sent } from './sent-values.ts'

type Statement = SamlFacts['attributeStatements'][number]
type Attribute = SamlPreview['attributes'][number]

/** What a statement sends of a person. */
function sentByStatement(statement: Statement, context: ExpressionContext, groupNames: readonly string[]): Sent {
  if (statement.type === 'GROUP') return groupsThrough(groupNames, statement.filterType, statement.filterValue)
  const all = statement.values.map((value) => sentBy(value, context))
  const missing = all.flatMap(({ missing: why }) => why ?? [])
  return { values: all.flatMap(({ values }) => values), missing: missing.length ? missing.join('; ') : null }
}

const sourceOf = (statement: Statement): string =>
  statement.type === 'GROUP' ? `groups: ${statement.filterType} ${statement.filterValue}` : statement.values.join(', ')

/** What a SAML 2.0 application would be sent of a person; null where it is not known to whom (a template of the catalogue says it). Pure. */
export function samlPreview(
  signOn: SamlFacts,
  context: ExpressionContext,
  groupNames: readonly string[],
): Omit<SamlPreview, 'assertion'> | null {
  const { ssoAcsUrl, audience } = signOn
  if (!ssoAcsUrl || !audience) return null
  const attributes = signOn.attributeStatements.map((statement): Attribute => {
    const { values, missing } = sentByStatement(statement, context, groupNames)
    const { name, namespace: format } = statement
    return { name, format, values: [...values], source: sourceOf(statement), missing }
  })
  const source = signOn.subjectNameIdTemplate
  const { text, missing } = filled(source, context)
  return {
    issuer: filled(signOn.idpIssuer ?? '', context).text,
    audience,
    recipient: signOn.recipient ?? ssoAcsUrl,
    destination: signOn.destination ?? ssoAcsUrl,
    nameId: { format: signOn.subjectNameIdFormat, value: text, source, missing },
    authnContext: signOn.authnContextClassRef,
    attributes,
  }
}
