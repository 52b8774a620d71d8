import type { PeopleRead } from '#contract/gatehouse/people-read.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { attributesRead, compileTemplate, parse, type Dialect, type Expression } from '#expression/index.ts'
import { PLAIN_TEXT } from '#operations/apps/preview/sent-values.ts'
import { nameOf, type Snapshot, type SyncObject } from '../snapshot.ts'

/** The attributes of people that the rules of an organization read. */
export interface RuleReads {
  readonly kept: ReadonlySet<string>
  readonly unreadable: Extract<PeopleRead, { mode: 'PSEUDONYMS' }>['unreadable']
}

/** What a text comes to: the expressions in it, or why it cannot be read. */
type Read = { expressions: readonly Expression[] } | { problem: string }

interface Place {
  readonly kinds: readonly SyncKind[]
  /** `.` between keys, `[]` for the items of a list. */
  readonly path: string
  readonly read: (text: string) => Read
  /** Whether it decides something; else it only hands a value on, such as to an application. */
  readonly decides?: true
  readonly where?: (body: Body) => boolean
}

const expression =
  (dialect: Dialect, result?: 'value') =>
  (text: string): Read => {
    const parsed = parse(text, dialect, result && { result })
    return parsed.ok
      ? { expressions: [parsed.expression] }
      : { problem: parsed.problems.map(({ message }) => message).join('; ') }
  }

const template = (text: string): Read => {
  const { parts, problems } = compileTemplate(text)
  if (problems.length > 0) return { problem: problems.join('; ') }
  return { expressions: parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression])) }
}

/** A template, an expression, or a text that is sent as it is. */
const statement = (text: string): Read => {
  if (text.includes('${')) return template(text)
  const read = expression('classic', 'value')(text)
  return 'problem' in read && PLAIN_TEXT.test(text) ? { expressions: [] } : read
}

const RULES = ['policy', 'rule', 'serverPolicy', 'serverRule'] as const

/** Where expressions about people are. */
export const PLACES: readonly Place[] = [
  { kinds: RULES, path: 'conditions.elCondition.condition', read: expression('condition'), decides: true },
  { kinds: ['groupRule'], path: 'conditions.expression.value', read: expression('group-rule'), decides: true },
  {
    ...{ kinds: RULES, path: 'actions.idp.matchCriteria.[].providerExpression', decides: true },
    read: expression('condition', 'value'),
  },
  {
    ...{ kinds: ['serverClaim'], path: 'value', read: expression('classic', 'value') },
    where: (body) => textAt(body, 'valueType') === 'EXPRESSION',
  },
  { kinds: ['app'], path: 'credentials.userNameTemplate.template', read: template },
  { kinds: ['app'], path: 'settings.signOn.subjectNameIdTemplate', read: template },
  { kinds: ['app'], path: 'settings.signOn.attributeStatements.[].values.[]', read: statement },
  { kinds: ['app'], path: 'settings.app.attributeStatements', read: template },
]

/**
 * Attributes of every profile by which a person is known or reached. WHY: nearly every application is handed one of them, so that all of them
 * would stay; where something is decided by them, they do.
 */
const IDENTIFYING: ReadonlySet<string> = new Set([
  ...['login', 'email', 'secondEmail', 'firstName', 'lastName', 'middleName', 'honorificPrefix', 'honorificSuffix'],
  ...['displayName', 'nickName', 'profileUrl', 'mobilePhone', 'primaryPhone', 'streetAddress', 'zipCode'],
  ...['postalAddress', 'employeeNumber', 'managerId', 'manager'],
])

/**
 * Finds what the policies, rules, group rules, claims and applications of an organization read of people, by the parser of the language. What
 * something is decided by is kept, whatever it is; what is only handed on is kept unless a person is known or reached by it. Pure.
 */
export function ruleReads({ objects }: Pick<Snapshot, 'objects'>): RuleReads {
  const kept = new Set<string>()
  const unreadable: RuleReads['unreadable'] = []
  for (const place of PLACES)
    for (const object of place.kinds.flatMap((kind) => [...(objects.get(kind)?.values() ?? [])]))
      for (const read of readsOf(object, place))
        if ('problem' in read) unreadable.push({ kind: object.kind, name: nameOf(object), reason: read.problem })
        else
          for (const name of read.expressions.flatMap(attributesRead))
            if (place.decides || !IDENTIFYING.has(name)) kept.add(name)
  for (const { body } of objects.get('rule')?.values() ?? []) for (const name of identifierOf(body)) kept.add(name)
  return { kept, unreadable }
}

const readsOf = ({ body }: SyncObject, { path, read, where }: Place): Read[] =>
  where && !where(body) ? [] : textsAt(body, path.split('.')).map(read)

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === 'string' && value !== '' ? [value] : []
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => textsAt(item, rest)) : []
  return isObject(value) && Object.hasOwn(value, step) ? textsAt(value[step], rest) : []
}

/** What routing goes by: an attribute, or the name that is typed in, which is the login where none is. */
function identifierOf(body: Body): string[] {
  const patterns = valueAt(body, 'conditions.userIdentifier.patterns')
  if (!Array.isArray(patterns) || patterns.length === 0) return []
  const isByAttribute = textAt(body, 'conditions.userIdentifier.type') === 'ATTRIBUTE'
  return [isByAttribute ? textAt(body, 'conditions.userIdentifier.attribute') : 'login']
}
