import type { ActiveStatus } from '../contract/fields.ts'
import type { PolicyType } from '../contract/policy-types.ts'
import type { Engine } from '../contract/workspace.ts'
import type { SupportingKind } from '../db/models/supporting-object.ts'
import type { ZoneDefinition } from '../db/models/zone.ts'
import type { Statements } from '../db/statements.ts'
import type { Store } from '../db/store.ts'
import { compile, type CompiledSet } from '../policy/index.ts'
import { listEnabled, type AuthenticatorRecord, type EnrollmentSettings } from './enrollment-settings.ts'
import { referencesOf } from '../policy/references.ts'
import type { ApplicationRecord, PolicyRecord, PolicySet, RuleRecord, ZoneRecord } from '../policy/types.ts'

/** A rule with what the wire adds to the evaluator's record. */
export interface RuleView extends RuleRecord {
  policyId: string
  /** A default rule that can be neither edited nor deleted. */
  readOnly: boolean
  created: string
  lastUpdated: string
}

/** A policy with what the wire adds; rules in priority order, the default last. */
export interface PolicyView extends Omit<PolicyRecord, 'rules'> {
  description: string | null
  resourceType: string | null
  authorizationServerId: string | null
  created: string
  lastUpdated: string
  rules: readonly RuleView[]
}

/** Everything that decides, as of one committed write. Immutable; a write makes a new one. */
export interface Snapshot {
  readonly engine: Engine
  readonly policies: ReadonlyMap<string, PolicyView>
  /** In priority order, the default last. */
  readonly byType: ReadonlyMap<PolicyType, readonly PolicyView[]>
  readonly set: PolicySet
  /** What every object that conditions can name is called; one that is not here does not exist. */
  readonly names: ReadonlyMap<string, string>
  /** Enabled ones, which the settings of enrollment policies list. */
  readonly authenticators: readonly AuthenticatorRecord[]
  /** Compiled on first use. */
  readonly compiled: () => CompiledSet
}

interface PolicyRow {
  id: string
  type: PolicyType
  name: string
  status: ActiveStatus
  priority: number
  system: number
  description: string | null
  conditions: string | null
  settings: string | null
  resource_type: string | null
  authorization_server_id: string | null
  created: string
  last_updated: string
}

interface RuleRow {
  id: string
  policy_id: string
  name: string
  status: ActiveStatus
  priority: number
  system: number
  conditions: string | null
  actions: string
  created: string
  last_updated: string
}

interface ZoneRow {
  id: string
  name: string
  type: 'IP' | 'DYNAMIC'
  status: ActiveStatus
  usage: 'POLICY' | 'BLOCKLIST'
  definition: string
}

interface SupportingRow {
  id: string
  kind: SupportingKind
  key: string | null
  name: string
  status: ActiveStatus
  /** Of authenticators: what they may be used for. */
  allowed_for: string | null
}

interface AppRow {
  id: string
  name: string
  label: string
  status: ActiveStatus
  access: string | null
  profile: string | null
}

const APPS_WITH_POLICIES = `
  SELECT a.id, a.name, a.label, a.status,
    (SELECT policy_id FROM policy_mappings m WHERE m.app_id = a.id AND m.policy_type = 'ACCESS_POLICY') AS access,
    (SELECT policy_id FROM policy_mappings m WHERE m.app_id = a.id AND m.policy_type = 'PROFILE_ENROLLMENT') AS profile
  FROM apps a`

const SUPPORTING = `
  SELECT id, kind, key, name, status, json_extract(definition, '$.settings.allowedFor') AS allowed_for
  FROM supporting_objects ORDER BY id`

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** Reads all policies, rules, zones and applications in one go. */
export function loadSnapshot(store: Store, engine: Engine): Promise<Snapshot> {
  return store.consistentRead((read) => readSnapshot(read, engine))
}

async function readSnapshot(read: Statements, engine: Engine): Promise<Snapshot> {
  const [policyRows, ruleRows, zoneRows, appRows, groups, userTypes, servers, supporting] = await Promise.all([
    read.all<PolicyRow>('SELECT * FROM policies ORDER BY system, priority, created, id'),
    read.all<RuleRow>('SELECT * FROM policy_rules ORDER BY policy_id, system, priority, id'),
    read.all<ZoneRow>('SELECT id, name, type, status, usage, definition FROM zones'),
    read.all<AppRow>(APPS_WITH_POLICIES),
    read.all<{ id: string; name: string; type: string }>('SELECT id, name, type FROM groups'),
    read.all<{ id: string; name: string }>('SELECT id, display_name AS name FROM user_types'),
    read.all<{ id: string; name: string; status: ActiveStatus }>('SELECT id, name, status FROM authorization_servers'),
    read.all<SupportingRow>(SUPPORTING),
  ])
  const authenticators = supporting.flatMap(({ id, kind, key, name, status, allowed_for }) =>
    kind === 'authenticator' && status === 'ACTIVE' && key !== null
      ? [{ id, key, name, forSignIn: allowed_for === 'any' || allowed_for === 'sso' }]
      : [],
  )
  const policies = assemble(policyRows, ruleRows, engine, authenticators)
  const zones = zoneRows.map(toZone)
  const applications = appRows.map(toApplication)
  const people = await namesOfReferencedPeople(read, policies)
  const names = new Map<string, string>(
    [
      ...groups,
      ...userTypes,
      ...zones,
      ...people,
      ...servers,
      ...supporting,
      ...applications.map(({ id, label }) => ({ id, name: label })),
    ].map(({ id, name }) => [id, name]),
  )
  const everyoneGroupId = groups.find((group) => group.type === 'BUILT_IN')?.id ?? ''
  const inactive = servers.filter(({ status }) => status === 'INACTIVE').map(({ id }) => id)
  const set = { everyoneGroupId, zones, applications, inactiveServerIds: new Set(inactive) }
  return toSnapshot({ engine, policies, names, authenticators, set })
}

/**
 * The same snapshot but for some policies, read anew with their rules. Fit only where neither their order nor anything
 * beside them has changed.
 */
export async function reloadPolicies(store: Store, before: Snapshot, policyIds: readonly string[]): Promise<Snapshot> {
  const ids = [JSON.stringify(policyIds)]
  const { fresh, people } = await store.consistentRead(async (read) => {
    const among = 'IN (SELECT value FROM json_each(?))'
    const [policyRows, ruleRows] = await Promise.all([
      read.all<PolicyRow>(`SELECT * FROM policies WHERE id ${among}`, ids),
      read.all<RuleRow>(`SELECT * FROM policy_rules WHERE policy_id ${among} ORDER BY system, priority, id`, ids),
    ])
    const fresh = assemble(policyRows, ruleRows, before.engine, before.authenticators)
    return { fresh, people: await namesOfReferencedPeople(read, fresh) }
  })
  const byId = new Map(fresh.map((policy) => [policy.id, policy]))
  return toSnapshot({
    ...before,
    policies: before.set.policies.map((policy) => byId.get(policy.id) ?? policy) as PolicyView[],
    names: new Map([...before.names, ...people.map(({ id, name }) => [id, name] as const)]),
  })
}

interface Content extends Pick<Snapshot, 'engine' | 'names' | 'authenticators'> {
  /** In priority order, the defaults last. */
  policies: readonly PolicyView[]
  set: Omit<PolicySet, 'policies' | 'nameOf'>
}

function toSnapshot({ engine, policies, names, authenticators, set: others }: Content): Snapshot {
  const set: PolicySet = { ...others, policies, nameOf: (id) => names.get(id) ?? null }
  let compiled: CompiledSet | null = null
  return {
    engine,
    policies: new Map(policies.map((policy) => [policy.id, policy])),
    byType: Map.groupBy(policies, (policy) => policy.type),
    set,
    names,
    authenticators,
    compiled: () => (compiled ??= compile(set)),
  }
}

function assemble(
  policyRows: readonly PolicyRow[],
  ruleRows: readonly RuleRow[],
  engine: Engine,
  authenticators: readonly AuthenticatorRecord[],
): PolicyView[] {
  const rulesByPolicy = Map.groupBy(ruleRows, (row) => row.policy_id)
  return policyRows.map((row) => ({
    id: row.id,
    type: row.type,
    name: row.name,
    status: row.status,
    priority: row.priority,
    system: row.system === 1,
    description: row.description,
    conditions: parse(row.conditions),
    settings: listEnabled(row.type, parse<EnrollmentSettings>(row.settings), authenticators),
    resourceType: row.resource_type,
    authorizationServerId: row.authorization_server_id,
    created: row.created,
    lastUpdated: row.last_updated,
    rules: (rulesByPolicy.get(row.id) ?? []).map((rule) => toRule(rule, row.type, engine)),
  }))
}

/** Types whose default rule cannot be edited on Identity Engine; on Classic none can (spec/1 "Defaults" 4). */
const READ_ONLY_DEFAULT_RULE: ReadonlySet<PolicyType> = new Set(['MFA_ENROLL', 'IDP_DISCOVERY'])

function toRule(row: RuleRow, type: PolicyType, engine: Engine): RuleView {
  return {
    id: row.id,
    policyId: row.policy_id,
    name: row.name,
    status: row.status,
    priority: row.priority,
    system: row.system === 1,
    readOnly: row.system === 1 && (engine === 'classic' || READ_ONLY_DEFAULT_RULE.has(type)),
    conditions: parse(row.conditions),
    actions: JSON.parse(row.actions) as Record<string, unknown>,
    created: row.created,
    lastUpdated: row.last_updated,
  }
}

function toZone(row: ZoneRow): ZoneRecord {
  const { gateways } = JSON.parse(row.definition) as ZoneDefinition
  return { id: row.id, name: row.name, type: row.type, status: row.status, usage: row.usage, gateways }
}

function toApplication(row: AppRow): ApplicationRecord {
  const { id, name, label, status, access, profile } = row
  return { id, name, label, status, accessPolicyId: access, profileEnrollmentPolicyId: profile }
}

/** People whom a condition names, so that explanations can; all people would be too many to hold. */
async function namesOfReferencedPeople(
  read: Statements,
  policies: readonly PolicyView[],
): Promise<{ id: string; name: string }[]> {
  const ids = new Set(
    policies
      .flatMap((policy) => [policy.conditions, ...policy.rules.map((rule) => rule.conditions)])
      .flatMap((conditions) => referencesOf(conditions))
      .filter((reference) => reference.kind === 'User')
      .map((reference) => reference.id),
  )
  if (ids.size === 0) return []
  return read.all(
    `SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...ids])],
  )
}
