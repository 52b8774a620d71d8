import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import type { ChangeSet } from '#db/change-set.ts'
import type { Reader } from '#db/connection.ts'
import { apps, policyMappings } from '#db/tables/apps.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { builtInGroup } from '#db/tables/groups.ts'
import { policies as policyTable, policyRules } from '#db/tables/policies.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { zones as zoneTable } from '#db/tables/zones.ts'
import {
  createCompiler,
  referencesOf,
  type ApplicationRecord,
  type BehaviorRecord,
  type CompiledSet,
  type Compiler,
  type PolicySet,
  type ZoneRecord,
} from '#policy/index.ts'
import type { AuthenticatorRecord } from './enrollment-settings.ts'
import type { Names } from './names.ts'
import { missingPolicy, readAuthenticators, readPolicies, type PolicyView, type RuleView } from './read-policies.ts'
import { readAppRows } from './snapshot.sql.ts'

/** Everything that decides, as of one committed write. Immutable; a write that changes a decision makes a new one. */
export interface Snapshot {
  readonly engine: Engine
  readonly policies: ReadonlyMap<string, PolicyView>
  /** In priority order, the default last. */
  readonly byType: ReadonlyMap<PolicyType, readonly PolicyView[]>
  readonly set: PolicySet
  /** Names of every object that conditions can name, as of now. */
  readonly names: Names
  /** Enabled ones, which the settings of enrollment policies list. */
  readonly authenticators: readonly AuthenticatorRecord[]
  /** People whom conditions name. */
  readonly people: ReadonlySet<string>
  /** Compiled on first use. */
  readonly compiled: () => CompiledSet
  /** Compiles this snapshot and those that follow from it, so that each compiles only what changed. */
  readonly compiler: Compiler
}

/** The parts of a snapshot that are read from the file; each is read again only when its tables changed. */
interface Content {
  /** In priority order, the defaults last. */
  policies: readonly PolicyView[]
  authenticators: readonly AuthenticatorRecord[]
  zones: readonly ZoneRecord[]
  applications: readonly ApplicationRecord[]
  behaviors: readonly BehaviorRecord[]
  everyoneGroupId: string
  inactiveServerIds: ReadonlySet<string>
}

/** Tables whose rows decide. Of groups only the one for everyone does, and it never changes. */
export const DECIDING_TABLES = [
  policyTable,
  policyRules,
  policyResources,
  zoneTable,
  apps,
  policyMappings,
  authorizationServers,
] as const

/** Reads everything from the file. */
export async function readSnapshot(reader: Reader, engine: Engine, names: Names): Promise<Snapshot> {
  const authenticators = await readAuthenticators(reader)
  const content: Content = {
    policies: await readPolicies(reader, { engine, authenticators }),
    authenticators,
    zones: await readZones(reader),
    applications: await readApplications(reader),
    behaviors: await readBehaviors(reader),
    everyoneGroupId: await readEveryoneId(reader),
    inactiveServerIds: await readInactiveServers(reader),
  }
  return toSnapshot(content, { engine, names, compiler: createCompiler() })
}

/** The snapshot after a change: reads the changed policies alone, and of all else the parts that changed. */
export async function refreshSnapshot(reader: Reader, before: Snapshot, changes: ChangeSet): Promise<Snapshot> {
  const authenticators = changes.touches(policyResources) ? await readAuthenticators(reader) : before.authenticators
  const policies = await refreshPolicies(
    reader,
    { ...before, authenticators },
    changes,
    authenticators !== before.authenticators,
  )
  // A deleted policy takes its mappings with it.
  const isAnyDeleted = policies.length < before.set.policies.length
  const content: Content = {
    policies,
    authenticators,
    zones: changes.touches(zoneTable) ? await readZones(reader) : before.set.zones,
    applications:
      isAnyDeleted || changes.touches(apps, policyMappings) ? await readApplications(reader) : before.set.applications,
    behaviors: changes.touches(policyResources) ? await readBehaviors(reader) : (before.set.behaviors ?? []),
    everyoneGroupId: before.set.everyoneGroupId || (await readEveryoneId(reader)),
    inactiveServerIds: changes.touches(authorizationServers)
      ? await readInactiveServers(reader)
      : (before.set.inactiveServerIds ?? new Set()),
  }
  return toSnapshot(content, before)
}

async function refreshPolicies(
  reader: Reader,
  before: Snapshot,
  changes: ChangeSet,
  areAuthenticatorsRead: boolean,
): Promise<readonly PolicyView[]> {
  const [policyIds, ownerIds] = [changes.keysOf(policyTable), changes.keysOf(policyRules)]
  if (policyIds === null || ownerIds === null) return readPolicies(reader, before)
  const enrolling = areAuthenticatorsRead ? (before.byType.get('MFA_ENROLL') ?? []).map(({ id }) => id) : []
  const ids = new Set([...policyIds, ...ownerIds, ...enrolling])
  if (ids.size === 0) return before.set.policies as readonly PolicyView[]
  const fresh = await readPolicies(reader, before, ids)
  const kept = (before.set.policies as readonly PolicyView[]).filter(({ id }) => !ids.has(id))
  return inScanOrder(kept, fresh)
}

/** Merges two lists that are each in the order of {@link readPolicies}. */
function inScanOrder(kept: readonly PolicyView[], fresh: readonly PolicyView[]): PolicyView[] {
  const merged: PolicyView[] = []
  let next = 0
  for (const policy of kept) {
    for (let other = fresh[next]; other && compareScan(other, policy) < 0; other = fresh[++next]) merged.push(other)
    merged.push(policy)
  }
  return [...merged, ...fresh.slice(next)]
}

function compareScan(a: PolicyView, b: PolicyView): number {
  return (
    Number(a.system) - Number(b.system) ||
    a.priority - b.priority ||
    compareText(a.created, b.created) ||
    compareText(a.id, b.id)
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The id of the group that everybody is in; empty while there is none. */
async function readEveryoneId(reader: Reader): Promise<string> {
  const everyone = await builtInGroup(reader, 'everyone')
  return everyone?.id ?? ''
}

async function readZones(reader: Reader): Promise<ZoneRecord[]> {
  const rows = await zoneTable.findAll(reader)
  return rows.map(({ id, name, type, status, usage, definition }) => ({
    ...{ id, name, type, status, usage },
    gateways: gatewaysOf(definition),
  }))
}

async function readBehaviors(reader: Reader): Promise<BehaviorRecord[]> {
  const rows = await policyResources.findAll(reader, { where: { kind: 'behavior' }, order: ['id'] })
  return rows.map(({ id, name }) => ({ id, name }))
}

async function readApplications(reader: Reader): Promise<ApplicationRecord[]> {
  const rows = await readAppRows(reader)
  return rows.map(({ profileEnrollmentId, ...app }) => ({ ...app, profileEnrollmentPolicyId: profileEnrollmentId }))
}

async function readInactiveServers(reader: Reader): Promise<Set<string>> {
  const rows = await authorizationServers.findAll(reader, { where: { status: 'INACTIVE' } })
  return new Set(rows.map(({ id }) => id))
}

type Kept = Pick<Snapshot, 'engine' | 'names' | 'compiler'>

function toSnapshot(content: Content, { engine, names, compiler }: Kept): Snapshot {
  const { policies, authenticators, ...others } = content
  const set: PolicySet = { ...others, policies, nameOf: names.get }
  let compiled: CompiledSet | null = null
  return {
    engine,
    policies: new Map(policies.map((policy) => [policy.id, policy])),
    byType: Map.groupBy(policies, ({ type }) => type),
    set,
    names,
    authenticators,
    people: namedPeople(policies),
    compiled: () => (compiled ??= compiler(set)),
    compiler,
  }
}

/** People whom conditions of a policy name; cached, because most policies stay the same from one snapshot to the next. */
const peopleOf = new WeakMap<PolicyView, readonly string[]>()

function namedPeople(policies: readonly PolicyView[]): Set<string> {
  const people = new Set<string>()
  for (const policy of policies) {
    let named = peopleOf.get(policy)
    if (!named) {
      named = [policy.conditions, ...policy.rules.map(({ conditions }) => conditions)]
        .flatMap((conditions) => referencesOf(conditions))
        .flatMap(({ kind, id }) => (kind === 'User' ? [id] : []))
      peopleOf.set(policy, named)
    }
    for (const id of named) people.add(id)
  }
  return people
}

/** @throws ApiError E0000007 with the kind that the id belongs to */
export function policyIn({ policies }: Snapshot, policyId: string): PolicyView {
  return policies.get(policyId) ?? missingPolicy(policyId)
}

/** @throws ApiError E0000007 for the policy, or for the rule where the policy exists but has no such rule (spec/4 §1.3) */
export function ruleIn(snapshot: Snapshot, policyId: string, ruleId: string): { policy: PolicyView; rule: RuleView } {
  const policy = policyIn(snapshot, policyId)
  const rule = policy.rules.find(({ id }) => id === ruleId)
  return { policy, rule: rule ?? policyRules.missing(ruleId) }
}
