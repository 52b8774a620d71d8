import type { Verdict } from '#contract/policy/simulation.ts'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import { naiveConditions, type PathStatus } from './naive-conditions.ts'

/** The naive evaluator's policies and rules: spec/4 §1.9.6 and §1.9.8 read plainly, sharing no code with the core. */

type V = Verdict

interface NaiveRule {
  id: string
  status: V
  conditions: PathStatus[]
}
interface NaivePolicy extends NaiveRule {
  rules: NaiveRule[]
}
export interface NaiveResult {
  status: V
  matched: { policyId: string; ruleId: string } | null
  path: NaivePolicy[]
}

function sorted<T extends { system: boolean; priority: number; status: string }>(list: readonly T[]): T[] {
  const active = list.filter((item) => item.status === 'ACTIVE')
  const byNumber = (a: T, b: T) => a.priority - b.priority
  return [...active.filter((i) => !i.system).sort(byNumber), ...active.filter((i) => i.system).sort(byNumber)]
}

function toScan(set: PolicySet, type: PolicyRecord['type'], context: EvaluationContext): PolicyRecord[] | null {
  const alive = sorted(set.policies.filter((p) => p.type === type)).filter((p) =>
    p.rules.some((rule) => rule.status === 'ACTIVE'),
  )
  const fallback = alive.filter((policy) => policy.system).slice(0, 1)
  if (type === 'OAUTH_AUTHORIZATION_POLICY') {
    const server = context.authorizationServerId
    return server ? alive.filter((policy) => policy.authorizationServerId === server) : null
  }
  if (type === 'ENTITY_RISK' || type === 'POST_AUTH_SESSION') return fallback
  if (type !== 'ACCESS_POLICY' && type !== 'PROFILE_ENROLLMENT') return alive
  if (!context.app) return null
  const app = set.applications.find((a) => a.id === context.app!.id)
  const mappedId = type === 'ACCESS_POLICY' ? app?.accessPolicyId : app?.profileEnrollmentPolicyId
  const mapped = alive.find((policy) => policy.id === mappedId)
  return mapped ? [mapped] : fallback
}

function ruleOf(rule: RuleRecord, set: PolicySet, context: EvaluationContext): NaiveRule {
  const { paths, joint } = naiveConditions(rule.conditions, set, context)
  return { id: rule.id, status: joint, conditions: paths }
}

/** The verdict for one type, policies and rules in scan order up to the match. */
export function naiveEvaluate(set: PolicySet, type: PolicyRecord['type'], context: EvaluationContext): NaiveResult {
  const scan = toScan(set, type, context)
  if (!scan) return { status: 'UNDEFINED', matched: null, path: [] }
  const path: NaivePolicy[] = []
  for (const policy of scan) {
    const own = naiveConditions(policy.conditions, set, context)
    const rules: NaiveRule[] = []
    let hit: NaiveRule | null = null
    if (own.joint !== 'NOT_MATCH')
      for (const rule of sorted(policy.rules)) {
        const verdict = ruleOf(rule, set, context)
        rules.push(verdict)
        if (verdict.status === 'MATCH') {
          hit = verdict
          break
        }
      }
    let status: V = 'NOT_MATCH'
    if (own.joint === 'MATCH' && hit) status = 'MATCH'
    else if (own.joint === 'UNDEFINED') status = 'UNDEFINED'
    else if (own.joint === 'MATCH' && rules.some((rule) => rule.status === 'UNDEFINED')) status = 'UNDEFINED'
    path.push({ id: policy.id, status, conditions: own.paths, rules })
    if (status === 'MATCH') return { status, matched: { policyId: policy.id, ruleId: hit!.id }, path }
  }
  return { status: path.some((p) => p.status === 'UNDEFINED') ? 'UNDEFINED' : 'NOT_MATCH', matched: null, path }
}
