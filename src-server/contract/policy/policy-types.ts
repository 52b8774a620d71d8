import { z } from 'zod'
import { wordsWithin } from '../interface/translated.ts'
import * as actions from './actions.ts'
import type { Engine } from '../gatehouse/engine.ts'
import {
  POLICY_CONDITIONS,
  RULE_CONDITIONS,
  type PolicyConditionKey,
  type RuleConditionKey,
  type RuleConditions,
} from './conditions.ts'
import { checkGrants, checkGroups, type RuleCheck } from './rule-checks.ts'
import { enrollmentSettingsSchema, passwordSettingsSchema } from './settings.ts'
import * as defaults from './type-defaults.ts'

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
  /** The same, short enough for all types in one line at 1280 px. */
  readonly shortLabel: string
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
  /** What must hold between the conditions of a rule. */
  readonly ruleCheck: RuleCheck
  /** What the service adds to conditions that a request leaves out (spec/4 §1.1, spec/5 §14); null: nothing, and none at all stay none. */
  readonly addedConditions: RuleConditions | null
  /** Null where the type has no policy-level settings. */
  readonly settings: z.ZodType | null
  /** What the settings are when a request gives none; null: the defaults of their schema. */
  readonly defaultSettings: Readonly<Record<Engine, Record<string, unknown>>> | null
  readonly actions: z.ZodType
  /** Of the rule that closes a new policy; null where no rule does. */
  readonly catchAllActions: Record<string, unknown> | null
  /** What an application calls its policy of the type; null: it has none of its own. */
  readonly appField: 'accessPolicyId' | 'profileEnrollmentPolicyId' | null
  /** What its policies are said to protect; null: nothing is said. */
  readonly resourceType: 'APP' | null
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
  ruleCheck: checkGroups,
  addedConditions: null,
  settings: null,
  defaultSettings: null,
  catchAllActions: null,
  appField: null,
  resourceType: null,
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
 * forms and the OpenAPI document all read this table: a type is a row here. What one layer alone knows of it, such as the form of its actions or how
 * its rules are explained, is a table of all types there, so that the compiler names what a new one lacks.
 */
export const POLICY_TYPES = {
  SVC_SIGN_ON: {
    ...ordered,
    ruleType: 'SIGN_ON',
    loggedAs: 'SvcSignOn',
    label: 'Global session policy',
    shortLabel: 'Global session',
    description: 'Whether a person may sign in, with which first factor, and how long the session lives.',
    policyConditions: ['people'],
    ruleConditions: ['people', 'network', 'authContext', 'riskScore', 'risk', 'identityProvider'],
    addedConditions: defaults.SESSION_CONDITIONS,
    actions: z.strictObject({ signon: actions.signOnActionSchema }),
  },
  PASSWORD: {
    ...ordered,
    ruleType: 'PASSWORD',
    loggedAs: 'Password',
    label: 'Password policy',
    shortLabel: 'Password',
    description: 'How strong a password must be, when it expires, and what people may do about it themselves.',
    policyConditions: ['people', 'authProvider'],
    ruleConditions: ['people', 'network'],
    addedConditions: defaults.EVERYBODY_ANYWHERE,
    settings: passwordSettingsSchema,
    actions: actions.passwordActionsSchema,
    actionsOptional: true,
  },
  MFA_ENROLL: {
    ...ordered,
    ruleType: 'MFA_ENROLL',
    loggedAs: 'AuthEnroll',
    label: 'Authenticator enrollment policy',
    shortLabel: 'Authenticator enrollment',
    description: 'Which authenticators people may or must set up, and when they are asked to.',
    policyConditions: ['people', 'network', 'app'],
    ruleConditions: ['people', 'network', 'app'],
    addedConditions: defaults.EVERYBODY_ANYWHERE,
    settings: enrollmentSettingsSchema,
    defaultSettings: defaults.ENROLLMENT_SETTINGS,
    actions: actions.enrollActionSchema,
  },
  IDP_DISCOVERY: {
    ...ordered,
    ruleType: 'IDP_DISCOVERY',
    loggedAs: 'IdpDiscovery',
    label: 'Identity provider routing policy',
    shortLabel: 'Routing',
    description: 'Which identity provider a person is sent to before they sign in.',
    policyConditions: [],
    ruleConditions: ['network', 'platform', 'userIdentifier', 'app'],
    addedConditions: {},
    actions: actions.idpActionSchema,
    creatable: false,
  },
  ACCESS_POLICY: {
    ...mapped,
    ruleType: 'ACCESS_POLICY',
    loggedAs: 'AccessPolicy',
    label: 'Authentication policy',
    shortLabel: 'Authentication',
    description: 'What a person must prove before an application that is mapped to the policy lets them in.',
    ruleConditions: ['people', 'userType', 'network', 'device', 'platform', 'riskScore', 'elCondition'],
    addedConditions: defaults.AUTHENTICATION_CONDITIONS,
    actions: z.strictObject({ appSignOn: actions.appSignOnActionSchema }),
    catchAllActions: defaults.AUTHENTICATION_ACTIONS,
    appField: 'accessPolicyId',
    resourceType: 'APP',
    maxRules: 100,
    maxPolicies: 5_000,
  },
  PROFILE_ENROLLMENT: {
    ...mapped,
    ruleType: 'PROFILE_ENROLLMENT',
    loggedAs: 'ProfileEnrollment',
    label: 'Profile enrollment policy',
    shortLabel: 'Profile',
    description: 'What a new person must tell about themselves before they can use an application.',
    ruleConditions: [],
    actions: actions.profileEnrollmentActionSchema,
    catchAllActions: defaults.PROFILE_ACTIONS,
    appField: 'profileEnrollmentPolicyId',
    maxRules: 1,
    maxPolicies: 500,
  },
  POST_AUTH_SESSION: {
    ...mapped,
    selection: 'single',
    ruleType: 'POST_AUTH_SESSION',
    loggedAs: 'PostAuthSession',
    label: 'Post auth session policy',
    shortLabel: 'Post-auth session',
    description: 'What happens when a running session no longer satisfies the policies.',
    ruleConditions: ['people'],
    actions: actions.postAuthSessionActionSchema,
    catchAllActions: defaults.AFTER_SIGN_IN_ACTIONS,
    creatable: false,
    catchAllPerPolicy: false,
  },
  ENTITY_RISK: {
    ...mapped,
    selection: 'single',
    ruleType: 'ENTITY_RISK',
    loggedAs: 'EntityRisk',
    label: 'Entity risk policy',
    shortLabel: 'Entity risk',
    description: 'What happens when the risk of a person changes.',
    ruleConditions: ['people', 'entityRisk', 'riskDetectionTypes'],
    actions: actions.entityRiskActionSchema,
    catchAllActions: defaults.RISK_ACTIONS,
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
    shortLabel: 'OAuth',
    description:
      'Which tokens an authorization server gives to a client, for whom, with which scopes and for how long.',
    policyConditions: ['clients'],
    ruleConditions: ['people', 'grantTypes', 'scopes'],
    ruleCheck: checkGrants,
    addedConditions: defaults.TOKEN_CONDITIONS,
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
  .register(wordsWithin, { as: 'word' })

function pick<T extends Record<string, z.ZodType>>(table: T, keys: readonly (keyof T)[]) {
  return Object.fromEntries(keys.map((key) => [key, (table[key] as z.ZodType).optional()]))
}

/** The strict schema of a policy's conditions for one type; null and absence mean none. */
export function policyConditionsSchema(type: PolicyType) {
  return z.strictObject(pick(POLICY_CONDITIONS, policyType(type).policyConditions)).nullish()
}

/** The strict schema of a rule's conditions for one type. */
export function ruleConditionsSchema(type: PolicyType) {
  const { ruleConditions, ruleCheck } = policyType(type)
  const schema = z.strictObject(pick(RULE_CONDITIONS, ruleConditions))
  return schema.superRefine((value, context) => ruleCheck(value, context)).nullish()
}
