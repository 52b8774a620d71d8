import { z } from 'zod'
import { POLICY_TYPE_NAMES } from '../policy/policy-types.ts'

/**
 * What a change does to one person in one situation: a place, a risk, a device, and whatever else rules tell apart. The order is that of
 * concern.
 */
export const SITUATION_EFFECTS = [
  'ACCESS_LOST',
  'ACCESS_GAINED',
  'FACTORS_DROPPED',
  'FACTORS_ADDED',
  /** As many factors, but other ones. */
  'FACTORS_CHANGED',
  'SIGN_IN_SOONER',
  'SIGN_IN_LATER',
  'SETTINGS_CHANGED',
] as const
export type SituationEffect = (typeof SITUATION_EFFECTS)[number]
/** Names the people for whom it depends on what cannot be enumerated. */
export const UNDECIDED = 'UNDECIDED'

/** So many cases of each effect are told, those that most people are in. */
export const MOST_CASES = 20

const plural = (one: string, many: string) => ({ one, many })

/** What follows "1 person" and "2 people". */
export const SITUATION_WORDS: Readonly<Record<SituationEffect, { one: string; many: string }>> = {
  ACCESS_LOST: plural('loses access', 'lose access'),
  ACCESS_GAINED: plural('gains access', 'gain access'),
  FACTORS_DROPPED: plural('needs fewer factors', 'need fewer factors'),
  FACTORS_ADDED: plural('needs more factors', 'need more factors'),
  FACTORS_CHANGED: plural('needs other factors', 'need other factors'),
  SIGN_IN_SOONER: plural('signs in again sooner', 'sign in again sooner'),
  SIGN_IN_LATER: plural('signs in again later', 'sign in again later'),
  SETTINGS_CHANGED: plural('gets other settings', 'get other settings'),
}

const namedSchema = z.object({ id: z.string(), name: z.string() })
const ruleSchema = z.object({ policyId: z.string(), policyName: z.string(), ruleId: z.string(), ruleName: z.string() })

/** People for whom the same rules decide the same situations, before and after. */
const situationCaseSchema = z.object({
  policyType: z.enum(POLICY_TYPE_NAMES),
  /** The first of the applications or authorization servers, by name; empty where it is about every sign-in. */
  subjects: z.array(namedSchema),
  moreSubjects: z.int(),
  /** "from outside HQ, at high risk", each by itself one of the situations; empty where it is all of them. */
  situations: z.array(z.string()),
  moreSituations: z.int().meta({ description: 'Situations that those texts leave out' }),
  /** What it comes to, without a full stop: "Allowed with two factors". */
  before: z.string(),
  after: z.string(),
  /** The rules that decide; null where none does. */
  ruleBefore: ruleSchema.nullable(),
  ruleAfter: ruleSchema.nullable(),
  people: z.int(),
})
export type SituationCase = z.output<typeof situationCaseSchema>

const situationGroupSchema = z.object({
  effect: z.enum(SITUATION_EFFECTS),
  people: z.int(),
  always: z
    .int()
    .meta({ description: 'How many of them in every situation in which they get in, for one application at least' }),
  /** Person, application and situation counted each by itself. */
  cells: z.int(),
  cases: z.array(situationCaseSchema),
  moreCases: z.int(),
})

/** What a change does to every person in every situation that rules tell apart, exactly. */
export const situationImpactSchema = z
  .object({
    /** People for whom something changes in one situation at least, or for whom that cannot be told. */
    affected: z.int(),
    effects: z.array(situationGroupSchema),
    /** People for whom it depends on what cannot be enumerated, such as a part of an expression. */
    undecided: z.object({
      people: z.int(),
      /** On what, as a condition says it. */
      on: z.array(z.string()),
    }),
  })
  .meta({ id: 'SituationImpact' })
export type SituationImpact = z.output<typeof situationImpactSchema>
