import type { ConditionExplanation, Explanation, Verdict } from '#contract/policy/simulation.ts'

export function condition(path: string, status: Verdict): ConditionExplanation {
  return { path, status, expected: '', actual: '', missing: null, parts: [] }
}

/** An answer about a type; with `matched` its rule, what it does and the words for it. */
export function explanationOf(
  policyType: Explanation['policyType'],
  matched: { ruleId: string; access?: string; outcome?: string[] } | null,
): Explanation {
  return {
    policyType,
    status: matched ? 'MATCH' : 'NOT_MATCH',
    summary: '',
    path: [],
    matched: matched && {
      policyId: 'p',
      policyName: 'P',
      ruleId: matched.ruleId,
      ruleName: matched.ruleId,
      actions: { signon: { access: matched.access ?? 'ALLOW' } },
      outcome: matched.outcome ?? [],
    },
  }
}
