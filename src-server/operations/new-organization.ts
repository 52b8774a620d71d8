import type { PolicyType } from '../contract/policy-types.ts'
import { policyType } from '../contract/policy-types.ts'
import type { Engine } from '../contract/workspace.ts'
import { newId } from '../db/ids.ts'
import { provideDefaultServer } from './authorization-servers/default-server.ts'
import type { Service, Unit } from './service.ts'
import { insertDefaultAuthenticators } from './supporting/default-authenticators.ts'
import {
  catchAllRule,
  completeActions,
  completeSettings,
  DEFAULT_RULE_NAME,
  withAddedConditions,
} from './policies/defaults.ts'

/** What a new organization holds (spec/4 §1.5). Names and numbers are the interface's; ids are new. */

interface DefaultPolicy {
  type: PolicyType
  name: string
  system: boolean
  conditions?: (everyone: string) => Record<string, unknown>
  settings?: Record<string, unknown>
  actions?: Record<string, unknown>
}

const forEveryone = (everyone: string) => ({ people: { groups: { include: [everyone] } } })

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
      conditions: forEveryone,
      actions: { signon: { access: 'ALLOW' } },
    },
    {
      type: 'PASSWORD',
      name: 'Default Policy',
      system: true,
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
      conditions: forEveryone,
      settings: engine === 'identity' ? AUTHENTICATORS_AS_SHIPPED : FACTORS_AS_SHIPPED,
      actions: { enroll: { self: 'CHALLENGE' } },
    },
    {
      type: 'IDP_DISCOVERY',
      name: 'Idp Discovery Policy',
      system: true,
      actions: { idp: { providers: [{ type: 'SVC' }], idpSelectionType: 'SPECIFIC' } },
    },
    { type: 'ACCESS_POLICY', name: 'Svc Admin Console', system: false },
    { type: 'ACCESS_POLICY', name: 'Svc Dashboard', system: false },
    { type: 'ACCESS_POLICY', name: 'Svc Browser Plugin', system: false },
    { type: 'ACCESS_POLICY', name: 'Any two factors', system: true },
    { type: 'PROFILE_ENROLLMENT', name: 'Default Policy', system: true },
    { type: 'ENTITY_RISK', name: 'Entity Risk Policy', system: true },
    { type: 'POST_AUTH_SESSION', name: 'Post Auth Session Policy', system: true },
  ]
}

/** Applications of the platform itself, each mapped to the authentication policy of its name. */
const PLATFORM_APPS = [
  { name: 'svc_admin_console', label: 'Svc Admin Console' },
  { name: 'svc_dashboard', label: 'Svc Dashboard' },
  { name: 'svc_browser_plugin', label: 'Svc Browser Plugin' },
]

const SYSTEM_ZONES = [
  { name: 'LegacyIpZone', usage: 'POLICY' as const },
  { name: 'BlockedIpZone', usage: 'BLOCKLIST' as const },
]

/** Fills an empty workspace. The defaults themselves leave no events: nobody made them. */
export async function fillNewOrganization(unit: Unit, service: Service, administratorId: string): Promise<void> {
  const engine = service.engine()
  const everyone = await insertEveryone(unit, service)
  await insertUserType(unit, service, administratorId)
  await insertZones(unit, service)
  await insertDefaultAuthenticators(unit, service)
  const policyIds = new Map<string, string>()
  for (const policy of defaultPolicies(engine)) {
    if (engine === 'classic' && policyType(policy.type).engine === 'identity') continue
    policyIds.set(`${policy.type} ${policy.name}`, await insertPolicy(unit, service, policy, everyone))
  }
  await insertPlatformApps(unit, service, policyIds)
  await provideDefaultServer(unit, service)
}

async function insertEveryone(unit: Unit, service: Service): Promise<string> {
  const id = newId('group')
  await service.store.models.Group.create(
    {
      id,
      type: 'BUILT_IN',
      name: 'Everyone',
      description: 'All users in your organization',
      created: unit.now,
      lastUpdated: unit.now,
      lastMembershipUpdated: unit.now,
    },
    { transaction: unit.transaction },
  )
  return id
}

async function insertUserType(unit: Unit, service: Service, administratorId: string): Promise<void> {
  await service.store.models.UserType.create(
    {
      id: newId('userType'),
      name: 'user',
      displayName: 'User',
      description: 'Default user type',
      isDefault: true,
      createdBy: administratorId,
      lastUpdatedBy: administratorId,
      created: unit.now,
      lastUpdated: unit.now,
    },
    { transaction: unit.transaction },
  )
}

async function insertZones(unit: Unit, service: Service): Promise<void> {
  for (const zone of SYSTEM_ZONES)
    await service.store.models.Zone.create(
      {
        id: newId('zone'),
        type: 'IP',
        ...zone,
        status: 'ACTIVE',
        system: true,
        definition: { gateways: null, proxies: null },
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
}

async function insertPolicy(unit: Unit, service: Service, policy: DefaultPolicy, everyone: string): Promise<string> {
  const { type } = policy
  const definition = policyType(type)
  const id = newId(definition.idKind)
  const stamp = { created: unit.now, lastUpdated: unit.now }
  const { transaction } = unit
  await service.store.models.Policy.create(
    {
      id,
      type,
      name: policy.name,
      status: 'ACTIVE',
      priority: 1,
      system: policy.system,
      description:
        policy.system && definition.regime === 'v1' ? 'The default policy applies when no other does.' : null,
      conditions: policy.conditions?.(everyone) ?? null,
      settings: completeSettings(type, policy.settings, service.engine()),
      resourceType: type === 'ACCESS_POLICY' ? 'APP' : null,
      ...stamp,
    },
    { transaction },
  )
  const rule =
    definition.regime === 'v2'
      ? catchAllRule(type)
      : {
          name: DEFAULT_RULE_NAME,
          status: 'ACTIVE' as const,
          priority: 1,
          system: true,
          conditions: withAddedConditions(type, null),
          actions: completeActions(type, policy.actions, service.engine()),
        }
  const ruleId = newId(definition.ruleIdKind)
  await service.store.models.PolicyRule.create({ id: ruleId, policyId: id, ...rule, ...stamp }, { transaction })
  return id
}

async function insertPlatformApps(unit: Unit, service: Service, policyIds: ReadonlyMap<string, string>): Promise<void> {
  const { App, PolicyMapping } = service.store.models
  for (const app of PLATFORM_APPS) {
    const id = newId('app')
    await App.create(
      {
        id,
        ...app,
        status: 'ACTIVE',
        signOnMode: 'OPENID_CONNECT',
        system: true,
        definition: { accessibility: {}, visibility: {}, features: [], settings: {} },
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    const policyId = policyIds.get(`ACCESS_POLICY ${app.label}`)
    if (policyId)
      await PolicyMapping.create(
        { id: newId('mapping'), appId: id, policyId, policyType: 'ACCESS_POLICY' },
        { transaction: unit.transaction },
      )
  }
}
