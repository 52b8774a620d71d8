import {
  attributesOf,
  LOG_EVENTS,
  operatorsOf,
  parseFilter,
  type Filter,
  type Literal,
  type Operator,
} from '#filter/index.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'
import { choiceOf, choiceText } from './filter-text.ts'
import { attributeLabel } from './filter-labels.ts'
import { KNOWN_TO_LOG } from './known-values.ts'

/** A condition as the form beside a chip edits it; several `values` only for "is" and "is not". */
export interface PartDraft {
  path: string
  operator: Operator
  values: string[]
}

/** A condition as a draft; null if only text can express it. */
export function draftOf(tree: Filter): PartDraft | null {
  const choice = choiceOf(tree)
  const [first] = choice?.values ?? []
  const values = choice?.values.map(({ value }) => value) ?? []
  if (choice && first && isTexts(values)) {
    const operator = choice.side === 'in' ? 'eq' : 'ne'
    return { path: first.attribute.path, operator, values: values.map(String) }
  }
  // On a list `ne` means something else than the form's "is not".
  if (tree.kind !== 'compare' || tree.operator === 'ne' || tree.operator === 'eq') return null
  return {
    path: tree.attribute.path,
    operator: tree.operator,
    values: tree.operator === 'pr' ? [] : [String(tree.value)],
  }
}

function isTexts(values: readonly Literal[]): boolean {
  return values.every((value) => value !== null)
}

/** Whether several values can be given at once. */
export function takesMany({ operator }: PartDraft): boolean {
  return operator === 'eq' || operator === 'ne'
}

/** The text of a draft, and its problem; both are empty while the draft is incomplete. */
export function textOf(draft: PartDraft): { source: string; problem: string } {
  const { path, operator } = draft
  const literals = draft.values.map((value) => literalOf(path, value))
  const [first] = literals
  if (!path || (operator !== 'pr' && first === undefined)) return { source: '', problem: '' }
  const source = takesMany(draft)
    ? choiceText(path, operator === 'eq' ? 'in' : 'out', literals)
    : comparisonText(path, operator, first ?? null)
  const read = parseFilter(source, LOG_EVENTS)
  // The position is of no use: the text is not shown.
  return { source, problem: read.ok ? '' : (read.problems[0]?.message.replace(/ \(at \d+:\d+\)$/, '') ?? '') }
}

const LITERALS: Readonly<Record<string, (text: string) => Literal>> = {
  number: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
}

function literalOf(path: string, text: string): Literal {
  const type = LOG_EVENTS.attributes.get(path.toLowerCase())?.type ?? ''
  return LITERALS[type]?.(text) ?? text
}

/** The operators of an attribute, the most common first. */
export function operatorChoices(path: string): readonly Operator[] {
  return path ? operatorsOf(path, LOG_EVENTS) : ['eq', 'ne']
}

const FIRST = [
  'eventType',
  'actor.id',
  'target.id',
  'outcome.result',
  'severity',
  'client.ipAddress',
  'client.zone',
  'actor.type',
  'target.type',
  'actor.displayName',
  'target.displayName',
  'outcome.reason',
  'transaction.id',
]

type AttributeChoice = {
  value: string
  label: string
}

/** All attributes as options: the most used first, then the others by path. */
export function attributeChoices(): AttributeChoice[] {
  const paths = attributesOf(LOG_EVENTS, KNOWN_TO_LOG).map(({ path }) => path)
  const others = paths.filter((path) => !FIRST.includes(path)).sort((a, b) => a.localeCompare(b, 'en'))
  return [...FIRST, ...others].map((path) => {
    const words = attributeLabel(path)
    return { value: path, label: words === path ? path : `${words} · ${path}` }
  })
}
