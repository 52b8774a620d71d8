import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { labelOf } from '#contract/kinds.ts'
import { referencesOf, referencesOfActions, type ReferenceKind } from '../references.ts'
import { covers } from './shadow.ts'
import type { PolicyRecord, PolicySet, RuleRecord } from '../types.ts'
import { formatList } from '../explain/labels.ts'

type Exists = (id: string) => boolean

/** What a sentence calls one object of a kind. */
const nounOf = (kind: ReferenceKind) => (kind === 'PublicClientApp' ? 'client' : labelOf('errorKind', kind))

/** Makes a finding in the shape of the contract; a null rule means the policy itself. */
export function workspaceFinding(
  kind: WorkspaceFinding['kind'],
  policy: PolicyRecord,
  rule: RuleRecord | null,
  message: string,
): WorkspaceFinding {
  return {
    kind,
    policyId: policy.id,
    policyName: policy.name,
    policyType: policy.type,
    ruleId: rule?.id ?? null,
    ruleName: rule?.name ?? null,
    message,
  }
}

function dangling(policy: PolicyRecord, rule: RuleRecord | null, exists: Exists): WorkspaceFinding[] {
  const inActions = rule ? referencesOfActions(policy.type, rule.actions) : []
  const references = [...referencesOf((rule ?? policy).conditions), ...inActions]
  const gone = new Map(references.filter(({ id }) => !exists(id)).map(({ id, kind }) => [id, kind]))
  if (gone.size === 0) return []
  const named = formatList([...gone].map(([id, kind]) => `${nounOf(kind)} ${id}`))
  const verb = gone.size === 1 ? 'no longer exists' : 'no longer exist'
  return [workspaceFinding('dangling-reference', policy, rule, `Refers to ${named}, which ${verb}.`)]
}

function reachesNoOne(policy: PolicyRecord, exists: Exists): WorkspaceFinding[] {
  const groups = policy.conditions?.people?.groups.include ?? []
  if (groups.length === 0 || groups.some(exists)) return []
  return [
    workspaceFinding('reaches-no-one', policy, null, 'Reaches no one, because every group it is for has been deleted.'),
  ]
}

function activeRules(policy: PolicyRecord): RuleRecord[] {
  return policy.rules
    .filter((rule) => rule.status === 'ACTIVE')
    .sort((a, b) => Number(a.system) - Number(b.system) || a.priority - b.priority)
}

/** A default rule below a rule for everyone is intended, so system rules are never reported as shadowed. */
function shadowed(policy: PolicyRecord, everyoneGroupId: string): WorkspaceFinding[] {
  const rules = activeRules(policy)
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index).find((other) => covers(other.conditions, rule.conditions, everyoneGroupId))
    if (rule.system || !earlier) return []
    const message = `Never applies, because rule “${earlier.name}” comes first and matches whatever this one matches.`
    return [workspaceFinding('shadowed-rule', policy, rule, message)]
  })
}

/**
 * Problems of a set that show without any context. Dangling references are reported for every policy, the rest of
 * active ones only.
 * @param exists whether a thing of any kind of reference is still there
 */
export function findings(set: PolicySet, exists: Exists): WorkspaceFinding[] {
  return set.policies.flatMap((policy) => {
    const references = [
      ...dangling(policy, null, exists),
      ...policy.rules.flatMap((rule) => dangling(policy, rule, exists)),
    ]
    if (policy.status !== 'ACTIVE') return references
    const idle = activeRules(policy).length === 0
    return [
      ...reachesNoOne(policy, exists),
      ...(idle
        ? [workspaceFinding('no-active-rule', policy, null, 'Is never considered, because it has no active rule.')]
        : []),
      ...shadowed(policy, set.everyoneGroupId),
      ...references,
    ]
  })
}
