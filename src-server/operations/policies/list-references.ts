import { EVERYONE } from '#contract/policy/conditions.ts'
import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { type SettingsByType, type Conditions, referencesOf, referencesOfActions } from '#policy/index.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { Service } from '../service/service.ts'
import type { PolicyView, RuleView } from '../snapshot/read-policies.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A name as it stands in a policy or rule: an id, or an authenticator's key, and the place. */
interface Mention {
  id: string
  path: string
}

/** Where something is named; a null rule means the policy itself. */
interface Place {
  policy: PolicyView
  rule: RuleView | null
  path: string
}

type Index = ReadonlyMap<string, readonly Place[]>

/** Made on first use, kept as long as the snapshot. */
const indexes = new WeakMap<Snapshot, Index>()

/**
 * Every policy and rule that names something, by its id or an authenticator's key: in conditions (expressions
 * included), settings, actions and mappings. What was deleted but is still named is listed too.
 */
export async function listReferences(service: Service, idOrKey: string): Promise<ObjectReference[]> {
  const snapshot = await service.snapshot()
  let index = indexes.get(snapshot)
  if (!index) indexes.set(snapshot, (index = indexReferences(snapshot)))
  const key = await authenticatorKey(service, idOrKey)
  const places = [...(index.get(idOrKey) ?? []), ...(key ? (index.get(key) ?? []) : [])]
  return service.reader.visible('read', 'policy').of(places).map(toObjectReference)
}

function toObjectReference({ policy, rule, path }: Place): ObjectReference {
  return {
    policyId: policy.id,
    policyName: policy.name,
    policyType: policy.type,
    ruleId: rule?.id ?? null,
    ruleName: rule?.name ?? null,
    path,
    status: rule?.status === 'INACTIVE' ? 'INACTIVE' : policy.status,
  }
}

/** Policies name authenticators by key, people ask by id. */
async function authenticatorKey({ reader }: Service, id: string): Promise<string | null> {
  return (await policyResources.get(reader, id))?.key ?? null
}

function indexReferences({ policies, set }: Snapshot): Index {
  const byId = new Map<string, Place[]>()
  const add = (mentions: readonly Mention[], policy: PolicyView, rule: RuleView | null) => {
    for (const { id, path } of mentions) {
      const places = byId.get(id) ?? []
      if (places.length === 0) byId.set(id, places)
      const last = places.at(-1)
      // A list may name one authenticator by several methods; once is enough.
      if (last?.path !== path || last.policy !== policy || last.rule !== rule) places.push({ policy, rule, path })
    }
  }
  for (const policy of policies.values()) {
    add([...inConditions(policy.conditions), ...inSettings(policy)], policy, null)
    for (const rule of policy.rules)
      add([...namedEveryone(rule, set.everyoneGroupId), ...inRule(policy, rule)], policy, rule)
  }
  for (const { id, accessPolicyId, profileEnrollmentPolicyId } of set.applications)
    for (const policyId of [accessPolicyId, profileEnrollmentPolicyId]) {
      const policy = policies.get(policyId ?? '')
      if (policy) add([{ id, path: 'mapping' }], policy, null)
    }
  return byId
}

function inConditions(conditions: Conditions | null | undefined): Mention[] {
  return referencesOf(conditions).map(({ id, path }) => ({ id, path: `conditions.${path}` }))
}

/** A rule may name the group Everyone by a word in place of its id. */
function namedEveryone({ conditions }: RuleView, everyoneGroupId: string): Mention[] {
  const groups = conditions?.people?.groups?.include ?? []
  return groups.includes(EVERYONE) ? [{ id: everyoneGroupId, path: 'conditions.people.groups.include' }] : []
}

/** Authenticators that an enrollment policy lets people set up; where several have the key, by their id instead. */
function inSettings({ type, settings }: PolicyView): Mention[] {
  if (type !== 'MFA_ENROLL' || !settings) return []
  const { authenticators, factors } = settings as Partial<SettingsByType['MFA_ENROLL']>
  const allowed = (entry: { enroll?: { self?: string } } | undefined) => entry?.enroll?.self !== 'NOT_ALLOWED'
  return [
    ...(authenticators ?? []).flatMap((entry, position) => {
      const property = entry.id ? 'id' : 'key'
      return allowed(entry)
        ? [{ id: entry.id ?? entry.key, path: `settings.authenticators[${position}].${property}` }]
        : []
    }),
    ...Object.entries(factors ?? {}).flatMap(([key, factor]) =>
      allowed(factor) ? [{ id: key, path: `settings.factors.${key}` }] : [],
    ),
  ]
}

function inRule(policy: PolicyView, rule: RuleView): Mention[] {
  return [
    ...inConditions(rule.conditions),
    ...referencesOfActions(policy.type, rule.actions),
    ...authenticatorsIn(rule.actions, 'actions'),
  ]
}

/** Lists that name authenticators by key, wherever they stand in a rule's actions. */
const AUTHENTICATOR_LISTS: ReadonlySet<string> = new Set([
  'authenticationMethods',
  'excludedAuthenticationMethods',
  'allowedAuthenticators',
])

function authenticatorsIn(value: unknown, path: string): Mention[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === null || typeof inner !== 'object') return []
    const place = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`
    if (!AUTHENTICATOR_LISTS.has(name)) return authenticatorsIn(inner, place)
    return (inner as { key: string }[]).map(({ key }) => ({ id: key, path: place }))
  })
}
