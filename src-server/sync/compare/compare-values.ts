import { isObject } from '#contract/interface/schema-tree.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { itemRuleOf, ruleOf, type RuleNode } from './field-rules.ts'

/** How what one side says is told in the terms of the other: ids, alone and in the text of expressions. */
export interface Terms {
  id: (id: string, kinds: readonly SyncKind[]) => string
  expression: (source: string, dialect: NonNullable<RuleNode['expression']>) => string
}

/** Of two readings of one side, which call everything alike. */
export const SAME_TERMS: Terms = { id: (id) => id, expression: (source) => source }

/** Values that differ, by path; a list is one value. */
export interface ValueDifference {
  path: string
  ours: unknown
  theirs: unknown
}

/** Whether two values are the same by the rules of their kind; `theirs` in other terms. An absent field is as one that is null. */
export function isSame(rule: RuleNode | undefined, ours: unknown, theirs: unknown, terms: Terms): boolean {
  if (rule?.left) return true
  if (typeof theirs === 'string') return ours === textOf(rule, theirs, terms)
  if (Array.isArray(theirs)) return Array.isArray(ours) && isSameList(rule, ours, theirs, terms)
  if (!isObject(theirs)) return (ours ?? null) === (theirs ?? null)
  if (!isObject(ours)) return false
  for (const key of Object.keys(ours))
    if (!isSame(ruleOf(rule, key), ours[key], ownValue(theirs, key), terms)) return false
  for (const key of Object.keys(theirs))
    if (!Object.hasOwn(ours, key) && !isSame(ruleOf(rule, key), undefined, theirs[key], terms)) return false
  return true
}

/** WHY: names of fields come from outside, and some are those of what every object inherits. */
const ownValue = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined

/** Where two bodies differ. */
export function valueDifferences(
  rule: RuleNode | undefined,
  ours: unknown,
  theirs: unknown,
  terms: Terms,
  path = '',
): ValueDifference[] {
  if (isSame(rule, ours, theirs, terms)) return []
  if (!isObject(ours) || !isObject(theirs)) return [{ path, ours: ours ?? null, theirs: theirs ?? null }]
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  return [...keys].flatMap((key) =>
    valueDifferences(
      ruleOf(rule, key),
      ownValue(ours, key),
      ownValue(theirs, key),
      terms,
      path ? `${path}.${key}` : key,
    ),
  )
}

/** A value in other terms: the ids and expressions that its rules know. What is left out of comparisons comes along as it is. */
export function inTerms(rule: RuleNode | undefined, value: unknown, terms: Terms): unknown {
  if (rule?.left) return value
  if (typeof value === 'string') return textOf(rule, value, terms)
  if (Array.isArray(value)) return value.map((item) => inTerms(itemRuleOf(rule), item, terms))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inTerms(ruleOf(rule, key), inner, terms)]),
  )
}

function textOf(rule: RuleNode | undefined, text: string, terms: Terms): string {
  if (rule?.refersTo) return terms.id(text, rule.refersTo)
  return rule?.expression ? terms.expression(text, rule.expression) : text
}

function isSameList(rule: RuleNode | undefined, ours: readonly unknown[], theirs: readonly unknown[], terms: Terms) {
  if (ours.length !== theirs.length) return false
  const items = itemRuleOf(rule)
  const isSameInOrder = ours.every((value, at) => isSame(items, value, theirs[at], terms))
  if (isSameInOrder || !rule?.unordered) return isSameInOrder
  const left = ours.map((value) => canonicalText(items, value, SAME_TERMS)).sort()
  const right = theirs.map((value) => canonicalText(items, value, terms)).sort()
  return left.every((text, at) => text === right[at])
}

/** One text for all values that are the same. */
function canonicalText(rule: RuleNode | undefined, value: unknown, terms: Terms): string {
  return JSON.stringify(canonical(rule, value, terms))
}

function canonical(rule: RuleNode | undefined, value: unknown, terms: Terms): unknown {
  if (rule?.left) return null
  if (typeof value === 'string') return textOf(rule, value, terms)
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(itemRuleOf(rule), item, terms))
    return rule?.unordered ? items.map((item) => JSON.stringify(item)).sort() : items
  }
  if (!isObject(value)) return value ?? null
  const fields = Object.keys(value)
    .sort()
    .map((key) => [key, canonical(ruleOf(rule, key), value[key], terms)] as const)
  return fields.filter(([, inner]) => inner !== null)
}
