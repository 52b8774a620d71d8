import { z } from 'zod'

/**
 * What a policy comes to for a person. `REGISTER`: people who are not known may register; `APPLY`: settings apply that neither let in nor keep
 * out; `CANNOT_TELL`: the context leaves open which rule applies, and no later one surely does.
 */
const DECISIONS = ['ALLOW', 'DENY', 'REGISTER', 'APPLY', 'NO_RULE', 'CANNOT_TELL'] as const
export type Decision = (typeof DECISIONS)[number]

const resultSchema = z.object({
  decision: z.enum(DECISIONS),
  /** How many factors people prove at least; null where the policy asks for none. */
  factors: z.int().nullable(),
  /** Short, such as "Allowed · 2 factors". */
  label: z.string(),
})
export type Result = z.output<typeof resultSchema>

/** What it comes to where more is known: the rule that would then apply, and what would have to be known. */
const alternativeSchema = resultSchema.extend({
  /** Follows "if" or "unless": "at high risk, from outside HQ". */
  when: z.string(),
  policyName: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
})
export type Alternative = z.output<typeof alternativeSchema>

/** What one policy type comes to for a sign-in, with how sure that is: the one verdict that every view tells. */
export const outcomeSchema = resultSchema
  .extend({
    /** One sentence without a full stop: "Allowed with two factors, unless at high risk (denied)". */
    text: z.string(),
    /** Whether nothing that the context leaves open would change what it comes to. */
    certain: z.boolean(),
    /** What it could be instead, in the order of the rules; those with the same effects, or that never decide, are left out. */
    alternatives: z.array(alternativeSchema),
  })
  .meta({ id: 'PolicyOutcome' })
export type Outcome = z.output<typeof outcomeSchema>

const ANSWERS = ['YES', 'NO', 'DEPENDS'] as const

/** One answer to the question that a simulation asks: whether the person gets in, and with what. */
export const answerSchema = z
  .object({
    /** `DEPENDS` where what the context leaves open changes whether the person gets in. */
    answer: z.enum(ANSWERS),
    /** One sentence: "Yes, with any two factors, every time." */
    text: z.string(),
    /** What there is to say beside it, each a sentence: "The session ends after 2 hours without activity." */
    details: z.array(z.string()),
    /** How many factors are proved at least; null where the answer is not yes, or about a token. */
    factors: z.int().nullable(),
    /** Whether nothing that the context leaves open would change the answer. */
    certain: z.boolean(),
  })
  .meta({ id: 'SignInAnswer' })
export type SignInAnswer = z.output<typeof answerSchema>
