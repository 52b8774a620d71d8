import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import { OPERATOR_WORDS, type Filter, type Literal, type Operator } from '#filter/index.ts'
import { FACET_TITLES, facetValueText } from '../facets/facet-labels.ts'
import { choiceOf, type FilterPart } from './filter-text.ts'

/** The name of an id; undefined if unknown. */
export type NameOf = (id: string) => string | undefined

const ATTRIBUTES: Readonly<Record<string, string>> = {
  ...FACET_TITLES,
  uuid: 'Event id',
  displayMessage: 'Event',
  'actor.displayName': 'Actor name',
  'actor.alternateId': 'Actor login',
  'actor.type': 'Actor type',
  'target.displayName': 'Target name',
  'target.alternateId': 'Target login',
  'target.type': 'Target type',
  'outcome.reason': 'Reason',
  'client.zone': 'Network',
  'client.device': 'Device',
  'client.id': 'Client',
  'client.userAgent.browser': 'Browser',
  'client.userAgent.os': 'Operating system',
  'client.userAgent.rawUserAgent': 'User agent',
  'client.geographicalContext.city': 'City',
  'client.geographicalContext.country': 'Country',
  'request.ipChain.ip': 'Any address in the chain',
  'transaction.id': 'Transaction',
  'transaction.type': 'Transaction type',
  'authenticationContext.externalSessionId': 'Session',
  'debugContext.debugData.requestUri': 'Request',
  'target.changeDetails.to': 'New',
  'target.changeDetails.from': 'Previous',
}

/** An attribute in our words; below the known ones their words and the rest of the path, else the path itself. */
export function attributeLabel(path: string): string {
  const known = ATTRIBUTES[path]
  if (known) return known
  const holder = Object.keys(ATTRIBUTES).find((above) => path.startsWith(`${above}.`))
  return holder ? `${ATTRIBUTES[holder] ?? ''} ${path.slice(holder.length + 1)}` : path
}

function isFacet(path: string): path is LogFacetAttribute {
  return LOG_FACETS.some((facet) => facet === path)
}

/** Event types stay as the API has them: people know, compare and copy them so. */
function literalLabel(path: string, value: Literal, nameOf: NameOf): string {
  if (typeof value !== 'string') return value === null ? 'absent' : String(value)
  if (path === 'eventType') return value
  const name = path.endsWith('.id') ? nameOf(value) : undefined
  return name ?? (isFacet(path) ? facetValueText(path, { value, label: null }).words : value === '' ? '“”' : value)
}

/** A condition in words: what is asked, how, and for what. `object` is empty where the verb says all. */
export interface PartLabel {
  readonly subject: string
  readonly verb: string
  readonly object: string
}

const EQUALITY: Partial<Record<Operator, [string, string]>> = {
  eq: ['is', 'is absent'],
  ne: ['is not', 'is not absent'],
}
const NEGATED: Readonly<Record<Operator, string>> = {
  eq: 'is not',
  // Of a list: every element is it.
  ne: 'is nothing but',
  co: 'does not contain',
  sw: 'does not begin with',
  ew: 'does not end with',
  pr: 'is absent',
  gt: 'is not greater than',
  ge: 'is not at least',
  lt: 'is not less than',
  le: 'is not at most',
}
const SHOWN = 3

/** A condition of a filter in words, such as "Outcome", "is not", "Success". */
export function partLabel(tree: Filter, nameOf: NameOf): PartLabel {
  const choice = choiceOf(tree)
  const [first] = choice?.values ?? []
  if (choice && first && choice.values.length > 1) {
    const { path } = first.attribute
    const values = choice.values.map(({ value }) => literalLabel(path, value, nameOf))
    const shown = values.length > SHOWN + 1 ? [...values.slice(0, SHOWN), `${values.length - SHOWN} more`] : values
    const verb = choice.side === 'in' ? 'is any of' : 'is none of'
    return { subject: attributeLabel(path), verb, object: shown.join(', ') }
  }
  if (choice?.side === 'out' && first) return comparisonLabel({ ...first, operator: 'ne' }, nameOf)
  if (tree.kind === 'compare') return comparisonLabel(tree, nameOf)
  const inner = (operands: readonly Filter[]) => operands.map((each) => sentenceOf(each, nameOf)).join('; ')
  if (tree.kind === 'not') {
    const { operand } = tree
    if (operand.kind === 'not') return partLabel(operand.operand, nameOf)
    if (isFromElsewhere(operand))
      return { subject: FACET_TITLES['gatehouse.import.id'], verb: 'is', object: 'this workspace' }
    if (operand.kind === 'compare') return { ...comparisonLabel(operand, nameOf), verb: NEGATED[operand.operator] }
    return { subject: operand.kind === 'or' ? 'None of' : 'Not all of', verb: '', object: inner(operand.operands) }
  }
  return { subject: tree.kind === 'or' ? 'Any of' : 'All of', verb: '', object: inner(tree.operands) }
}

/** Whether a condition asks for events that came with any import; without one, an event happened here. */
const isFromElsewhere = (tree: Filter): boolean =>
  tree.kind === 'compare' && tree.operator === 'pr' && tree.attribute.path === 'gatehouse.import.id'

function comparisonLabel(
  { attribute, operator, value }: Extract<Filter, { kind: 'compare' }>,
  nameOf: NameOf,
): PartLabel {
  const subject = attributeLabel(attribute.path)
  if (operator === 'pr') return { subject, verb: OPERATOR_WORDS.pr, object: '' }
  const equal = EQUALITY[operator]
  if (equal && value === null) return { subject, verb: equal[1], object: '' }
  return { subject, verb: equal?.[0] ?? OPERATOR_WORDS[operator], object: literalLabel(attribute.path, value, nameOf) }
}

/** A condition as one sentence, for labels. */
export function sentenceOf(tree: Filter, nameOf: NameOf): string {
  const { subject, verb, object } = partLabel(tree, nameOf)
  return [subject, verb, object].filter(Boolean).join(' ')
}

/** A whole query in words: its conditions, then its keywords; "Everything" where it asks nothing. */
export function queryText(parts: readonly FilterPart[] | null, filter: string, q: string, nameOf: NameOf): string {
  const conditions = parts ? parts.map(({ tree }) => sentenceOf(tree, nameOf)) : [filter]
  const all = [...conditions, ...(q.trim() ? [`containing “${q.trim()}”`] : [])]
  return all.length ? all.join(' · ') : 'Everything'
}

/** The ids of actors and targets in a filter, whose names people know rather than them. */
export function idsIn(tree: Filter): { path: LogFacetAttribute; id: string }[] {
  if (tree.kind !== 'compare')
    return tree.kind === 'not' ? idsIn(tree.operand) : tree.operands.flatMap((operand) => idsIn(operand))
  const { attribute, value } = tree
  const { path } = attribute
  return typeof value === 'string' && path.endsWith('.id') && isFacet(path) ? [{ path, id: value }] : []
}
