import { Ban, Check, CircleQuestionMark, CornerDownRight, UserPlus } from '@lucide/vue'
import type { Decision } from '#contract/policy/outcome.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { VERDICT, type StatusMeta } from './status-labels.ts'

const LOOKS: Readonly<Record<Decision, Omit<StatusMeta, 'word'>>> = {
  ALLOW: { tone: 'success', icon: Check },
  DENY: { tone: 'danger', icon: Ban },
  REGISTER: { tone: 'success', icon: UserPlus },
  APPLY: { tone: 'accent', icon: CornerDownRight },
  NO_RULE: VERDICT.NOT_MATCH,
  CANNOT_TELL: { ...VERDICT.UNDEFINED, icon: CircleQuestionMark },
}

/** The words, tone and icon of what a type comes to; hatched where that is not certain. */
export function verdictMeta({ outcome: { decision, label, certain } }: Pick<Explanation, 'outcome'>): StatusMeta {
  return { ...LOOKS[decision], word: label, hatched: !certain && decision !== 'CANNOT_TELL' }
}
