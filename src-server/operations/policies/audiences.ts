import type { PolicyAudience } from '#contract/gatehouse/workspace.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import {
  namesEveryone,
  peopleLists,
  compileAudience,
  type AudienceConditions,
  referencesOf,
  referencesOfActions,
} from '#policy/index.ts'
import type { Directory, Reachable } from './audience-data.ts'
import type { PolicyView } from '../snapshot/read-policies.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Whom each policy of a type, or one of them, reaches; by its own conditions, or through the applications mapped to it. */
export function listAudiences(directory: Directory, type: PolicyType, policyId?: string): PolicyAudience[] {
  const policies = directory.snapshot.byType.get(type) ?? []
  return policies
    .filter(({ id }) => policyId === undefined || id === policyId)
    .map((each) => audienceOf(directory, each))
}

function audienceOf(directory: Directory, policy: PolicyView): PolicyAudience {
  const { snapshot } = directory
  const named = (id: string) => ({ id, name: snapshot.set.nameOf?.(id) ?? null })
  const isByApp = selectsByApp(policy)
  const apps = isByApp ? appsOf(snapshot, policy) : []
  const references = [
    ...[policy.conditions, ...policy.rules.map((rule) => rule.conditions)].flatMap(referencesOf),
    ...policy.rules.flatMap((rule) => referencesOfActions(policy.type, rule.actions)),
  ]
  return {
    policyId: policy.id,
    groups: (policy.conditions?.people?.groups.include ?? []).map(named),
    people: isByApp ? assignedTo(directory, apps).size : admittedBy(directory, policy.conditions ?? {}).length,
    rules: policy.rules.length,
    activeRules: policy.rules.filter((rule) => rule.status === 'ACTIVE').length,
    apps: apps.map((app) => ({ id: app.id, name: app.label })),
    dangling: [...new Set(references.map((reference) => reference.id))].filter((id) => !snapshot.names.has(id)),
  }
}

export const selectsByApp = ({ type }: PolicyView) => policyType(type).selection === 'app'

/** Applications that the policy decides for: mapped to it, or, for the default, mapped to none that is active. */
export function appsOf(snapshot: Snapshot, policy: PolicyView) {
  const { appField } = policyType(policy.type)
  return snapshot.set.applications.filter((app) => {
    const mapped = snapshot.policies.get((appField && app[appField]) ?? '')
    const decides = mapped?.status === 'ACTIVE' ? mapped.id : null
    return decides === policy.id || (policy.system && decides === null)
  })
}

export function assignedTo({ byApp, people }: Directory, apps: readonly { id: string }[]): ReadonlySet<Reachable> {
  const sets = apps.flatMap(({ id }) => byApp.get(id) ?? [])
  // One that has all needs no joining, and most policies decide for one application.
  const whole = sets.find(({ size }) => size === people.length) ?? (sets.length === 1 ? sets[0] : undefined)
  return whole ?? new Set(sets.flatMap((set) => [...set]))
}

/** Whom conditions admit. */
export function admittedBy(directory: Directory, conditions: AudienceConditions): Reachable[] {
  const lists = candidatesFor(directory, conditions)
  const candidates = lists.length === 1 ? (lists[0] as readonly Reachable[]) : [...new Set(lists.flat())]
  return candidates.filter(compileAudience(conditions, directory.snapshot.set.everyoneGroupId))
}

/** Whether anyone meets all the conditions. WHY not by counting: mostly the first person who is looked at does. */
export function admitsAnyone(directory: Directory, all: readonly AudienceConditions[]): boolean {
  const admits = all.map((each) => compileAudience(each, directory.snapshot.set.everyoneGroupId))
  const [fewest = []] = all.map((each) => candidatesFor(directory, each)).sort((a, b) => sizeOf(a) - sizeOf(b))
  return fewest.some((people) => people.some((person) => admits.every((admit) => admit(person))))
}

type Candidates = readonly (readonly Reachable[])[]

const sizeOf = (lists: Candidates) => lists.reduce((size, list) => size + list.length, 0)

/** Lists of people among whom all are whom conditions can admit: where groups or people are included, only those. */
function candidatesFor({ people, byId, members, snapshot }: Directory, conditions: AudienceConditions): Candidates {
  const { groupsIn, usersIn } = peopleLists(conditions.people ?? {})
  if (groupsIn.length + usersIn.length === 0 || namesEveryone(groupsIn, snapshot.set.everyoneGroupId)) return [people]
  return [...groupsIn.map((id) => members.get(id) ?? []), usersIn.flatMap((id) => byId.get(id) ?? [])]
}
