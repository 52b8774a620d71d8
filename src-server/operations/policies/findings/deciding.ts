import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { asksOnlyWho, compileAudience, type AudienceConditions } from '#policy/index.ts'
import type { Directory, Reachable } from '../audience-data.ts'
import { admittedBy, appsOf, assignedTo, selectsByApp } from '../audiences.ts'
import type { PolicyView, RuleView } from '../../snapshot/read-policies.ts'

/** The types that let people in with a number of factors, or keep them out. */
const DECIDING: readonly PolicyType[] = ['SVC_SIGN_ON', 'ACCESS_POLICY']

/** Active policies of one type that decide one after another for the same people. */
type Scan = readonly PolicyView[]

/** An active rule, as a scan comes to it. */
export interface ScannedRule {
  policy: PolicyView
  rule: RuleView
  /** How many the policy is for. */
  reached: number
  /** Whom the policy is for and no rule before this one surely decides for. */
  left: readonly Reachable[]
}

/** Something that may be wrong with a rule, as it can be told from the people who come as far. */
export interface RuleLint {
  /** Rules that are looked at; for no others are people worked out. */
  wants: (policy: PolicyView, rule: RuleView) => boolean
  findingOf: (directory: Directory, scanned: ScannedRule) => WorkspaceFinding | null
}

const isActive = ({ status }: PolicyView | RuleView) => status === 'ACTIVE'

/** Global session policies in their order, and each authentication policy by itself. */
export function decidingScans({ snapshot }: Directory): Scan[] {
  return DECIDING.flatMap((type) => {
    const policies = (snapshot.byType.get(type) ?? []).filter(isActive)
    return policies.some(selectsByApp) ? policies.map((policy) => [policy]) : [policies]
  })
}

/** The active rules of a policy in their order. */
export const rulesOf = ({ rules }: PolicyView): RuleView[] => rules.filter(isActive)

/** Whom a policy is for: those who have one of its active applications, or whom its conditions admit. */
export function reachedBy(directory: Directory, policy: PolicyView): readonly Reachable[] {
  if (!selectsByApp(policy)) return admittedBy(directory, policy.conditions ?? {})
  const apps = appsOf(directory.snapshot, policy).filter(({ status }) => status === 'ACTIVE')
  return [...assignedTo(directory, apps)]
}

/** A test of people by groups and types alone. */
export const admitting = ({ snapshot }: Directory, conditions: AudienceConditions | null | undefined) =>
  compileAudience(conditions ?? {}, snapshot.set.everyoneGroupId)

/**
 * What several lints find in the rules that decide. WHY in one pass, of which no list of people is kept: following them from rule to rule
 * is what costs in a large organization.
 */
export function lintRules(directory: Directory, lints: readonly RuleLint[]): WorkspaceFinding[] {
  const found: WorkspaceFinding[] = []
  const wants = (policy: PolicyView, rule: RuleView) => lints.some((lint) => lint.wants(policy, rule))
  for (const scan of decidingScans(directory))
    for (const scanned of wantedRules(directory, scan, wants))
      for (const lint of lints.filter((each) => each.wants(scanned.policy, scanned.rule))) {
        const finding = lint.findingOf(directory, scanned)
        if (finding) found.push(finding)
      }
  return found
}

/** Each wanted rule of a scan with the people who come as far; nothing is computed beyond the last of them. */
function* wantedRules(directory: Directory, scan: Scan, wants: RuleLint['wants']): Generator<ScannedRule> {
  const wanted = new Set(scan.flatMap((policy) => rulesOf(policy).filter((rule) => wants(policy, rule))))
  const decided = new Set<Reachable>()
  for (const policy of scan) {
    if (wanted.size === 0) return
    const people = reachedBy(directory, policy)
    let left: readonly Reachable[] = people.filter((person) => !decided.has(person))
    for (const rule of rulesOf(policy)) {
      if (wanted.delete(rule)) yield { policy, rule, reached: people.length, left }
      if (wanted.size === 0) return
      if (!asksOnlyWho(rule.conditions) || !asksOnlyWho(policy.conditions)) continue
      const [admitted, others] = divided(left, admitting(directory, rule.conditions))
      for (const person of admitted) decided.add(person)
      left = others
    }
  }
}

/** Those who pass a test, and the others. */
function divided(people: readonly Reachable[], test: (person: Reachable) => boolean): [Reachable[], Reachable[]] {
  const parts: [Reachable[], Reachable[]] = [[], []]
  for (const person of people) parts[test(person) ? 0 : 1].push(person)
  return parts
}
