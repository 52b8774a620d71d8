import { Ban, Check, CircleQuestionMark } from '@lucide/vue'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import type { StatusMeta } from './status-labels.ts'

const LOOKS: Readonly<Record<SignInAnswer['answer'], Omit<StatusMeta, 'word'>>> = {
  YES: { tone: 'success', icon: Check },
  NO: { tone: 'danger', icon: Ban },
  DEPENDS: { tone: 'undefined', icon: CircleQuestionMark },
}

/** The one answer of a simulation as every view shows it; hatched where it is not certain. */
export function answerMeta({ answer, text, certain }: SignInAnswer): StatusMeta {
  return { ...LOOKS[answer], word: text.replace(/\.$/, ''), hatched: !certain }
}
