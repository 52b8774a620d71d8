import { ALL_CLIENTS, type PolicyConditions, type RuleConditions } from '#contract/policy/conditions.ts'
import { CATCH_ALL_PRIORITY } from '#contract/interface/limits.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'

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

/** A session rule has a list of behaviors exactly where it has a level of risk, or its own (spec/5 §13). */
function withBehaviors(conditions: RuleConditions): RuleConditions {
  return conditions.riskScore && !conditions.risk ? { ...conditions, risk: { behaviors: [] } } : conditions
}

/** The name that each application of a condition has (spec/5 §13, spec/6 15). */
function withAppNames(conditions: RuleConditions): RuleConditions {
  const { app } = conditions
  if (!app) return conditions
  const named = (entries: typeof app.include) =>
    entries.map((entry) =>
      entry.type === 'APP' ? { type: entry.type, name: entry.name ?? null, id: entry.id } : entry,
    )
  return { ...conditions, app: { include: named(app.include), exclude: named(app.exclude) } }
}

/** The parts of a routing rule that ask for nothing (spec/5 §13). */
function withRouting(conditions: RuleConditions): RuleConditions {
  const { app = { include: [], exclude: [] }, userIdentifier = { patterns: [] } } = conditions
  return withAppNames({ ...conditions, userIdentifier, app })
}

const asTheyAre = (conditions: RuleConditions) => conditions

/** What else a type completes, beside its `addedConditions`. */
const COMPLETED: Readonly<Record<PolicyType, (conditions: RuleConditions) => RuleConditions>> = {
  SVC_SIGN_ON: withBehaviors,
  PASSWORD: asTheyAre,
  MFA_ENROLL: withAppNames,
  IDP_DISCOVERY: (conditions) => withRouting(withPlatform(conditions)),
  ACCESS_POLICY: withPlatform,
  PROFILE_ENROLLMENT: asTheyAre,
  POST_AUTH_SESSION: asTheyAre,
  ENTITY_RISK: asTheyAre,
  OAUTH_AUTHORIZATION_POLICY: asTheyAre,
}

/** A rule's conditions with what the service adds; null for types whose rules have none. */
export function withAddedConditions(type: PolicyType, given: RuleConditions | null | undefined): RuleConditions | null {
  const { addedConditions } = policyType(type)
  if (!addedConditions) return given ?? null
  const people = given?.people
  const conditions: RuleConditions = {
    ...addedConditions,
    ...given,
    ...(people ? { people: { ...people, users: { exclude: [], ...people.users } } } : {}),
  }
  return COMPLETED[type](conditions)
}

/** What comes first in a session where no one says so, by whether it is allowed (spec/4 §1.2, spec/6 15). */
const USUAL_PRIMARY: Readonly<Record<string, string>> = { ALLOW: 'PASSWORD_IDP_ANY_FACTOR', DENY: 'PASSWORD_IDP' }

/** What Classic Engine does anyway, which is answered where it was sent (spec/6 15); it knows nothing else. */
const CLASSIC_PRIMARY = 'PASSWORD_IDP'

/** A rule's actions with every default filled, and what only one engine knows added or dropped (spec/4 §1.2). */
export function completeActions(
  type: PolicyType,
  given: Record<string, unknown> | null | undefined,
  engine: Engine,
): Record<string, unknown> {
  const actions = policyType(type).actions.parse(given ?? {}) as Record<string, unknown>
  if (type !== 'SVC_SIGN_ON') return actions
  const { primaryFactor: said, ...signon } = actions['signon'] as { access: string; primaryFactor?: string }
  const primaryFactor =
    engine === 'identity' ? (said ?? USUAL_PRIMARY[signon.access]) : said === CLASSIC_PRIMARY ? said : undefined
  return { ...actions, signon: { ...signon, ...(primaryFactor === undefined ? {} : { primaryFactor }) } }
}

/** A policy's settings with every default filled; null for types without settings. */
export function completeSettings(
  type: PolicyType,
  given: Record<string, unknown> | null | undefined,
  engine: Engine,
): Record<string, unknown> | null {
  const { settings, defaultSettings } = policyType(type)
  if (!settings) return null
  const complete = settings.parse(given ?? defaultSettings?.[engine] ?? {}) as Record<string, unknown>
  return type === 'MFA_ENROLL' ? withVariant(complete, engine) : complete
}

/** Classic Engine knows enrollment by factors alone, and does not say so (spec/5 §13). */
function withVariant({ type = 'FACTORS', ...settings }: Record<string, unknown>, engine: Engine) {
  return engine === 'classic' ? settings : { type, ...settings }
}

export const CATCH_ALL_NAME = 'Catch-all Rule'
export const DEFAULT_RULE_NAME = 'Default Rule'

/** The system rule that closes a policy of a v2 type (spec/4 §1.2). */
export function catchAllRule(type: PolicyType) {
  return {
    name: CATCH_ALL_NAME,
    status: 'ACTIVE' as const,
    priority: CATCH_ALL_PRIORITY,
    system: true,
    conditions: null,
    actions: policyType(type).catchAllActions ?? {},
  }
}
