/**
 * The policy core: which policy and which rule decide for a person (spec/1 "Evaluation rules", spec/4 §1.9). Pure: the
 * same set and context give the same answer, here and in the renderer.
 */
export { compile, type CompiledSet } from './compile.ts'
export { decide, evaluate } from './evaluate.ts'
export { simulate, type SimulationOptions } from './simulation.ts'
export { explain } from './explain.ts'
export { assure, type Assurance, type AssuranceDemand, type Candidate, type ConstraintAssurance } from './assurance.ts'
export { assuranceInWords, enableInWords } from './assurance-words.ts'
export { describeActions, describeConditions, describeRule } from './describe.ts'
export { ruleSentence } from './sentence.ts'
export { findings } from './findings.ts'
export { referencesOf, referencesOfActions, type Reference, type ReferenceKind } from './references.ts'
export { checkPattern, conditionProblems, type ConditionProblem } from './condition-problems.ts'
export { compileReach, personMatches, type ReachConditions } from './reach.ts'
export { blockedBy } from './zones.ts'
export { parseAddress, parseZoneAddress } from './address.ts'
export type * from './types.ts'
