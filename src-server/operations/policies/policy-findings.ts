import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { proofFindings, type ProofSearch } from '#analysis/index.ts'
import { findings, unsatisfied, workspaceFinding } from '#policy/index.ts'
import { methodsForSignIn } from '../snapshot/enrollment-settings.ts'
import type { Directory } from './audience-data.ts'
import { admitsAnyone } from './audiences.ts'
import { lintRules } from './findings/deciding.ts'
import { exemptions } from './findings/exemptions.ts'
import { manyDenied } from './findings/many-denied.ts'
import { oneFactorForAll } from './findings/one-factor.ts'

/** What says of a rule that it never decides, for one reason or another: the last of them, which is proved for all sign-ins, says the most. */
const NEVER_DECIDES: ReadonlySet<WorkspaceFinding['kind']> = new Set([
  'reaches-no-one',
  'shadowed-rule',
  'contradictory-rule',
  'equal-rule',
])

const keyOf = ({ kind, policyId, ruleId }: WorkspaceFinding) =>
  `${ruleId !== null && NEVER_DECIDES.has(kind) ? 'never decides' : kind} ${policyId} ${ruleId}`

/** What is wrong in policies and rules; one finding of a kind for each of them, in no order. */
export function listPolicyFindings(directory: Directory, search: ProofSearch): WorkspaceFinding[] {
  const { set, names, authenticators } = directory.snapshot
  const all = [
    ...unsatisfied(set, methodsForSignIn(authenticators)),
    ...findings(set, (id) => names.has(id)),
    ...unreached(directory),
    ...lintRules(directory, [manyDenied, ...exemptions]),
    ...oneFactorForAll(directory),
    ...proofFindings(set, names.get, search),
  ]
  return [...new Map(all.map((finding) => [keyOf(finding), finding])).values()]
}

/**
 * Active policies and rules that no person can ever meet, as the directory is now: their groups are empty, or their lists
 * contradict each other. Says nothing while there are no people at all, or where a policy is found through applications
 * that no one has.
 */
function unreached(directory: Directory): WorkspaceFinding[] {
  const { snapshot, people } = directory
  if (people.length === 0) return []
  return snapshot.set.policies
    .filter((policy) => policy.status === 'ACTIVE' && !policy.system)
    .flatMap((policy) => {
      const conditions = policy.conditions ?? {}
      if (!admitsAnyone(directory, [conditions]))
        return [workspaceFinding('reaches-no-one', policy, null, 'Reaches no one: no person meets its conditions.')]
      return policy.rules
        .filter((rule) => rule.status === 'ACTIVE' && !rule.system)
        .filter((rule) => !admitsAnyone(directory, [conditions, rule.conditions ?? {}]))
        .map((rule) =>
          workspaceFinding(
            'reaches-no-one',
            policy,
            rule,
            'Reaches no one: no person of its policy meets the conditions on people.',
          ),
        )
    })
}
