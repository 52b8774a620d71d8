import type { z } from 'zod'
import { POLICY_CONDITIONS, RULE_CONDITIONS } from '#contract/policy/conditions.ts'
import type { Rule } from '#contract/policy/policy.ts'
import { ruleWriteSchema } from '#contract/policy/policy.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { describeConditions } from '#policy/index.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'
import { readJsonText, writeJsonText, type JsonTexts } from '#ui/lib/json-text.ts'

/** A rule as JSON: what a request carries, perhaps not valid yet. Further keys stay as they are. */
export interface RuleJson {
  type?: unknown
  name?: unknown
  status?: unknown
  priority?: unknown
  conditions?: Record<string, unknown> | null
  actions?: Record<string, unknown> | null
  [key: string]: unknown
}

/** A condition that the form shows. */
export interface ConditionCard {
  key: string
  value: unknown
}

/** A rule as the form edits it. `toBody(toForm(json))` gives the same JSON for any rule. */
export interface RuleForm {
  /** Everything but the conditions, untouched where the form does not reach. */
  rest: Omit<RuleJson, 'conditions'>
  /** Conditions in sight, in the order of the JSON, new ones last. */
  cards: ConditionCard[]
  /** Conditions that ask for nothing (`ANYWHERE`, `ANY`, empty lists), which the service adds by itself; out of sight. */
  quiet: Record<string, unknown>
  /** How the rule wrote "no conditions". */
  none: 'null' | 'absent' | 'empty'
}

const SCHEMAS: Readonly<Record<string, z.ZodType | undefined>> = { ...POLICY_CONDITIONS, ...RULE_CONDITIONS }

/** Whether a condition asks for nothing, so that everybody meets it. Broken ones do ask: they must be seen. */
export function asksNothing(key: string, value: unknown): boolean {
  if (!Object.hasOwn(SCHEMAS, key) || !SCHEMAS[key]?.safeParse(value).success) return false
  return describeConditions({ [key]: value }, (id) => id) === 'anyone'
}

/**
 * @param shown keys of conditions that stay in sight although they ask for nothing (yet)
 */
export function toForm(json: RuleJson, shown: readonly string[] = []): RuleForm {
  const { conditions, ...rest } = json
  const form: RuleForm = {
    rest,
    cards: [],
    quiet: {},
    none: conditions === undefined ? 'absent' : conditions === null ? 'null' : 'empty',
  }
  for (const [key, value] of Object.entries(conditions ?? {}))
    if (!shown.includes(key) && asksNothing(key, value)) form.quiet[key] = value
    else form.cards.push({ key, value })
  return form
}

export function toBody(form: RuleForm): RuleJson {
  const conditions = { ...form.quiet, ...Object.fromEntries(form.cards.map(({ key, value }) => [key, value])) }
  if (Object.keys(conditions).length === 0 && form.none !== 'empty')
    return form.none === 'null' ? { ...form.rest, conditions: null } : { ...form.rest }
  return { ...form.rest, conditions }
}

const ORDER = ['name', 'description', 'status', 'priority', 'conditions', 'settings', 'actions', 'type']

/** Adds a condition to the form, or shows one that was hidden. */
export function withCondition(form: RuleForm, key: string, blank: unknown): RuleForm {
  if (form.cards.some((card) => card.key === key)) return form
  const { [key]: _quiet, ...quiet } = form.quiet
  return { ...form, quiet, cards: [...form.cards, { key, value: blank }] }
}

/** A form without a condition; the service then adds its own "anyone" where the type has one. */
export function withoutCondition(form: RuleForm, key: string): RuleForm {
  return { ...form, cards: form.cards.filter((card) => card.key !== key) }
}

export function withValue(form: RuleForm, key: string, value: unknown): RuleForm {
  return { ...form, cards: form.cards.map((card) => (card.key === key ? { key, value } : card)) }
}

/** All problems that the schema finds in a rule. */
export const problemsOf = problemsBy(ruleWriteSchema)

/** The text of a rule or a policy. */
export const RULE_TEXTS: JsonTexts<RuleJson> = {
  read: (text) => readJsonText(text, ['conditions', 'actions', 'settings']) as ReturnType<JsonTexts<RuleJson>['read']>,
  write: (body) => writeJsonText(body, ORDER),
}

/** The writable fields of a rule, for the draft and its JSON. */
export function editable(rule: Rule): RuleJson {
  const { name, status, priority, conditions, actions, type } = rule
  return { name, status, priority, conditions, actions, type }
}

const BLANK_ACTIONS: Record<PolicyType, Record<string, unknown>> = {
  SVC_SIGN_ON: {
    signon: {
      access: 'ALLOW',
      requireFactor: false,
      rememberDeviceByDefault: false,
      session: { maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 0, usePersistentCookie: false },
    },
  },
  PASSWORD: {
    passwordChange: { access: 'ALLOW' },
    selfServicePasswordReset: { access: 'ALLOW' },
    selfServiceUnlock: { access: 'DENY' },
  },
  MFA_ENROLL: { enroll: { self: 'CHALLENGE' } },
  IDP_DISCOVERY: { idp: { idpSelectionType: 'SPECIFIC', providers: [{ type: 'SVC' }] } },
  ACCESS_POLICY: {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: { type: 'ASSURANCE', factorMode: '2FA', reauthenticateIn: 'PT12H' },
    },
  },
  PROFILE_ENROLLMENT: {},
  POST_AUTH_SESSION: { postAuthSession: { failureActions: [] } },
  ENTITY_RISK: { entityRisk: { actions: [] } },
  OAUTH_AUTHORIZATION_POLICY: {
    token: { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 10_080 },
  },
}

/** A new rule for a policy of the type, active and for everyone until conditions are added. */
export function blankRule(type: PolicyType, engine: Engine, priority: number | null): RuleJson {
  const actions = structuredClone(BLANK_ACTIONS[type])
  if (type === 'SVC_SIGN_ON' && engine === 'identity')
    (actions['signon'] as Record<string, unknown>)['primaryFactor'] = 'PASSWORD_IDP_ANY_FACTOR'
  return { name: '', status: 'ACTIVE', priority, conditions: null, actions, type: policyType(type).ruleType }
}
