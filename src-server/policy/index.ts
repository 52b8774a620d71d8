/**
 * The policy core: which policy and which rule decide for a person (spec/1 "Evaluation rules", spec/4 §1.9). Pure: the
 * same set and context give the same answer, here and in the renderer.
 */
export { compile, type CompiledSet } from './compile.ts'
export { decide, evaluate } from './evaluate.ts'
export { simulate, type SimulationOptions } from './simulation.ts'
export { explain } from './explain.ts'
export { describeActions, describeConditions, describeRule } from './describe.ts'
export { danglingReferences, findings } from './findings.ts'
export { referencesOf, type Reference, type ReferenceKind } from './references.ts'
export { compileReach, personMatches, type ReachConditions } from './reach.ts'
export { parseAddress, parseZoneAddress } from './address.ts'
export type * from './types.ts'
