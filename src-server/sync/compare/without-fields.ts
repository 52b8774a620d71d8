import { isObject } from '#contract/interface/schema-tree.ts'
import type { FieldRule } from '#contract/sync/definition.ts'
import { itemRuleOf, ruleOf, type RuleNode } from './field-rules.ts'

type Reason = NonNullable<FieldRule['left']>

/** A value without the fields that its rules leave out of comparisons for one of some reasons. */
export function withoutFields(rule: RuleNode | undefined, value: unknown, reasons: ReadonlySet<Reason>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutFields(itemRuleOf(rule), item, reasons))
  if (!isObject(value)) return value
  const isKept = (key: string) => {
    const reason = ruleOf(rule, key)?.left
    return reason === undefined || !reasons.has(reason)
  }
  const kept = Object.entries(value).filter(([key]) => isKept(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutFields(ruleOf(rule, key), inner, reasons)]))
}
