import { LIMITS } from '#contract/interface/limits.ts'
import { deadRulesIn, type DeadRule } from './dead-rules.ts'
import { needlessIn, type Needless } from './needless.ts'
import { askOfLists, type ProofWorld } from './rule-batches.ts'
import type { RuleInPlace, RuleList, RulePart } from './rule-lists.ts'

/** What is proved of a rule over all sign-ins, with what the proof names. */
export interface RuleProof {
  at: RuleInPlace
  kind: DeadRule['why']['kind'] | Needless['kind']
  /** Conditions of the rule or of its policy. */
  parts: readonly RulePart[]
  /** Rules before it. */
  before: readonly RuleInPlace[]
  /** Rules after it. */
  after: readonly RuleInPlace[]
}

const deadProof = ({ at, why }: DeadRule): RuleProof => ({
  ...{ at, kind: why.kind, parts: [], before: [], after: [] },
  ...(why.kind === 'contradictory' ? { parts: why.parts } : { before: why.by }),
})

/** Which rules can decide nothing, and no more: what a person waits for while typing. */
export const deadRuleProofs = (lists: readonly RuleList[], world: ProofWorld): RuleProof[] =>
  askOfLists(lists, world, (list) => deadRulesIn(list).dead.map(deadProof))

/**
 * All that is proved of the rules of some lists: which can decide nothing, and in lists of up to {@link LIMITS.needlessRules}, what could be left out
 * without a change.
 */
export const ruleProofs = (lists: readonly RuleList[], world: ProofWorld): RuleProof[] =>
  askOfLists(lists, world, (list, number) => {
    const { dead, examples } = deadRulesIn(list)
    const isShort = list.rules.length <= LIMITS.needlessRules
    const needless = isShort ? needlessIn(list, examples, `${number}`) : []
    return [...dead.map(deadProof), ...needless.map((each): RuleProof => ({ parts: [], before: [], ...each }))]
  })
