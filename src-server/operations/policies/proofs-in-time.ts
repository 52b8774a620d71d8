import { deadRuleProofs, ruleProofs, timeLimit, type ProofSearch } from '#analysis/index.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { TIME } from '#workers/time.ts'

const limited = () => timeLimit(LIMITS.questionMs, TIME)

/** Which rules can decide nothing, as far as that is decided in time. */
export const deadRulesInTime: ProofSearch = (lists, world) => deadRuleProofs(lists, world, limited())

/** All that is proved of rules, as far as that is decided in time. */
export const proofsInTime: ProofSearch = (lists, world) => ruleProofs(lists, world, limited())
