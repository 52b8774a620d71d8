import type { Attention, PolicyReach } from '../../contract/workspace.ts'
import { policyType, type PolicyType } from '../../contract/policy-types.ts'
import { compileReach, type ReachConditions } from '../../policy/index.ts'
import { attention } from '../../policy/findings.ts'
import { referencesOf, referencesOfActions } from '../../policy/references.ts'
import type { Service } from '../service.ts'
import type { PolicyView, Snapshot } from '../snapshot.ts'
import { requirePolicy } from './check.ts'

/** A person as reach counts them. */
interface Reachable {
  id: string
  name: string
  userTypeId: string
  groupIds: string[]
}

interface PersonRow {
  id: string
  name: string
  type_id: string
  groups: string
}

const PEOPLE = `
  SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.type_id,
    (SELECT json_group_array(m.group_id) FROM group_members m WHERE m.user_id = u.id) AS groups
  FROM users u WHERE u.status <> 'DEPROVISIONED' ORDER BY u.last_name, u.first_name, u.id`

async function readPeople(service: Service): Promise<Reachable[]> {
  const rows = await service.store.read.all<PersonRow>(PEOPLE)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    userTypeId: row.type_id,
    groupIds: JSON.parse(row.groups) as string[],
  }))
}

/** Whom each policy of a type, or one of them, reaches; by its own conditions, or through the applications mapped to it. */
export async function listPolicyReach(service: Service, type: PolicyType, policyId?: string): Promise<PolicyReach[]> {
  const snapshot = await service.snapshot()
  const people = await readPeople(service)
  const byApp = policyType(type).selection === 'app' ? await peopleByApp(service, people) : null
  const wanted = (snapshot.byType.get(type) ?? []).filter(({ id }) => policyId === undefined || id === policyId)
  return wanted.map((policy) => reachOf(snapshot, policy, people, byApp))
}

function reachOf(
  snapshot: Snapshot,
  policy: PolicyView,
  people: readonly Reachable[],
  byApp: ReadonlyMap<string, ReadonlySet<string>> | null,
): PolicyReach {
  const named = (id: string) => ({ id, name: snapshot.set.nameOf?.(id) ?? null })
  const apps = byApp ? appsOf(snapshot, policy) : []
  const references = [
    ...[policy.conditions, ...policy.rules.map((rule) => rule.conditions)].flatMap(referencesOf),
    ...policy.rules.flatMap((rule) => referencesOfActions(policy.type, rule.actions)),
  ]
  return {
    policyId: policy.id,
    groups: (policy.conditions?.people?.groups.include ?? []).map(named),
    people: byApp
      ? new Set(apps.flatMap((app) => [...(byApp.get(app.id) ?? [])])).size
      : people.filter(compileReach(policy.conditions ?? {}, snapshot.set.everyoneGroupId)).length,
    rules: policy.rules.length,
    activeRules: policy.rules.filter((rule) => rule.status === 'ACTIVE').length,
    apps: apps.map((app) => ({ id: app.id, name: app.label })),
    dangling: [...new Set(references.map((reference) => reference.id))].filter((id) => !snapshot.names.has(id)),
  }
}

/** Applications that the policy decides for: mapped to it, or, for the default, mapped to none that is active. */
function appsOf(snapshot: Snapshot, policy: PolicyView) {
  const key = policy.type === 'ACCESS_POLICY' ? 'accessPolicyId' : 'profileEnrollmentPolicyId'
  return snapshot.set.applications.filter((app) => {
    const mapped = app[key] ? snapshot.policies.get(app[key]) : undefined
    const decides = mapped?.status === 'ACTIVE' ? mapped.id : null
    return decides === policy.id || (policy.system && decides === null)
  })
}

/** Who is assigned to each application, by name or through a group; platform applications are everybody's. */
async function peopleByApp(service: Service, people: readonly Reachable[]): Promise<Map<string, Set<string>>> {
  const { read } = service.store
  const { set } = await service.snapshot()
  const byUser = await read.all<{ app_id: string; user_id: string }>('SELECT app_id, user_id FROM app_users')
  const byGroup = await read.all<{ app_id: string; group_id: string }>('SELECT app_id, group_id FROM app_groups')
  const platform = await read.all<{ id: string }>('SELECT id FROM apps WHERE system = 1')
  const result = new Map<string, Set<string>>(
    platform.map(({ id }) => [id, new Set(people.map((person) => person.id))]),
  )
  const setOf = (appId: string) => {
    const known = result.get(appId) ?? new Set<string>()
    result.set(appId, known)
    return known
  }
  const alive = new Set(people.map((person) => person.id))
  for (const { app_id, user_id } of byUser) if (alive.has(user_id)) setOf(app_id).add(user_id)
  const members = new Map<string, string[]>([[set.everyoneGroupId, [...alive]]])
  for (const person of people)
    for (const groupId of person.groupIds) {
      const list = members.get(groupId)
      if (list) list.push(person.id)
      else members.set(groupId, [person.id])
    }
  for (const { app_id, group_id } of byGroup) for (const id of members.get(group_id) ?? []) setOf(app_id).add(id)
  return result
}

/** How many people a draft of a rule's conditions can reach, inside what its policy admits; and a few of them. */
export async function computeReach(
  service: Service,
  { policyId, ...draft }: ReachConditions & { policyId: string },
): Promise<{ people: number; total: number; sample: { id: string; name: string }[] }> {
  const snapshot = await service.snapshot()
  const policy = requirePolicy(snapshot, policyId)
  const people = await readPeople(service)
  const everyone = snapshot.set.everyoneGroupId
  const admits = [compileReach(policy.conditions ?? {}, everyone), compileReach(draft, everyone)]
  const assigned =
    policyType(policy.type).selection === 'app'
      ? await peopleByApp(service, people).then((byApp) => {
          const apps = appsOf(snapshot, policy)
          return new Set(apps.flatMap((app) => [...(byApp.get(app.id) ?? [])]))
        })
      : null
  const reached = people.filter(
    (person) => (!assigned || assigned.has(person.id)) && admits.every((admit) => admit(person)),
  )
  return {
    people: reached.length,
    total: people.length,
    sample: reached.slice(0, 5).map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Active policies and rules that no person can ever meet, as the directory is now: their groups are empty, or their lists
 * contradict each other. Says nothing while there are no people at all, or where a policy is found through applications
 * that nobody has.
 */
export async function listUnreached(service: Service): Promise<Attention[]> {
  const { set, policies } = await service.snapshot()
  const people = await readPeople(service)
  if (people.length === 0) return []
  return [...policies.values()]
    .filter((policy) => policy.status === 'ACTIVE' && !policy.system)
    .flatMap((policy) => {
      const admitted = people.filter(compileReach(policy.conditions ?? {}, set.everyoneGroupId))
      if (admitted.length === 0)
        return [attention('reaches-nobody', policy, null, 'Reaches nobody: no person meets its conditions.')]
      return policy.rules
        .filter((rule) => rule.status === 'ACTIVE' && !rule.system)
        .filter((rule) => !admitted.some(compileReach(rule.conditions ?? {}, set.everyoneGroupId)))
        .map((rule) =>
          attention(
            'reaches-nobody',
            policy,
            rule,
            'Reaches nobody: no person of its policy meets the conditions on people.',
          ),
        )
    })
}
