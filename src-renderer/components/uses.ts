import type { Policy, Rule } from '../../../src-server/contract/policy.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES } from '../../../src-server/contract/policy-types.ts'
import type { Engine } from '../../../src-server/contract/workspace.ts'
import { api } from '../../api/client.ts'

export type Named = Pick<Policy, 'id' | 'name' | 'type' | 'status'>

/** A place in a policy or in one of its rules that names an object. */
export interface PolicyUse {
  policy: Named
  /** Null when the policy's own conditions or settings name it. */
  rule: Pick<Rule, 'id' | 'name' | 'status'> | null
  /** Such as `conditions.people.groups.include`; list positions are left out. */
  path: string
}

/** The paths inside a document at which a text stands, each once. */
export function pathsOf(value: unknown, text: string, path = ''): string[] {
  if (value === text) return [path]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => pathsOf(item, text, path)))]
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, text, path ? `${path}.${key}` : key))
}

/** Where a policy and its rules name an id, in the order of evaluation. */
export function usesIn(policy: Policy, rules: readonly Rule[], id: string): PolicyUse[] {
  const { conditions, settings, type, name, status } = policy
  const named = { id: policy.id, name, type, status }
  const own = pathsOf({ conditions, settings }, id).map((path) => ({ policy: named, rule: null, path }))
  const inRules = rules.flatMap((rule) =>
    pathsOf({ conditions: rule.conditions, actions: rule.actions }, id).map((path) => ({
      policy: named,
      rule: { id: rule.id, name: rule.name, status: rule.status },
      path,
    })),
  )
  return [...own, ...inRules]
}

const TOGETHER = 6

/** Runs work over a list, a few at a time, and keeps the order. */
async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += TOGETHER)
    results.push(...(await Promise.all(items.slice(at, at + TOGETHER).map(work))))
  return results
}

/** Every place in policies and rules, of all types, that names an id. @throws ApiError */
export async function findPolicyUses(id: string, engine: Engine, signal?: AbortSignal): Promise<PolicyUse[]> {
  const types = POLICY_TYPE_NAMES.filter((type) => engine === 'identity' || POLICY_TYPES[type].engine === 'both')
  const lists = await inBatches(types, (type) => api.all('listPolicies', { query: { type }, signal }))
  const found = await inBatches(lists.flat(), async (policy) => {
    const rules = await api.call('listRules', { params: { policyId: policy.id }, signal })
    return usesIn(policy, rules, id)
  })
  return found.flat()
}

const PATH_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\.people\.groups\.include$/, 'is for its members'],
  [/\.people\.groups\.exclude$/, 'spares its members'],
  [/\.people\.users\.include$/, 'is for this person'],
  [/\.people\.users\.exclude$/, 'spares this person'],
  [/\.network\.include$/, 'applies inside it'],
  [/\.network\.exclude$/, 'applies outside it'],
  [/\.userType\.include$/, 'is for this type'],
  [/\.userType\.exclude$/, 'spares this type'],
  [/\.app\.include\.id$/, 'is for this application'],
  [/\.app\.exclude\.id$/, 'spares this application'],
  [/\.targetGroupIds$/, 'puts new people into it'],
]

/** What the place does with the object, in words; the path itself where there are none. */
export function useWords(path: string): string {
  return PATH_WORDS.find(([pattern]) => pattern.test(path))?.[1] ?? path
}

/** "2 policies and 3 rules", or null when nothing names it. */
export function useCount(uses: readonly PolicyUse[]): string | null {
  const policies = new Set(uses.filter((use) => !use.rule).map((use) => use.policy.id)).size
  const rules = new Set(uses.flatMap((use) => (use.rule ? [use.rule.id] : []))).size
  const parts = [
    policies ? `${policies} ${policies === 1 ? 'policy' : 'policies'}` : '',
    rules ? `${rules} ${rules === 1 ? 'rule' : 'rules'}` : '',
  ].filter(Boolean)
  return parts.length ? parts.join(' and ') : null
}
