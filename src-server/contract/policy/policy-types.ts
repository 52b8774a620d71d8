import { z } from 'zod'
import * as actions from './actions.ts'
import {
  EVERYONE,
  EVERYONE_ELSEWHERE,
  POLICY_CONDITIONS,
  RULE_CONDITIONS,
  type PolicyConditionKey,
  type RuleConditionKey,
  type RuleConditions,
} from './conditions.ts'
import { enrollmentSettingsSchema, passwordSettingsSchema } from './settings.ts'

/** `v1`: one gapless list from 1 with the default last. `v2`: numbers from 0 with gaps, catch-all at 99 (spec/4 §1.4). */
export type PriorityScheme = 'v1' | 'v2'

/**
 * How a policy of the type is found: by going down the priorities, through the application's mapping, as the only one of
 * its type, or by going down the priorities of one authorization server.
 */
export type Selection = 'priority' | 'app' | 'single' | 'server'

/** The collection that policies of the type are made in. */
type PolicyParent = 'policies' | 'authorizationServers'

interface PolicyTypeDefinition {
  readonly ruleType: string
  /** How the audit log spells it (spec/4 §3.3). */
  readonly loggedAs: string
  /** What administrators call it. */
  readonly label: string
  /** One sentence: what the type decides, and when. */
  readonly description: string
  readonly engine: 'both' | 'identity'
  readonly parent: PolicyParent
  readonly selection: Selection
  readonly priorityScheme: PriorityScheme
  readonly idKind: 'policy' | 'ruleSet'
  readonly ruleIdKind: 'policyRule' | 'ruleSetRule'
  readonly policyConditions: readonly PolicyConditionKey[]
  readonly ruleConditions: readonly RuleConditionKey[]
  /** Null where the type has no policy-level settings. */
  readonly settings: z.ZodType | null
  readonly actions: z.ZodType
  /** Whether a request may leave `actions` out, because every part has a default. */
  readonly actionsOptional: boolean
  /** Whether POST /policies and DELETE are offered for the type. */
  readonly creatable: boolean
  readonly maxRules: number | null
  readonly maxPolicies: number | null
  /** Whether a rule's default is called by the v2 name, and is made with each new policy (spec/4 §1.9.11). */
  readonly catchAllPerPolicy: boolean
}

const ordered = {
  engine: 'both',
  parent: 'policies',
  selection: 'priority',
  priorityScheme: 'v1',
  idKind: 'policy',
  ruleIdKind: 'policyRule',
  settings: null,
  actionsOptional: false,
  creatable: true,
  maxRules: null,
  maxPolicies: null,
  catchAllPerPolicy: false,
} as const

const mapped = {
  ...ordered,
  engine: 'identity',
  selection: 'app',
  priorityScheme: 'v2',
  idKind: 'ruleSet',
  ruleIdKind: 'ruleSetRule',
  policyConditions: [],
  catchAllPerPolicy: true,
} as const

/**
 * What each type of policy allows (spec/1 "Policy types", spec/4 §1.1–1.4). Schemas, validation, the evaluator, the
 * forms and the OpenAPI document all read this table; a type is added here and nowhere else.
 */
export const POLICY_TYPES = {
  SVC_SIGN_ON: {
    ...ordered,
    ruleType: 'SIGN_ON',
    loggedAs: 'SvcSignOn',
    label: 'Global session policy',
    description: 'Whether a person may sign in, with which first factor, and how long the session lives.',
    policyConditions: ['people'],
    ruleConditions: ['people', 'network', 'authContext', 'riskScore', 'risk', 'identityProvider'],
    actions: z.strictObject({ signon: actions.signOnActionSchema }),
  },
  PASSWORD: {
    ...ordered,
    ruleType: 'PASSWORD',
    loggedAs: 'Password',
    label: 'Password policy',
    description: 'How strong a password must be, when it expires, and what people may do about it themselves.',
    policyConditions: ['people', 'authProvider'],
    ruleConditions: ['people', 'network'],
    settings: passwordSettingsSchema,
    actions: actions.passwordActionsSchema,
    actionsOptional: true,
  },
  MFA_ENROLL: {
    ...ordered,
    ruleType: 'MFA_ENROLL',
    loggedAs: 'AuthEnroll',
    label: 'Authenticator enrollment policy',
    description: 'Which authenticators people may or must set up, and when they are asked to.',
    policyConditions: ['people', 'network', 'app'],
    ruleConditions: ['people', 'network', 'app'],
    settings: enrollmentSettingsSchema,
    actions: actions.enrollActionSchema,
  },
  IDP_DISCOVERY: {
    ...ordered,
    ruleType: 'IDP_DISCOVERY',
    loggedAs: 'IdpDiscovery',
    label: 'Identity provider routing policy',
    description: 'Which identity provider a person is sent to before they sign in.',
    policyConditions: [],
    ruleConditions: ['network', 'platform', 'userIdentifier', 'app'],
    actions: actions.idpActionSchema,
    creatable: false,
  },
  ACCESS_POLICY: {
    ...mapped,
    ruleType: 'ACCESS_POLICY',
    loggedAs: 'AccessPolicy',
    label: 'Authentication policy',
    description: 'What a person must prove before an application that is mapped to the policy lets them in.',
    ruleConditions: ['people', 'userType', 'network', 'device', 'platform', 'riskScore', 'elCondition'],
    actions: z.strictObject({ appSignOn: actions.appSignOnActionSchema }),
    maxRules: 100,
    maxPolicies: 5_000,
  },
  PROFILE_ENROLLMENT: {
    ...mapped,
    ruleType: 'PROFILE_ENROLLMENT',
    loggedAs: 'ProfileEnrollment',
    label: 'Profile enrollment policy',
    description: 'What a new person must tell about themselves before they can use an application.',
    ruleConditions: [],
    actions: actions.profileEnrollmentActionSchema,
    maxRules: 1,
    maxPolicies: 500,
  },
  POST_AUTH_SESSION: {
    ...mapped,
    selection: 'single',
    ruleType: 'POST_AUTH_SESSION',
    loggedAs: 'PostAuthSession',
    label: 'Post auth session policy',
    description: 'What happens when a running session no longer satisfies the policies.',
    ruleConditions: ['people'],
    actions: actions.postAuthSessionActionSchema,
    creatable: false,
    catchAllPerPolicy: false,
  },
  ENTITY_RISK: {
    ...mapped,
    selection: 'single',
    ruleType: 'ENTITY_RISK',
    loggedAs: 'EntityRisk',
    label: 'Entity risk policy',
    description: 'What happens when the risk of a person changes.',
    ruleConditions: ['people', 'entityRisk', 'riskDetectionTypes'],
    actions: actions.entityRiskActionSchema,
    creatable: false,
    catchAllPerPolicy: false,
  },
  OAUTH_AUTHORIZATION_POLICY: {
    ...ordered,
    parent: 'authorizationServers',
    selection: 'server',
    ruleType: 'RESOURCE_ACCESS',
    loggedAs: 'OAuthAuthorizationPolicy',
    label: 'OAuth authorization policy',
    description:
      'Which tokens an authorization server gives to a client, for whom, with which scopes and for how long.',
    policyConditions: ['clients'],
    ruleConditions: ['people', 'grantTypes', 'scopes'],
    actions: z.strictObject({ token: actions.tokenActionSchema.prefault({}) }),
  },
} as const satisfies Record<string, PolicyTypeDefinition>

export type PolicyType = keyof typeof POLICY_TYPES
export const POLICY_TYPE_NAMES = Object.keys(POLICY_TYPES) as [PolicyType, ...PolicyType[]]

/** The definition of a type, seen through the common interface. */
export function policyType(type: PolicyType): PolicyTypeDefinition {
  return POLICY_TYPES[type]
}

/** `CONTINUOUS_ACCESS` is the deprecated name of `POST_AUTH_SESSION` (spec/1 "Policy types"). */
const DEPRECATED_TYPE_NAMES: ReadonlyMap<string, PolicyType> = new Map([['CONTINUOUS_ACCESS', 'POST_AUTH_SESSION']])

/** The name that replaced a deprecated one; any other text as it is. */
export function currentTypeName(name: string): string {
  return DEPRECATED_TYPE_NAMES.get(name) ?? name
}

const deprecatedNameSchema = (name: string) =>
  z.literal(name).meta({ deprecated: true, description: `Use ${currentTypeName(name)}` })

/** A type's name in a request; its deprecated names are documented as such (spec/3 "Versioning"). */
export function typeNameSchema(name: string) {
  const deprecated = [...DEPRECATED_TYPE_NAMES.keys()].filter((old) => currentTypeName(old) === name)
  return deprecated.length === 0
    ? z.literal(name)
    : z.union([z.literal(name), ...deprecated.map((old) => deprecatedNameSchema(old))])
}

/** A type's name in a query. Any text: an unknown type has an error code of its own (spec/4 §1.3). */
export const typeQuerySchema = z
  .string()
  .min(1)
  .meta({
    description: 'A policy type, such as SVC_SIGN_ON',
    anyOf: [
      { enum: POLICY_TYPE_NAMES },
      ...[...DEPRECATED_TYPE_NAMES].map(([name, current]) => ({
        const: name,
        deprecated: true,
        description: `Use ${current}`,
      })),
    ],
  })

function pick<T extends Record<string, z.ZodType>>(table: T, keys: readonly (keyof T)[]) {
  return Object.fromEntries(keys.map((key) => [key, (table[key] as z.ZodType).optional()]))
}

/** The strict schema of a policy's conditions for one type; null and absence mean none. */
export function policyConditionsSchema(type: PolicyType) {
  return z.strictObject(pick(POLICY_CONDITIONS, policyType(type).policyConditions)).nullish()
}

/** Grants in which a person takes part, so that a rule for them must name somebody (spec/4 §1.1). */
const PERSONAL_GRANTS = new Set(['authorization_code', 'implicit', 'password'])

type RuleCheck = (conditions: RuleConditions, context: z.core.$RefinementCtx<RuleConditions>) => void

/** What must hold between the conditions of a rule, by type. */
const RULE_CHECKS: Partial<Record<PolicyType, RuleCheck>> = {
  OAUTH_AUTHORIZATION_POLICY: ({ people, grantTypes }, context) => {
    const personal = grantTypes?.include.filter((grant) => PERSONAL_GRANTS.has(grant)) ?? []
    const named = (people?.users?.include?.length ?? 0) + (people?.groups?.include?.length ?? 0)
    if (personal.length && named === 0)
      context.addIssue({
        code: 'custom',
        path: ['people'],
        message: `must include a user or a group, because ${personal.join(', ')} is granted to people`,
      })
  },
}

/** Only token rules know the group Everyone by another name than its id. */
const checkGroups: RuleCheck = ({ people }, context) => {
  if (people?.groups?.include?.includes(EVERYONE))
    context.addIssue({
      code: 'custom',
      path: ['people', 'groups', 'include'],
      message: EVERYONE_ELSEWHERE,
    })
}

/** The strict schema of a rule's conditions for one type. */
export function ruleConditionsSchema(type: PolicyType) {
  const schema = z.strictObject(pick(RULE_CONDITIONS, policyType(type).ruleConditions))
  const check = RULE_CHECKS[type] ?? checkGroups
  return schema.superRefine((value, context) => check(value, context)).nullish()
}
