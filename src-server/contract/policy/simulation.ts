import { z } from 'zod'
import { OS_TYPES, RISK_DETECTION_TYPES } from './conditions.ts'
import { idListSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { answerSchema, outcomeSchema } from './outcome.ts'
import { POLICY_TYPE_NAMES } from './policy-types.ts'

/** Kleene's three values; UNDEFINED means that the context lacks what the condition needs (spec/4 §1.6). */
export const VERDICTS = ['MATCH', 'NOT_MATCH', 'UNDEFINED'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The types that the interface simulates, in the order of its answer. */
export const SIMULATED_TYPES = ['SVC_SIGN_ON', 'MFA_ENROLL', 'PROFILE_ENROLLMENT', 'ACCESS_POLICY'] as const

export const SIMULATION_EXPANSIONS = ['EVALUATED', 'RULE'] as const

const idsSchema = z.object({ ids: idListSchema })

const contextSchema = z.object({
  user: z.object({ id: idSchema }).nullish(),
  groups: idsSchema.nullish(),
  ip: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' }).nullish(),
  zones: idsSchema.nullish(),
  risk: z.object({ level: z.enum(['LOW', 'MEDIUM', 'HIGH']) }).nullish(),
  device: z
    .object({
      platform: z.enum(OS_TYPES).nullish(),
      registered: z.boolean().nullish(),
      managed: z.boolean().nullish(),
      assuranceId: idSchema.nullish(),
    })
    .nullish(),
})

type Who = Pick<z.output<typeof contextSchema>, 'user' | 'groups'>
const peopleIn = ({ user, groups }: Who) => [user, groups?.ids.length].filter(Boolean).length

const onlyOnePlace = ({ ip, zones }: Pick<z.output<typeof contextSchema>, 'ip' | 'zones'>) => !ip || !zones?.ids.length
const ONLY_ONE_PLACE = { path: ['ip'], error: 'give either ip or zones.ids, not both' }

/** The hypothetical sign-in. Fields that the context leaves out make conditions UNDEFINED, never false. */
const policyContextSchema = contextSchema
  .refine((context) => peopleIn(context) === 1, {
    path: ['user'],
    error: 'give either user.id or groups.ids, and only one',
  })
  .refine(onlyOnePlace, ONLY_ONE_PLACE)
  .meta({ id: 'PolicyContext' })
export type PolicyContext = z.output<typeof policyContextSchema>

const request = z.object({
  policyTypes: z.array(z.enum(SIMULATED_TYPES)).nullish(),
  appInstance: idSchema,
  policyContext: policyContextSchema,
})

/** One object; a list of one is taken too, because a published client sends that (spec/4 §1.6). */
export const simulationRequestSchema = z
  .preprocess((body) => (Array.isArray(body) && body.length === 1 ? body[0] : body), request)
  .meta({ id: 'SimulationRequest' })

const conditionSchema = z.object({ type: z.string(), status: z.enum(VERDICTS) })
const simulatedRuleSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  status: z.enum(VERDICTS),
  conditions: z.array(conditionSchema),
})
const simulatedPolicySchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(VERDICTS),
  conditions: z.array(conditionSchema),
  rules: z.array(simulatedRuleSchema),
})
const listed = z.object({ policies: z.array(simulatedPolicySchema) })

export const simulationSchema = z
  .object({
    evaluation: z.array(
      z.object({
        policyType: z.enum(SIMULATED_TYPES),
        status: z.enum(VERDICTS).nullable(),
        result: listed,
        undefined: listed,
        evaluated: listed,
      }),
    ),
  })
  .meta({ id: 'Simulation' })
export type Simulation = z.output<typeof simulationSchema>

const levelSchema = z.enum(['LOW', 'MEDIUM', 'HIGH'])

/** Routing is explained from what was typed, and a client that asks for itself asks for no person. */
const needsNoPerson = ({ identifier, grantType }: { identifier?: string | null; grantType?: string | null }) =>
  Boolean(identifier) || grantType === 'client_credentials'

/** What conditions of the types that the interface does not simulate look at, beside the interface's own context. */
const explanationContextSchema = contextSchema
  .extend({
    /** What the person typed to sign in; a known person's login when absent. Routing is explained from it alone (spec/5 decision 8). */
    identifier: z.string().min(1).max(255).nullish(),
    authType: z.enum(['ANY', 'LDAP_INTERFACE']).nullish(),
    /** The provider that vouched for the person: this service, or another by its id. */
    identityProvider: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('SVC') }),
        z.object({ type: z.literal('IDP'), id: idSchema }),
      ])
      .nullish(),
    /** Ids of behaviors that were detected; an empty list says that none was. */
    behaviors: z.array(idSchema).max(LIMITS.conditionEntries).nullish(),
    entityRisk: z.object({ level: levelSchema }).nullish(),
    riskDetections: z.array(z.enum(RISK_DETECTION_TYPES)).nullish(),
    authorizationServerId: idSchema.nullish(),
    clientId: idSchema.nullish(),
    grantType: z.string().min(1).max(255).nullish(),
    scopes: z.array(z.string().min(1).max(255)).max(LIMITS.conditionEntries).nullish(),
  })
  .refine((context) => peopleIn(context) === 1 || (peopleIn(context) === 0 && needsNoPerson(context)), {
    path: ['user'],
    error: 'give either user.id or groups.ids, and only one; or an identifier, or the grant type client_credentials',
  })
  .refine(onlyOnePlace, ONLY_ONE_PLACE)
  .meta({ id: 'ExplanationContext' })
export type ExplanationContext = z.output<typeof explanationContextSchema>

const { user: _user, groups: _groups, ...situation } = explanationContextSchema.shape
/** All of a sign-in but whose it is. */
export const signInSituationSchema = z
  .object(situation)
  .refine(onlyOnePlace, ONLY_ONE_PLACE)
  .meta({ id: 'SignInSituation' })
export type SignInSituation = z.output<typeof signInSituationSchema>

/** Gatehouse's own request: every type, application optional, more of the context. */
export const explanationRequestSchema = z
  .object({
    policyTypes: z.array(z.enum(POLICY_TYPE_NAMES)).nullish(),
    appInstance: idSchema.nullish(),
    policyContext: explanationContextSchema,
  })
  .meta({ id: 'ExplanationRequest' })

/** One condition's verdict with its evidence; `parts` are sub-expressions, deepest last. */
export interface ConditionExplanation {
  /** Such as `people.groups.include`. */
  path: string
  status: Verdict
  /** The value that the condition requires, with names in place of ids where they are known. */
  expected: string
  /** The value that the context holds. */
  actual: string
  /** For UNDEFINED: the field of the context that would decide it, such as `policyContext.ip`. */
  missing: string | null
  parts: ConditionExplanation[]
}
const conditionExplanationSchema: z.ZodType<ConditionExplanation> = z
  .object({
    path: z.string(),
    status: z.enum(VERDICTS),
    expected: z.string(),
    actual: z.string(),
    missing: z.string().nullable(),
    parts: z.array(z.lazy(() => conditionExplanationSchema)),
  })
  .meta({ id: 'ConditionExplanation' })

/** The smallest change of the request that makes a rule match. */
export const counterfactualSchema = z
  .object({
    /** One sentence. */
    summary: z.string(),
    /** The changes; empty where only the person or the policy could change. */
    changes: z.array(
      z.object({
        /** Path in the request, such as `policyContext.risk`; `appInstance` for the application. */
        path: z.string(),
        /** The new value at the path; null removes it. */
        value: z.unknown(),
        text: z.string(),
      }),
    ),
    /** Whether the rule matches when it is evaluated again with the changes. */
    verified: z.boolean(),
  })
  .meta({ id: 'Counterfactual' })
export type Counterfactual = z.output<typeof counterfactualSchema>

const explainedRule = z.object({
  id: z.string(),
  name: z.string(),
  priority: z.int(),
  system: z.boolean(),
  status: z.enum(VERDICTS),
  conditions: z.array(conditionExplanationSchema),
  /** Null where the rule matches. */
  counterfactual: counterfactualSchema.nullable(),
})

/** A policy that was reached, in scan order. */
const explainedPolicySchema = z.object({
  id: z.string(),
  name: z.string(),
  priority: z.int(),
  system: z.boolean(),
  status: z.enum(VERDICTS),
  conditions: z.array(conditionExplanationSchema),
  rules: z.array(explainedRule),
})

/** The verdict for one type, the whole path to it, and its effects as text. */
export const explanationSchema = z
  .object({
    policyType: z.enum(POLICY_TYPE_NAMES),
    status: z.enum(VERDICTS),
    /** One sentence: the verdict and its reason. */
    summary: z.string(),
    outcome: outcomeSchema,
    matched: z
      .object({
        policyId: z.string(),
        policyName: z.string(),
        ruleId: z.string(),
        ruleName: z.string(),
        actions: z.record(z.string(), z.unknown()),
        /** The effect of the rule, one sentence an item. */
        effects: z.array(z.string()),
      })
      .nullable(),
    path: z.array(explainedPolicySchema),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.output<typeof explanationSchema>

/** The whole answer: first whether it is refused before any policy, and why no sign-in comes so far, then the verdict of each type. */
export const explanationReplySchema = z
  .object({
    /** The blocklisted zone that holds the address, if one does; the verdicts are as if it did not (spec/4 §1.9.3). */
    blockedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Why no sign-in reaches the policies, such as a person who is suspended; the verdicts are as if one did (spec/5 decision 8). */
    unreached: z.array(z.string()),
    /** Whether the person gets in, and with what: what routing, the global session and the application come to together. */
    answer: answerSchema,
    explanations: z.array(explanationSchema),
  })
  .meta({ id: 'ExplanationReply' })
export type ExplanationReply = z.output<typeof explanationReplySchema>

/** A sign-in before a change that was tried and taken back, and after it. */
export const changeExplanationSchema = z
  .object({ before: explanationReplySchema, after: explanationReplySchema })
  .meta({ id: 'ChangeExplanation' })
export type ChangeExplanation = z.output<typeof changeExplanationSchema>
