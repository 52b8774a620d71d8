import type { Outcome } from '#contract/policy/outcome.ts'
import type { ConditionExplanation, Explanation, Verdict } from '#contract/policy/simulation.ts'

export function condition(path: string, status: Verdict): ConditionExplanation {
  return { path, status, expected: '', actual: '', missing: null, parts: [] }
}

/** What a type comes to; its label stands for its text. */
export function anOutcome(decision: Outcome['decision'], rest: Partial<Outcome> = {}): Outcome {
  const label = [decision, rest.factors ?? []].flat().join(' ')
  return { decision, factors: null, label, text: label, certain: decision !== 'CANNOT_TELL', alternatives: [], ...rest }
}

/** An answer about a type; with `matched` its rule, what it does and the words for it. */
export function explanationOf(
  policyType: Explanation['policyType'],
  matched: { ruleId: string; access?: 'ALLOW' | 'DENY'; factors?: number; effects?: string[] } | null,
): Explanation {
  return {
    policyType,
    status: matched ? 'MATCH' : 'NOT_MATCH',
    summary: '',
    outcome: matched
      ? anOutcome(matched.access ?? 'ALLOW', { factors: matched.factors ?? null })
      : anOutcome('NO_RULE'),
    path: [],
    matched: matched && {
      policyId: 'p',
      policyName: 'P',
      ruleId: matched.ruleId,
      ruleName: matched.ruleId,
      actions: { signon: { access: matched.access ?? 'ALLOW' } },
      effects: matched.effects ?? [],
    },
  }
}
