import type { Body } from '#contract/sync/definition.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { FIELD_RULES, itemRuleOf, ruleOf, type RuleNode } from '../compare/field-rules.ts'
import type { SyncObject } from '../snapshot.ts'

/** What the target says by itself of an object that is made: another one's is not sent along. */
const OF_THE_OTHER: ReadonlySet<string | undefined> = new Set(['derived', 'state'])

/** An object that is to be made, without what follows from something else at the source or has happened to it there. */
export function withoutState(object: SyncObject): SyncObject {
  const { id: where } = SYNCED_KINDS[object.kind]
  const isRelation = where !== null && typeof where === 'object'
  return isRelation ? object : { ...object, body: without(FIELD_RULES[object.kind], object.body) as Body }
}

function without(rule: RuleNode | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without(itemRuleOf(rule), item))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !OF_THE_OTHER.has(ruleOf(rule, key)?.left))
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(ruleOf(rule, key), inner)]))
}
