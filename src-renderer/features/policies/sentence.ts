import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import {
  conditionPhrases,
  describeActions,
  type Reference,
  type ReferenceKind,
  referencesOf,
  type TextParts,
} from '#policy/index.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'

/** What the core calls the things that rules name, and what the interface calls them. */
export const REFERENCE_KINDS: Record<ReferenceKind, EntityKind> = {
  UserGroup: 'group',
  User: 'user',
  UserType: 'userType',
  NetworkZone: 'zone',
  AppInstance: 'app',
  Behavior: 'behavior',
  IdpTrust: 'identityProvider',
  DeviceAssurance: 'deviceAssurance',
  PublicClientApp: 'app',
}

/** A rule as a sentence: words for "if" with ids in them, and the parts of what then happens. */
interface Sentence {
  /** Empty: anyone. */
  when: readonly TextParts[]
  then: readonly string[]
}

/** Drafts that the core cannot read give no words instead of an exception. */
function attempt<T>(act: () => T, fallback: T): T {
  try {
    return act()
  } catch {
    return fallback
  }
}

/** "If when …" says it twice. */
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

/** What the conditions of a rule or policy name; none while a draft cannot be read. */
export function referencesIn(conditions: unknown): readonly Reference[] {
  return attempt(() => referencesOf(conditions as RuleConditions | null), [])
}
