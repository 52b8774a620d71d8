import { verdictsOn, type DeadRule } from '#analysis/dead-rules.ts'
import { askOfLists, type ProofWorld } from '#analysis/rule-batches.ts'
import type { RuleList } from '#analysis/rule-lists.ts'

/** The dead rules of some lists, without what else is proved of them. */
export const deadRules = (lists: readonly RuleList[], world: ProofWorld): DeadRule[] =>
  askOfLists(lists, world, (list) => [...verdictsOn(list)].filter((verdict) => 'why' in verdict))
