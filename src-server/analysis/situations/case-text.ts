import type { PolicyType } from '#contract/policy/policy-types.ts'
import {
  SUBJECTS,
  DECISION_LABELS,
  decisionText,
  effectsOf,
  resultOf,
  type Fact,
  type NameOf,
  type Step,
} from '#policy/index.ts'
import type { Change } from './subject-situations.ts'

/** What it comes to before and after: the decision where it differs, else the sentences that do. */
export function caseTexts(
  type: PolicyType,
  { before, after }: Change,
  nameOf: NameOf,
): { before: string; after: string } {
  const linesOf = (step: Step | null) =>
    step ? effectsOf(type, step.rule.record.actions, step.policy.record.settings, nameOf) : []
  const [old, next] = [linesOf(before), linesOf(after)]
  const decided = (step: Step | null, lines: readonly string[]) =>
    step ? decisionText(resultOf(type, step.rule.record.actions), lines) : DECISION_LABELS.NO_RULE
  const texts = { before: decided(before, old), after: decided(after, next) }
  if (texts.before !== texts.after) return texts
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((line) => !others.includes(line)).join('; ')
  return { before: only(old, next) || texts.before, after: only(next, old) || texts.after }
}

/** Nouns of what situations may be too many for, by subject. */
const NOUNS: Readonly<Record<string, string>> = {
  [SUBJECTS.zones]: 'zone',
  [SUBJECTS.dynamicZones]: 'zone',
  [SUBJECTS.behaviors]: 'behaviour',
  [SUBJECTS.detections]: 'detection of',
  [SUBJECTS.scopes]: 'scope',
  [SUBJECTS.app]: 'application',
  [SUBJECTS.client]: 'client',
  [SUBJECTS.assurance]: 'device assurance',
  [SUBJECTS.identityProvider]: 'identity provider',
}

/** What cannot be told of a sign-in, as an administrator reads it. */
export function factText({ about }: Fact, nameOf: NameOf): string {
  switch (about.kind) {
    case 'free':
      return about.text.replace(/^(?:expression|fails:) /, '')
    case 'known':
      return about.subject.replace(/^free: (?:expression )?/, '')
    case 'has':
      return `${nounOf(about.subject)} ${nameOf(about.item) ?? about.item}`
    case 'is': {
      const value = String(JSON.parse(about.value))
      return `${nounOf(about.subject)} ${nameOf(value) ?? value}`
    }
    case 'matches':
      return `${nounOf(about.subject)} ${about.pattern.value}`
  }
}

const nounOf = (subject: string) => NOUNS[subject] ?? subject
