import { ALL_CLIENTS, type PolicyConditions, type RuleConditions } from '#contract/policy/conditions.ts'
import { CATCH_ALL_PRIORITY } from '#contract/interface/limits.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'

/** Conditions that the service adds to every rule of a type when the request leaves them out (spec/4 §1.1, spec/5 §14). */
const ADDED_CONDITIONS: Partial<Record<PolicyType, RuleConditions>> = {
  SVC_SIGN_ON: {
    people: { users: { exclude: [] } },
    network: { connection: 'ANYWHERE' },
    authContext: { authType: 'ANY' },
  },
  PASSWORD: { people: { users: { exclude: [] } }, network: { connection: 'ANYWHERE' } },
  MFA_ENROLL: { people: { users: { exclude: [] } }, network: { connection: 'ANYWHERE' } },
  ACCESS_POLICY: {
    people: { users: { exclude: [] } },
    network: { connection: 'ANYWHERE' },
    riskScore: { level: 'ANY' },
    userType: { include: [], exclude: [] },
  },
  IDP_DISCOVERY: {},
  OAUTH_AUTHORIZATION_POLICY: { people: { users: { exclude: [] } }, scopes: { include: [] } },
}

/**
 * A policy's conditions with what the service adds: an OAuth authorization policy that names no client is for all of them,
 * and says so.
 */
export function withAddedPolicyConditions(
  type: PolicyType,
  given: PolicyConditions | null | undefined,
): PolicyConditions | null {
  if (type !== 'OAUTH_AUTHORIZATION_POLICY') return given ?? null
  return { ...given, clients: given?.clients ?? { include: [ALL_CLIENTS] } }
}

/** Conditions without one. */
function without<Key extends keyof RuleConditions>(conditions: RuleConditions, key: Key): Omit<RuleConditions, Key> {
  const { [key]: _gone, ...rest } = conditions
  return rest
}

/** An empty platform condition goes; a given one gets its `exclude` (spec/5 §13). */
function withPlatform(conditions: RuleConditions): RuleConditions {
  const { platform } = conditions
  if (!platform) return conditions
  if (!platform.include?.length && !platform.exclude?.length) return without(conditions, 'platform')
  return { ...conditions, platform: { exclude: [], ...platform } }
}

/** A session rule has a list of behaviours exactly where it has a level of risk, or its own (spec/5 §13). */
function withBehaviors(conditions: RuleConditions): RuleConditions {
  return conditions.riskScore && !conditions.risk ? { ...conditions, risk: { behaviors: [] } } : conditions
}

/** The parts of a routing rule that ask for nothing, and the name that each application has (spec/5 §13). */
function withRouting(conditions: RuleConditions): RuleConditions {
  const { app = { include: [], exclude: [] }, userIdentifier = { patterns: [] } } = conditions
  const named = (entries: typeof app.include) =>
    entries.map((entry) =>
      entry.type === 'APP' ? { type: entry.type, name: entry.name ?? null, id: entry.id } : entry,
    )
  return { ...conditions, userIdentifier, app: { include: named(app.include), exclude: named(app.exclude) } }
}

const COMPLETED: Partial<Record<PolicyType, (conditions: RuleConditions) => RuleConditions>> = {
  SVC_SIGN_ON: withBehaviors,
  ACCESS_POLICY: withPlatform,
  IDP_DISCOVERY: (conditions) => withRouting(withPlatform(conditions)),
}

/** A rule's conditions with what the service adds; null for types whose rules have none. */
export function withAddedConditions(type: PolicyType, given: RuleConditions | null | undefined): RuleConditions | null {
  const added = ADDED_CONDITIONS[type]
  if (!added) return given ?? null
  const people = given?.people
  const conditions: RuleConditions = {
    ...added,
    ...given,
    ...(people ? { people: { ...people, users: { exclude: [], ...people.users } } } : {}),
  }
  return COMPLETED[type]?.(conditions) ?? conditions
}

/** A rule's actions with every default filled, and what only one engine knows added or dropped (spec/4 §1.2). */
export function completeActions(
  type: PolicyType,
  given: Record<string, unknown> | null | undefined,
  engine: Engine,
): Record<string, unknown> {
  const actions = policyType(type).actions.parse(given ?? {}) as Record<string, unknown>
  if (type !== 'SVC_SIGN_ON') return actions
  const signon = actions['signon'] as { access: string; primaryFactor?: string }
  if (engine === 'classic') {
    const { primaryFactor: _identityEngineOnly, ...rest } = signon
    return { ...actions, signon: rest }
  }
  return signon.access === 'ALLOW'
    ? { ...actions, signon: { ...signon, primaryFactor: signon.primaryFactor ?? 'PASSWORD_IDP_ANY_FACTOR' } }
    : actions
}

/**
 * What the settings are when a request gives none: on Identity Engine enrollment is by authenticators, all of them not
 * allowed until somebody allows them (spec/4 §1.2).
 */
const DEFAULT_SETTINGS: Partial<Record<PolicyType, Record<Engine, Record<string, unknown>>>> = {
  MFA_ENROLL: { identity: { type: 'AUTHENTICATORS', authenticators: [] }, classic: { factors: {} } },
}

/** A policy's settings with every default filled; null for types without settings. */
export function completeSettings(
  type: PolicyType,
  given: Record<string, unknown> | null | undefined,
  engine: Engine,
): Record<string, unknown> | null {
  const { settings } = policyType(type)
  if (!settings) return null
  const complete = settings.parse(given ?? DEFAULT_SETTINGS[type]?.[engine] ?? {}) as Record<string, unknown>
  return type === 'MFA_ENROLL' ? withVariant(complete, engine) : complete
}

/** Classic Engine knows enrollment by factors alone, and does not say so (spec/5 §13). */
function withVariant({ type = 'FACTORS', ...settings }: Record<string, unknown>, engine: Engine) {
  return engine === 'classic' ? settings : { type, ...settings }
}

export const CATCH_ALL_NAME = 'Catch-all Rule'
export const DEFAULT_RULE_NAME = 'Default Rule'

const CATCH_ALL_ACTIONS: Partial<Record<PolicyType, Record<string, unknown>>> = {
  ACCESS_POLICY: {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: { type: 'ASSURANCE', factorMode: '2FA', reauthenticateIn: 'PT12H' },
      keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
    },
  },
  PROFILE_ENROLLMENT: {
    profileEnrollment: {
      access: 'ALLOW',
      activationRequirements: { emailVerification: true },
      preRegistrationInlineHooks: null,
      allowedIdentifiers: ['login'],
      profileAttributes: [{ name: 'email', label: 'Email', required: true }],
      progressiveProfilingAction: 'DISABLED',
      targetGroupIds: null,
      unknownUserAction: 'REGISTER',
    },
  },
  ENTITY_RISK: { entityRisk: { actions: [] } },
  POST_AUTH_SESSION: { postAuthSession: { failureActions: [] } },
}

/** The system rule that closes a policy of a v2 type (spec/4 §1.2). */
export function catchAllRule(type: PolicyType) {
  return {
    name: CATCH_ALL_NAME,
    status: 'ACTIVE' as const,
    priority: CATCH_ALL_PRIORITY,
    system: true,
    conditions: null,
    actions: CATCH_ALL_ACTIONS[type] ?? {},
  }
}
