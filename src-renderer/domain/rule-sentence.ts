import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { conditionPhrases, describeActions, type Reference, referencesOf, type TextParts } from '#policy/index.ts'

/** A rule as a sentence: words for "if" with ids in them, and the parts of what then happens. */
interface Sentence {
  /** Empty: anyone. */
  when: readonly TextParts[]
  then: readonly string[]
}

/** The fallback for drafts that the core cannot parse, in place of an exception. */
function attempt<T>(act: () => T, fallback: T): T {
  try {
    return act()
  } catch {
    return fallback
  }
}

/** "If when …" would repeat itself. */
function withoutWhen([first, ...others]: readonly TextParts[]): TextParts[] {
  if (!first) return []
  const [word, ...rest] = first
  return [typeof word === 'string' ? [word.replace(/^when /, ''), ...rest] : first, ...others]
}

export function sentenceOf(
  type: PolicyType,
  rule: { conditions?: unknown; actions?: Record<string, unknown> | null },
): Sentence {
  return {
    when: attempt(
      () => withoutWhen(conditionPhrases(rule.conditions as RuleConditions | null)),
      [['conditions that cannot be read yet']],
    ),
    then: describeActions(type, rule.actions ?? {}),
  }
}

/** The objects that the conditions of a rule or policy name; none while a draft cannot be parsed. */
export function referencesIn(conditions: unknown): readonly Reference[] {
  return attempt(() => referencesOf(conditions as RuleConditions | null), [])
}
