import { z } from 'zod'
import { invariantImpactSchema } from './invariant.ts'
import { wholeNumberSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { POLICY_TYPE_NAMES } from '../policy/policy-types.ts'
import { MOST_CASES, SITUATION_EFFECTS, situationImpactSchema, UNDECIDED } from './situation-impact.ts'

/**
 * What a change does to a person, with everything but the person unknown. *Surely*: in every case that there is; the `MAY_…` effects
 * depend on what is not known, such as a network or a risk level, which the texts of their cases name. The order is that of concern.
 */
export const IMPACT_EFFECTS = [
  /** Could get in, in some case at least; cannot afterwards, in any. */
  'LOSES_ACCESS',
  'MAY_LOSE_ACCESS',
  /** Could not get in; can afterwards, in every case. */
  'GAINS_ACCESS',
  'MAY_GAIN_ACCESS',
  'FEWER_FACTORS',
  'MORE_FACTORS',
  /** As many factors at least, but in other cases, or other ones. */
  'DEPENDS',
  /** Gets in as before; other settings apply, such as the length of the session. */
  'OTHER_SETTINGS',
] as const
export type ImpactEffect = (typeof IMPACT_EFFECTS)[number]
const effectSchema = z.enum(IMPACT_EFFECTS)

/** What the people of a review are listed by: an effect with all but the person unknown, or one in situations. */
const LISTED_EFFECTS = [...IMPACT_EFFECTS, ...SITUATION_EFFECTS, UNDECIDED] as const
export type ListedEffect = (typeof LISTED_EFFECTS)[number]

const same = (text: string) => ({ one: text, many: text })

/** What follows "1 person" and "2 people". */
export const IMPACT_WORDS: Readonly<Record<ImpactEffect, { one: string; many: string }>> = {
  LOSES_ACCESS: { one: 'loses access', many: 'lose access' },
  MAY_LOSE_ACCESS: same('may lose access, depending on the sign-in'),
  GAINS_ACCESS: { one: 'gains access', many: 'gain access' },
  MAY_GAIN_ACCESS: same('may gain access, depending on the sign-in'),
  FEWER_FACTORS: { one: 'needs fewer factors', many: 'need fewer factors' },
  MORE_FACTORS: { one: 'needs more factors', many: 'need more factors' },
  DEPENDS: same('may be decided otherwise, depending on the sign-in'),
  OTHER_SETTINGS: { one: 'gets other settings', many: 'get other settings' },
}

const namedSchema = z.object({ id: z.string(), name: z.string() })

/** People for whom the same policies come to the same words, before and after. */
const impactCaseSchema = z.object({
  policyType: z.enum(POLICY_TYPE_NAMES),
  /** The first of the applications or authorization servers that it is about, by name; empty where it is about every sign-in. */
  subjects: z.array(namedSchema),
  /** How many more of them there are. */
  moreSubjects: z.int(),
  /** One sentence without a full stop: "Allowed with two factors". */
  before: z.string(),
  after: z.string(),
  /** Where there are very many cases, at least so many. */
  people: z.int(),
})

const effectGroupSchema = z.object({
  effect: effectSchema,
  people: z.int(),
  /** The first of them by name. */
  sample: z.array(namedSchema),
  /** The cases that most people are in, the largest first. */
  cases: z.array(impactCaseSchema),
  /** How many more cases there are; of very many some may be told alike. */
  moreCases: z.int(),
})

/** Who is affected by a change that was tried and taken back. */
export const changeReviewSchema = z
  .object({
    id: z
      .string()
      .meta({ description: 'Lists the people for some minutes: `/gatehouse/v1/change-reviews/{id}/people`' }),
    /** People who were looked at: all but deactivated ones, also those who are suspended or locked out now. */
    considered: z.int(),
    /** How many of them the change affects in any way. */
    affected: z.int(),
    /** The effects that there are, in order of concern; a person may be in several, by different applications. */
    effects: z.array(effectGroupSchema),
    /** The same for every situation, exactly. Absent where people change, not policies, and in what older programs stored. */
    situations: situationImpactSchema.optional(),
    /** What else the change does, each a sentence. */
    notes: z.array(z.string()),
    /** Which rules never apply once it is made, and why, and which can again, each a sentence. Absent where that was not looked for. */
    rules: z.array(z.string()).optional(),
    invariants: invariantImpactSchema
      .optional()
      .meta({ description: 'What it makes of the invariants of the workspace; absent: there are none' }),
  })
  .meta({ id: 'ChangeReview' })
export type ChangeReview = z.output<typeof changeReviewSchema>

/**
 * People who surely lose access: with all but the person unknown, or in every situation in which they got in so far. Such a change is
 * confirmed by a name that is typed.
 */
export const losingAccess = ({ effects, situations }: Pick<ChangeReview, 'effects' | 'situations'>): number =>
  Math.max(
    effects.find(({ effect }) => effect === 'LOSES_ACCESS')?.people ?? 0,
    situations?.effects.find(({ effect }) => effect === 'ACCESS_LOST')?.always ?? 0,
  )

/** Whose policies an import would change. */
export const importReviewSchema = changeReviewSchema
  .extend({
    rows: z
      .object({ changing: z.int(), judged: z.int() })
      .meta({ description: 'Rows that change something, and how many of them, from the first one on, were judged' }),
  })
  .meta({ id: 'DirectoryImportReview' })
export type ImportReview = z.output<typeof importReviewSchema>

const textsSchema = z.record(z.string().max(LIMITS.nameLength), z.string().max(LIMITS.pathParameterLength)).default({})

/** The name, conditions and actions of a rule, and its `priority` where a step moves it. WHY so loose: what a tool is told of it has to be short. */
const replacedRuleSchema = z.record(z.string(), z.unknown())
export type ReplacedRule = z.output<typeof replacedRuleSchema>

/** An operation that is a part of a change. */
export const reviewStepSchema = <const Operations extends readonly [string, ...string[]]>(operations: Operations) =>
  z.object({
    operation: z.enum(operations).meta({ description: 'The `operationId` of the change' }),
    params: textsSchema.meta({ description: 'What stands in the placeholders of its path' }),
    query: textsSchema.meta({ description: 'Its query parameters' }),
    body: z.unknown().optional().meta({ description: 'Its body' }),
    replaces: replacedRuleSchema
      .optional()
      .meta({ description: 'Of `replaceRule`: the rule as it was; refused if it is not' }),
  })

/** A change, as the operations that would make it, one after the other. */
export const reviewRequestSchema = <const Operations extends readonly [string, ...string[]]>(operations: Operations) =>
  z
    .object({ steps: z.array(reviewStepSchema(operations)).min(1).max(LIMITS.reviewSteps) })
    .meta({ id: 'ChangeReviewRequest' })

/** Which of the people of a review to list. */
export const reviewedPeopleQuery = {
  effect: z.enum(LISTED_EFFECTS),
  case: wholeNumberSchema(0, MOST_CASES - 1)
    .optional()
    .meta({ description: 'Only those of one case of the effect: its place among `cases`, from 0' }),
}

/** A person whom a change affects. */
export const reviewedPersonSchema = z
  .object({ id: z.string(), name: z.string(), login: z.string() })
  .meta({ id: 'ReviewedPerson' })
export type ReviewedPerson = z.output<typeof reviewedPersonSchema>

/** The same, with the cases of the effect that the person is in. */
export const personInCasesSchema = reviewedPersonSchema
  .extend({
    cases: z.array(z.int()).optional().meta({
      description:
        'Places among the `cases` of the effect; empty for one in further cases alone. Absent where people are not listed by case',
    }),
  })
  .meta({ id: 'PersonInCases' })
export type PersonInCases = z.output<typeof personInCasesSchema>
