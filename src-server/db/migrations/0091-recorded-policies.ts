import type { Migration, MigrationTx } from './migration.ts'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const jsonAt = (value: unknown, key: string): Json => (isJson(value) && isJson(value[key]) ? value[key] : {})
/** What is missing comes last. */
const completed = (value: Json, defaults: Json): Json => ({ ...value, ...defaults, ...value })
const isEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0

const BREACHED = { expireAfterDays: 0, logoutEnabled: true, delegatedWorkflowId: null }

function newPassword(settings: Json): Json {
  const password = jsonAt(settings, 'password')
  const breachedProtection = completed(jsonAt(password, 'breachedProtection'), BREACHED)
  return { ...settings, password: { ...password, breachedProtection } }
}

function newEnrollment({ type, ...settings }: Json, isClassic: boolean): Json {
  if (!isJson(settings['factors'])) return { type, ...settings }
  const entries = Object.entries(settings['factors'])
  const factors = Object.fromEntries(
    entries.map(([key, entry]) => [key, completed(entry as Json, { consent: { type: 'NONE' } })]),
  )
  return { ...(isClassic ? {} : { type }), ...settings, factors }
}

function newAppSignOn(actions: Json): Json {
  const appSignOn = jsonAt(actions, 'appSignOn')
  const { constraints, ...method } = jsonAt(appSignOn, 'verificationMethod')
  const verificationMethod = isEmpty(constraints) ? method : { ...method, constraints }
  return {
    ...actions,
    appSignOn: {
      ...appSignOn,
      ...(appSignOn['verificationMethod'] ? { verificationMethod } : {}),
      keepMeSignedIn: completed(jsonAt(appSignOn, 'keepMeSignedIn'), { postAuth: 'NOT_ALLOWED' }),
    },
  }
}

const ENROLLMENT = {
  preRegistrationInlineHooks: null,
  allowedIdentifiers: ['login'],
  progressiveProfilingAction: 'DISABLED',
  targetGroupIds: null,
}

const NEW_ACTIONS: Readonly<Record<string, (actions: Json) => Json>> = {
  ACCESS_POLICY: newAppSignOn,
  PROFILE_ENROLLMENT: (actions) => ({
    ...actions,
    profileEnrollment: completed(jsonAt(actions, 'profileEnrollment'), ENROLLMENT),
  }),
}

function withPlatform({ platform, ...conditions }: Json): Json {
  const lists = isJson(platform) ? platform : {}
  if (isEmpty(lists['include']) && isEmpty(lists['exclude'])) return conditions
  return { ...conditions, platform: { exclude: [], ...lists } }
}

function withRouting(conditions: Json): Json {
  const app = jsonAt(conditions, 'app')
  const named = (side: string) =>
    (Array.isArray(app[side]) ? (app[side] as Json[]) : []).map((entry) =>
      entry['type'] === 'APP' ? { type: 'APP', name: entry['name'] ?? null, id: entry['id'] } : entry,
    )
  return {
    ...conditions,
    userIdentifier: conditions['userIdentifier'] ?? { patterns: [] },
    app: { include: named('include'), exclude: named('exclude') },
  }
}

const NEW_CONDITIONS: Readonly<Record<string, (conditions: Json) => Json>> = {
  SVC_SIGN_ON: (conditions) =>
    conditions['riskScore'] ? { ...conditions, risk: conditions['risk'] ?? { behaviors: [] } } : conditions,
  ACCESS_POLICY: withPlatform,
  IDP_DISCOVERY: (conditions) => withRouting(withPlatform(conditions)),
}

interface PolicyRow {
  id: string
  type: string
  settings: string
}

interface RuleRow {
  id: string
  type: string
  system: number
  conditions: string | null
  actions: string
}

async function updatePolicies(tx: MigrationTx, isClassic: boolean): Promise<void> {
  const sql = `SELECT id, type, settings FROM policies WHERE type IN ('PASSWORD', 'MFA_ENROLL') AND settings IS NOT NULL`
  for (const { id, type, settings } of await tx.all<PolicyRow>(sql)) {
    const before = JSON.parse(settings) as Json
    const after = JSON.stringify(type === 'PASSWORD' ? newPassword(before) : newEnrollment(before, isClassic))
    if (after !== settings) await tx.run('UPDATE policies SET settings = ? WHERE id = ?', [after, id])
  }
}

async function updateRules(tx: MigrationTx): Promise<void> {
  const rows = await tx.all<RuleRow>(
    `SELECT r.id, p.type, r.system, r.conditions, r.actions FROM policy_rules r JOIN policies p ON p.id = r.policy_id
     WHERE p.type IN ('SVC_SIGN_ON', 'ACCESS_POLICY', 'IDP_DISCOVERY', 'PROFILE_ENROLLMENT')`,
  )
  for (const { id, type, system, ...row } of rows) {
    const before = row.conditions === null ? null : (JSON.parse(row.conditions) as Json)
    // A rule for everyone has conditions, too, where the type has some; a catch-all has none.
    const completes = before ?? (type === 'IDP_DISCOVERY' || !system ? {} : null)
    const after = completes && (NEW_CONDITIONS[type]?.(completes) ?? before)
    const conditions = after && (before || Object.keys(after).length) ? JSON.stringify(after) : null
    const stored = JSON.parse(row.actions) as Json
    const actions = JSON.stringify(NEW_ACTIONS[type]?.(stored) ?? stored)
    if (conditions !== row.conditions || actions !== row.actions)
      await tx.run('UPDATE policy_rules SET conditions = ?, actions = ? WHERE id = ?', [conditions, actions, id])
  }
}

/** Completes policies and rules that an older version stored, so that they are answered as new ones are (spec/5 §13). */
export const migration0091: Migration = {
  name: '0091-recorded-policies',
  async up(tx) {
    const engine = await tx.first<{ value: string }>(`SELECT value FROM settings WHERE key = 'engine'`)
    if (!engine) return
    await updatePolicies(tx, JSON.parse(engine.value) === 'classic')
    await updateRules(tx)
  },
}
