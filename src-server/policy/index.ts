/**
 * The policy core: which policy and which rule decide for a person (spec/1 "Evaluation rules", spec/4 §1.9). Pure: the
 * same set and context give the same answer, here and in the renderer.
 *
 * A closed door: all code outside this folder imports from here, and a test holds it. What is not listed may change freely.
 */

// Evaluation: compile once per change, then decide, trace or simulate.
export { compile, createCompiler, type Compiler } from './evaluate/compile.ts'
export type { CompiledSet } from './evaluate/compiled.ts'
export { decide, evaluate } from './evaluate/evaluate.ts'
export { simulate } from './evaluate/simulation.ts'
export {
  compileAttributes,
  isAboutPersonAlone,
  readsOf,
  compileAudience,
  type AttributeConditions,
  type ConditionReads,
  type AudienceConditions,
} from './evaluate/audience.ts'
export { behaviorsOf, namesBehaviors } from './behaviors.ts'
export { NO, YES, type Truth } from './verdict.ts'
export type * from './types.ts'

// What a sign-in asks for next.
export { nextStep } from './sign-in/next-step.ts'
export { remembersDevices } from './sign-in/required-proofs.ts'
export type { Choice, MethodName, NextStep, SignInDemand, SignInState } from './sign-in/types.ts'

// What tokens and assertions say of a person.
export { claimsOf, relatedAskedByClaims, type ClaimsContext } from './claims/claims-of.ts'
export { groupFilter } from './claims/group-filter.ts'

// Text for people: explanations, sentences, parts of them.
export { explain } from './explain/explain.ts'
export { answerOf, tokenAnswer } from './explain/answer.ts'
export { factsOf, isClientAlone } from './prepared-context.ts'
export { DECISION_LABELS, decisionText, factorsWord, resultOf } from './explain/outcome.ts'
export { effectsOf } from './explain/effects.ts'
export {
  assure,
  type Candidate,
  type ChainAssurance,
  type ConstraintAssurance,
  type VerificationDemand,
} from './explain/assurance.ts'
export { assuranceText, chainAssuranceText, enableText } from './explain/assurance-text.ts'
export { describeActions, describeConditions } from './explain/describe.ts'
export { formatList, minutesText, uncapitalize } from './explain/labels.ts'

// Whether a sign-in comes to what is expected, and what many of them try.
export { judge, type Called } from './tests/judge.ts'
export { createCoverage } from './tests/coverage.ts'

// What an administrator should look at.
export { workspaceFinding, findings } from './findings/findings.ts'
export { unsatisfied } from './findings/unsatisfied.ts'
export { asksOnlyWho, demandOf, isBroad, KEPT_OUT, situationText } from './findings/demand.ts'

// What conditions come to for all sign-ins at once.
export {
  and,
  factsIn,
  freeFact,
  holdsIn,
  is,
  not,
  or,
  type Fact,
  type FactDetail,
  type Formula,
  type TextPattern,
} from './formula/formula.ts'
export { CLIENT_ALONE, SUBJECTS } from './formula/subjects.ts'
export { OTHER } from './formula/term.ts'
export { platformLabel } from './conditions/platform.ts'
export { textMatches } from './conditions/user-identifier.ts'
export { termsOf } from './conditions/index.ts'
export type { TermEnvironment } from './conditions/condition.ts'

// What has to hold of every sign-in.
export { isBroken, promisedBy, type Promised } from './invariants/promises.ts'
export { keptActions, type DecidingType } from './invariants/kept-actions.ts'
export { invariantSentence } from './invariants/sentence.ts'

// What a change of policies does to people.
export { Impact, type PersonContext } from './impact/impact.ts'
export { createSituationEffects } from './impact/situation-effect.ts'
export { nameOf as nameOfProspect, prospectsOf, type Prospect, type Prospects } from './impact/possible-outcomes.ts'
export { openKeys } from './impact/reachable.ts'
export type { OpenStep, Step } from './impact/steps.ts'
export { setChange, withSetChange, type SetChange } from './impact/set-change.ts'
export type { Side, Subject } from './impact/subjects.ts'

// Parts of policies: conditions, references to other objects, defaults, order, addresses.
export { conditionProblems } from './condition-problems.ts'
export { conditionPhrases, type Conditions } from './conditions/index.ts'
export { namesEveryone, peopleLists } from './conditions/people.ts'
export { referencedKind, referencesOf, referencesOfActions, type Reference, type ReferenceKind } from './references.ts'
export type { ActionsByType, SettingsByType } from './action-types.ts'
export {
  catchAllRule,
  completeActions,
  completeSettings,
  DEFAULT_RULE_NAME,
  withAddedConditions,
  withAddedPolicyConditions,
} from './defaults.ts'
export { prioritiesWith, PriorityError, prioritiesWithout, type Placement, type Ranked } from './priority.ts'
export { blockedBy, compileZones, networkAdmits, type CompiledZone } from './networks/zones.ts'
export { addressText, parseAddress, parseZoneAddress, type Address, type AddressRange } from './networks/address.ts'
export { zoneAddressProblem } from './networks/address-problem.ts'
