/**
 * Proofs over all sign-ins: what rules can never do. Pure, on the policy core; it computes for seconds, so it runs in a worker.
 *
 * A closed door: all code outside this folder imports from here, and a test holds it.
 */
export { proofFindings } from './proof-findings.ts'
export { rememberingProofs, type ProofSearch } from './remembered-proofs.ts'
export { SituationImpact } from './situations/situation-impact.ts'
export { deadRuleChanges } from './dead-rule-changes.ts'
export { exampleOf } from './rule-example.ts'
export type { Witness } from './witness.ts'
export { deadRuleProofs, ruleProofs } from './rule-proofs.ts'
export { inTime, timeLimit, TimeUpError, type Time, type TimeLimit } from './time-limit.ts'
export { invariantProver, rulesFor, type Breach, type Breaches, type Unasked } from './invariants.ts'
export { differences, personFact, personsExample, somebodysExample } from './breach-example.ts'
export { appsInScope } from './scope.ts'
export { repairsOf } from './repair/search.ts'
export { withEdit, type Edit } from './repair/edit.ts'
