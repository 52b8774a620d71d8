import type { PolicyType } from '#contract/policy/policy-types.ts'
import { asksOnlyWho, compileAudience, type AudienceConditions } from '#policy/index.ts'
import type { Directory, Reachable } from '../audience-data.ts'
import { admittedBy, appsOf, assignedTo, selectsByApp } from '../audiences.ts'
import type { PolicyView, RuleView } from '../read-policies.ts'

/** The types that let people in with a number of factors, or keep them out. */
const DECIDING: readonly PolicyType[] = ['SVC_SIGN_ON', 'ACCESS_POLICY']

/** Active policies of one type that decide one after another for the same people. */
type Scan = readonly PolicyView[]

/** An active rule, as a scan comes to it. */
export interface ScannedRule {
  policy: PolicyView
  rule: RuleView
  /** Whom the policy is for and no rule before this one surely decides for. */
  left: readonly Reachable[]
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
 * Each rule of a scan with the people who come as far.
 * @param wanted the rules that are looked for; nothing is computed beyond the last of them
 */
export function* scanned(
  directory: Directory,
  scan: Scan,
  wanted: (policy: PolicyView, rule: RuleView) => boolean,
): Generator<ScannedRule> {
  const last = scan.findLastIndex((policy) => rulesOf(policy).some((rule) => wanted(policy, rule)))
  const decided = new Set<Reachable>()
  for (const policy of scan.slice(0, last + 1)) {
    let left = reachedBy(directory, policy).filter((person) => !decided.has(person))
    for (const rule of rulesOf(policy)) {
      if (wanted(policy, rule)) yield { policy, rule, left }
      if (!asksOnlyWho(rule.conditions) || !asksOnlyWho(policy.conditions)) continue
      for (const person of left.filter(admitting(directory, rule.conditions))) decided.add(person)
      left = left.filter((person) => !decided.has(person))
    }
  }
}
