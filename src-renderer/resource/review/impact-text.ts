import { CircleHelp, LockKeyhole, Minus, Plus, Settings2, UserRoundCheck, UserRoundX } from '@lucide/vue'
import type { Component } from 'vue'
import type { ChangeReview, ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { count, counted } from '#ui/lib/numbers.ts'

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'undefined'

/** How an effect is shown: by what it does to people, whatever the words of the change are. */
interface EffectMeta {
  tone: Tone
  icon: Component
  /** Follows "1 person" and "2 people". */
  one: string
  many: string
}

const same = (text: string) => ({ one: text, many: text })

/** Those whose name begins with "may" depend on what is not known of a sign-in. */
export const EFFECTS: Readonly<Record<ImpactEffect, EffectMeta>> = {
  LOSES_ACCESS: { tone: 'danger', icon: UserRoundX, one: 'loses access', many: 'lose access' },
  MAY_LOSE_ACCESS: { tone: 'undefined', icon: CircleHelp, ...same('may lose access, depending on the sign-in') },
  GAINS_ACCESS: { tone: 'success', icon: UserRoundCheck, one: 'gains access', many: 'gain access' },
  MAY_GAIN_ACCESS: { tone: 'undefined', icon: CircleHelp, ...same('may gain access, depending on the sign-in') },
  FEWER_FACTORS: { tone: 'warning', icon: Minus, one: 'needs fewer factors', many: 'need fewer factors' },
  MORE_FACTORS: { tone: 'success', icon: Plus, one: 'needs more factors', many: 'need more factors' },
  DEPENDS: { tone: 'undefined', icon: LockKeyhole, ...same('may be decided otherwise, depending on the sign-in') },
  OTHER_SETTINGS: { tone: 'neutral', icon: Settings2, one: 'gets other settings', many: 'get other settings' },
}

/** "2 people lose access". */
export function effectText({ effect, people }: { effect: ImpactEffect; people: number }): string {
  const { one, many } = EFFECTS[effect]
  return `${counted(people, 'person', 'people')} ${people === 1 ? one : many}`
}

/** "2 of 159 people are affected." */
export function impactText({ affected, considered }: Pick<ChangeReview, 'affected' | 'considered'>): string {
  if (affected === 0) return 'No person is affected.'
  return `${count(affected)} of ${counted(considered, 'person', 'people')} ${affected === 1 ? 'is' : 'are'} affected.`
}

type Case = ChangeReview['effects'][number]['cases'][number]

/** Where a case applies: the applications, or what the policies of its type decide. */
export function caseTitle({ policyType: type, subjects, moreSubjects }: Case): string {
  const names = subjects.map(({ name }) => name)
  if (!names.length) return policyType(type).label
  return [...names, ...(moreSubjects ? [`${moreSubjects} more`] : [])].join(', ')
}

/** People who surely lose access: what the name is typed for. */
export const losing = (review: ChangeReview | undefined): number =>
  review?.effects.find(({ effect }) => effect === 'LOSES_ACCESS')?.people ?? 0
