import { z } from 'zod'
import { descriptionSchema, lineSchema, momentSchema, nameOfLength } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { answerSchema, outcomeSchema } from '../policy/outcome.ts'
import { POLICY_TYPE_NAMES, type PolicyType } from '../policy/policy-types.ts'
import { explanationRequestSchema, VERDICTS } from '../policy/simulation.ts'

/** A policy test: a sign-in, and what it has to come to. */

const namedSchema = lineSchema().min(1).max(LIMITS.nameLength)

/** What one type of policy has to come to; what is left out may be anything. */
const expectedVerdictSchema = z
  .strictObject({
    policyType: z.enum(POLICY_TYPE_NAMES),
    policy: namedSchema.optional().meta({ description: 'The policy that decides, by its name or id' }),
    rule: namedSchema.optional().meta({ description: 'The rule that decides, by its name or id' }),
    decision: outcomeSchema.shape.decision.optional(),
    factors: z
      .int()
      .min(0)
      .max(LIMITS.chainSteps)
      .nullish()
      .meta({ description: 'How many factors people prove at least; null: none is asked for' }),
    status: z.enum(VERDICTS).optional(),
  })
  .refine((expected) => EXPECTED_FIELDS.some((field) => expected[field] !== undefined), {
    path: ['decision'],
    error: 'say at least one of policy, rule, decision, factors and status',
  })
  .meta({ id: 'ExpectedVerdict' })
export type ExpectedVerdict = z.output<typeof expectedVerdictSchema>

/** What can be expected of a type of policy, in the order in which it is told. */
export const EXPECTED_FIELDS = ['policy', 'rule', 'decision', 'factors', 'status'] as const

const typesOnce = (verdicts: readonly { policyType: PolicyType }[]) =>
  new Set(verdicts.map(({ policyType }) => policyType)).size === verdicts.length

const expectedSchema = z
  .strictObject({
    answer: answerSchema.shape.answer
      .optional()
      .meta({ description: 'Whether the person gets in, as a simulation answers' }),
    verdicts: z
      .array(expectedVerdictSchema)
      .max(POLICY_TYPE_NAMES.length)
      .refine(typesOnce, 'must not name the same type of policy twice')
      .default([]),
  })
  .refine(({ answer, verdicts }) => answer !== undefined || verdicts.length > 0, {
    path: ['answer'],
    error: 'say at least what the answer has to be, or what one type of policy has to come to',
  })
  .meta({ id: 'PolicyTestExpectation' })
export type PolicyTestExpectation = z.output<typeof expectedSchema>

export const policyTestWriteSchema = z
  .strictObject({
    name: nameOfLength(LIMITS.nameLength),
    description: descriptionSchema,
    request: explanationRequestSchema.meta({
      description:
        'The sign-in, as of a simulation. What that names by an id can have its name here: the login of a person, the label of an application, the name of a group or a zone',
    }),
    expect: expectedSchema,
  })
  .meta({ id: 'PolicyTestWrite' })
export type PolicyTestWrite = z.output<typeof policyTestWriteSchema>

export const policyTestSchema = policyTestWriteSchema
  .extend({ id: z.string(), created: momentSchema, lastUpdated: momentSchema })
  .meta({ id: 'PolicyTest' })
export type PolicyTest = z.output<typeof policyTestSchema>

export const policyTestRunRequestSchema = z
  .object({
    ids: z
      .array(z.string().min(1).max(LIMITS.idLength))
      .max(LIMITS.policyTests)
      .optional()
      .meta({ description: 'Which tests; absent: all' }),
  })
  .meta({ id: 'PolicyTestRunRequest' })

/** One expectation, with what came. */
const checkSchema = z.object({
  /** Null: the answer. */
  policyType: z.enum(POLICY_TYPE_NAMES).nullable(),
  field: z.enum(['answer', ...EXPECTED_FIELDS]),
  passed: z.boolean(),
  expected: z.string(),
  actual: z.string(),
  /** One sentence: "Global session, rule: expected “Contractors”, found “Everyone”." */
  text: z.string(),
})
export type PolicyTestCheck = z.output<typeof checkSchema>

const resultSchema = z.object({
  /** Null for a case of a file. */
  id: z.string().nullable(),
  name: z.string(),
  passed: z.boolean(),
  /** Why the sign-in could not be simulated, a sentence; null where it could. */
  problem: z.string().nullable(),
  checks: z.array(checkSchema),
  /** Why it came so, for each type of policy that came otherwise than expected: the sentence that a simulation says. */
  reasons: z.array(z.object({ policyType: z.enum(POLICY_TYPE_NAMES).nullable(), text: z.string() })),
  /** The sign-in with ids in place of names; null where that was not possible. */
  request: explanationRequestSchema.nullable(),
  /** What the same would expect that passes now; null where it could not be simulated. */
  now: expectedSchema.nullable(),
})
export type PolicyTestResult = z.output<typeof resultSchema>

const uncoveredSchema = z.object({
  policyType: z.enum(POLICY_TYPE_NAMES),
  policyId: z.string(),
  policyName: z.string(),
  /** Null: the conditions of the policy itself. */
  ruleId: z.string().nullable(),
  ruleName: z.string().nullable(),
  /** Whether a test is decided by the rule; null for a policy itself. */
  decides: z.boolean().nullable(),
  /** Conditions that no test meets, or none fails to meet. */
  conditions: z.array(z.object({ path: z.string(), met: z.boolean(), unmet: z.boolean() })),
})
export type UncoveredRule = z.output<typeof uncoveredSchema>

const shareSchema = z.object({ covered: z.int(), total: z.int() })

/** Which active rules and conditions the tests of a run have tried. */
const policyTestCoverageSchema = z
  .object({
    /** Rules that decide in a test, of those that are active and can be reached. */
    rules: shareSchema,
    /** Conditions that one test meets and another does not. */
    conditions: shareSchema,
    /** What is not covered, in the order in which policies are looked at. */
    uncovered: z.array(uncoveredSchema),
    /** How many more there are. */
    more: z.int(),
  })
  .meta({ id: 'PolicyTestCoverage' })
export type PolicyTestCoverage = z.output<typeof policyTestCoverageSchema>

export const policyTestRunSchema = z
  .object({
    passed: z.int(),
    failed: z.int(),
    results: z.array(resultSchema),
    coverage: policyTestCoverageSchema,
  })
  .meta({ id: 'PolicyTestRun' })
export type PolicyTestRun = z.output<typeof policyTestRunSchema>
