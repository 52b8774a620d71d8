import { OVERRIDE_LABELS } from '#contract/apps/catalogue/setting-labels.ts'
import { GROUP_FILTERS } from '#contract/apps/modes/federation.ts'
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

/** The expressions and templates that say what is sent. */
export const saidBy = ({ attributeStatements, subjectNameIdTemplate, idpIssuer }: SamlFacts): string[] => [
  ...attributeStatements.flatMap((statement) => (statement.type === 'GROUP' ? [] : statement.values)),
  subjectNameIdTemplate,
  idpIssuer ?? '',
]

const sourceOf = (statement: Statement): string =>
  statement.type === 'GROUP'
    ? `groups that ${GROUP_FILTERS[statement.filterType]} ${statement.filterValue}`
    : statement.values.join(', ')

/** What a template of the catalogue says, and what says it in its place. */
const OF_TEMPLATES = {
  ssoAcsUrl: 'The consumer service',
  audience: 'The audience',
} as const

/** Why a part of an assertion is not known, a sentence each. */
const unknownOf = (signOn: SamlFacts): string[] =>
  (['ssoAcsUrl', 'audience'] as const)
    .filter((part) => !signOn[part])
    .map(
      (part) =>
        `${OF_TEMPLATES[part]} is named by the template of the catalogue, which is not known here; “${OVERRIDE_LABELS[`${part}Override`]}” of the sign-on settings names one.`,
    )

/**
 * What a SAML 2.0 application would be sent of a person. For an application of the catalogue it may not be known where to: the rest is
 * told all the same. Pure.
 */
export function samlPreview(
  signOn: SamlFacts,
  context: ExpressionContext,
  groupNames: readonly string[],
): Omit<SamlPreview, 'assertion'> {
  const { ssoAcsUrl, audience } = signOn
  const attributes = signOn.attributeStatements.map((statement): Attribute => {
    const { values, missing } = sentByStatement(statement, context, groupNames)
    const { name, namespace: format } = statement
    return { name, format, values: [...values], source: sourceOf(statement), missing }
  })
  const source = signOn.subjectNameIdTemplate
  const { text, missing } = filled(source, context)
  return {
    issuer: filled(signOn.idpIssuer ?? '', context).text,
    audience: audience ?? null,
    recipient: signOn.recipient ?? ssoAcsUrl ?? null,
    destination: signOn.destination ?? ssoAcsUrl ?? null,
    unknown: unknownOf(signOn),
    nameId: { format: signOn.subjectNameIdFormat, value: text, source, missing },
    authnContext: signOn.authnContextClassRef,
    attributes,
  }
}
