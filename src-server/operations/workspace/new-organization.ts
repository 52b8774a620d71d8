import { PLATFORM_APPS } from '#contract/apps/platform-apps.ts'
import { USER_TYPE_DESCRIPTION } from '#contract/vocabulary/shipped-texts.ts'
import { BUILT_IN_GROUPS } from '#contract/directory/built-in-groups.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { SetupTx } from '#audit-log/transaction.ts'
import { apps, policyMappings } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { profileSchemas } from '#db/tables/profile-schemas.ts'
import { userTypes } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { insertDefaultServer } from '../authorization-servers/default-server.ts'
import { insertDefaultAuthenticators } from '../policy-resources/default-authenticators.ts'
import {
  catchAllRule,
  completeActions,
  completeSettings,
  DEFAULT_RULE_NAME,
  withAddedConditions,
} from '#policy/index.ts'

/** What a new organization holds (spec/4 §1.5, spec/6 2). Names and numbers are the interface's; ids are new. */

interface DefaultPolicy {
  type: PolicyType
  name: string
  system: boolean
  description?: string
  conditions?: (everyone: string) => Record<string, unknown>
  settings?: Record<string, unknown>
  actions?: Record<string, unknown>
}

const forEveryone = (everyone: string) => ({ people: { groups: { include: [everyone] } } })

const LAST_RESORT = 'The default policy applies when no other does.'

const PASSWORD_AS_SHIPPED = {
  password: {
    complexity: { minSymbol: 0 },
    age: { historyCount: 4 },
    lockout: { maxAttempts: 10 },
  },
  recovery: { factors: { svc_email: { properties: { recoveryToken: { tokenLifetimeMinutes: 60 } } } } },
}

const AUTHENTICATORS_AS_SHIPPED = {
  type: 'AUTHENTICATORS',
  authenticators: [
    { key: 'svc_email', enroll: { self: 'REQUIRED' } },
    { key: 'svc_password', enroll: { self: 'REQUIRED' } },
    { key: 'svc_verify', enroll: { self: 'OPTIONAL' } },
    { key: 'phone_number', enroll: { self: 'OPTIONAL' } },
    { key: 'security_question', enroll: { self: 'OPTIONAL' } },
    { key: 'webauthn', enroll: { self: 'OPTIONAL' } },
  ],
}

const FACTORS_AS_SHIPPED = {
  type: 'FACTORS',
  factors: { svc_otp: { enroll: { self: 'OPTIONAL' } }, svc_password: { enroll: { self: 'REQUIRED' } } },
}

function defaultPolicies(engine: Engine): DefaultPolicy[] {
  return [
    {
      type: 'SVC_SIGN_ON',
      name: 'Default Policy',
      system: true,
      description: LAST_RESORT,
      conditions: forEveryone,
      actions: { signon: { access: 'ALLOW' } },
    },
    {
      type: 'PASSWORD',
      name: 'Default Policy',
      system: true,
      description: LAST_RESORT,
      conditions: (everyone) => ({ ...forEveryone(everyone), authProvider: { provider: 'SVC' } }),
      settings: PASSWORD_AS_SHIPPED,
      actions: {
        passwordChange: { access: 'ALLOW' },
        selfServicePasswordReset: { access: 'ALLOW' },
        selfServiceUnlock: { access: 'DENY' },
      },
    },
    {
      type: 'MFA_ENROLL',
      name: 'Default Policy',
      system: true,
      description: LAST_RESORT,
      conditions: forEveryone,
      settings: engine === 'identity' ? AUTHENTICATORS_AS_SHIPPED : FACTORS_AS_SHIPPED,
      actions: { enroll: { self: 'CHALLENGE' } },
    },
    {
      type: 'IDP_DISCOVERY',
      name: 'Idp Discovery Policy',
      system: true,
      description: 'The default IdP Discovery Policy',
      actions: { idp: { providers: [{ type: 'SVC' }], idpSelectionType: 'SPECIFIC' } },
    },
    { type: 'ACCESS_POLICY', name: 'Svc Admin Console', system: false },
    { type: 'ACCESS_POLICY', name: 'Svc Dashboard', system: false },
    { type: 'ACCESS_POLICY', name: 'Svc Browser Plugin', system: false },
    {
      type: 'ACCESS_POLICY',
      name: 'Any two factors',
      system: true,
      description: 'Require two factors to access.',
    },
    { type: 'PROFILE_ENROLLMENT', name: 'Default Policy', system: true },
    { type: 'ENTITY_RISK', name: 'Entity Risk Policy', system: true },
    {
      type: 'POST_AUTH_SESSION',
      name: 'Post Auth Policy',
      system: true,
      description: 'Enables post auth policy evaluation for the org.',
    },
  ]
}

const SYSTEM_ZONES = [
  { name: 'LegacyIpZone', usage: 'POLICY' as const },
  { name: 'BlockedIpZone', usage: 'BLOCKLIST' as const },
]

/** Fills an empty workspace. The defaults themselves leave no events: no person made them. */
export async function fillNewOrganization(tx: SetupTx): Promise<void> {
  const everyone = await insertBuiltInGroups(tx)
  await insertUserType(tx)
  await insertZones(tx)
  await insertDefaultAuthenticators(tx)
  const policyIds = new Map<string, string>()
  for (const policy of defaultPolicies(tx.engine)) {
    if (tx.engine === 'classic' && policyType(policy.type).engine === 'identity') continue
    policyIds.set(`${policy.type} ${policy.name}`, await insertPolicy(tx, policy, everyone))
  }
  await insertPlatformApps(tx, policyIds)
  await insertDefaultServer(tx, everyone)
}

const stampOf = ({ now }: SetupTx) => ({ created: now, lastUpdated: now })

/** @returns the id of Everyone, which comes first in lists: clients take the first built-in group for it */
async function insertBuiltInGroups(tx: SetupTx): Promise<string> {
  const ids = Object.keys(BUILT_IN_GROUPS)
    .map(() => tx.newId('group'))
    .sort()
  for (const [index, group] of Object.values(BUILT_IN_GROUPS).entries()) {
    const stamps = { ...stampOf(tx), lastMembershipUpdated: tx.now }
    await groups.insert(tx, { id: ids[index] as string, type: 'BUILT_IN', ...group, ...stamps })
  }
  return ids[0] as string
}

/** What the newest organizations were seen to ask of profiles beyond those of before, which keep theirs (spec/6 19). */
const REQUIRED_NOW = { lastName: { required: true } }

async function insertUserType(tx: SetupTx): Promise<void> {
  const [id, maker] = [tx.newId('userType'), tx.newId('systemPrincipal')]
  await userTypes.insert(tx, {
    id,
    name: 'user',
    displayName: 'User',
    description: USER_TYPE_DESCRIPTION,
    isDefault: true,
    schemaId: tx.newId('schema'),
    createdBy: maker,
    lastUpdatedBy: maker,
    ...stampOf(tx),
  })
  const changes = { version: tx.newId('schema'), base: REQUIRED_NOW, custom: {}, suffix: null, lastUpdated: tx.now }
  await profileSchemas.insert(tx, { ownerId: id, ...changes })
}

async function insertZones(tx: SetupTx): Promise<void> {
  const definition = { gateways: null, proxies: null }
  for (const zone of SYSTEM_ZONES)
    await zones.insert(tx, {
      id: tx.newId('zone'),
      type: 'IP',
      ...zone,
      status: 'ACTIVE',
      system: true,
      definition,
      ...stampOf(tx),
    })
}

async function insertPolicy(tx: SetupTx, policy: DefaultPolicy, everyone: string): Promise<string> {
  const { type, name, system, description = null } = policy
  const { idKind, ruleIdKind, priorityScheme } = policyType(type)
  const id = tx.newId(idKind)
  await policies.insert(tx, {
    id,
    type,
    name,
    status: 'ACTIVE',
    priority: 1,
    system,
    description,
    conditions: policy.conditions?.(everyone) ?? null,
    settings: completeSettings(type, policy.settings, tx.engine),
    resourceType: policyType(type).resourceType,
    ...stampOf(tx),
  })
  const rule = priorityScheme === 'v2' ? catchAllRule(type) : defaultRule(tx, policy)
  await policyRules.insert(tx, { id: tx.newId(ruleIdKind), policyId: id, ...rule, ...stampOf(tx) })
  return id
}

const defaultRule = ({ engine }: SetupTx, { type, actions }: DefaultPolicy) => ({
  name: DEFAULT_RULE_NAME,
  status: 'ACTIVE' as const,
  priority: 1,
  system: true,
  conditions: withAddedConditions(type, null),
  actions: completeActions(type, actions, engine),
})

async function insertPlatformApps(tx: SetupTx, policyIds: ReadonlyMap<string, string>): Promise<void> {
  const definition = { accessibility: {}, visibility: {}, features: [], settings: {} }
  for (const app of PLATFORM_APPS) {
    const appId = tx.newId('app')
    const state = { status: 'ACTIVE', signOnMode: 'OPENID_CONNECT', system: true } as const
    await apps.insert(tx, { id: appId, ...app, ...state, definition, ...stampOf(tx) })
    const policyId = policyIds.get(`ACCESS_POLICY ${app.label}`)
    if (policyId)
      await policyMappings.insert(tx, { id: tx.newId('mapping'), appId, policyId, policyType: 'ACCESS_POLICY' })
  }
}
