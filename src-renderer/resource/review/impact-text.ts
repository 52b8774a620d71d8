import {
  CircleHelp,
  Clock,
  KeyRound,
  LockKeyhole,
  Minus,
  Plus,
  Settings2,
  UserRoundCheck,
  UserRoundX,
} from '@lucide/vue'
import type { Component } from 'vue'
import { IMPACT_WORDS, losingAccess, type ChangeReview, type ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { breaksText } from '#contract/gatehouse/invariant.ts'
import {
  SITUATION_WORDS,
  type SituationCase,
  type SituationEffect,
  type SituationImpact,
} from '#contract/gatehouse/situation-impact.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { count, counted } from '#ui/lib/numbers.ts'

type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'undefined'

/** How an effect is shown: by what it does to people, whatever the words of the change are. */
interface EffectMeta {
  tone: Tone
  icon: Component
}

/** Those whose name begins with "may" depend on what is not known of a sign-in. */
export const EFFECTS: Readonly<Record<ImpactEffect, EffectMeta>> = {
  LOSES_ACCESS: { tone: 'danger', icon: UserRoundX },
  MAY_LOSE_ACCESS: { tone: 'undefined', icon: CircleHelp },
  GAINS_ACCESS: { tone: 'success', icon: UserRoundCheck },
  MAY_GAIN_ACCESS: { tone: 'undefined', icon: CircleHelp },
  FEWER_FACTORS: { tone: 'warning', icon: Minus },
  MORE_FACTORS: { tone: 'success', icon: Plus },
  DEPENDS: { tone: 'undefined', icon: LockKeyhole },
  OTHER_SETTINGS: { tone: 'neutral', icon: Settings2 },
}

/** "2 people lose access". */
export function effectText({ effect, people }: { effect: ImpactEffect; people: number }): string {
  const { one, many } = IMPACT_WORDS[effect]
  return `${counted(people, 'person', 'people')} ${people === 1 ? one : many}`
}

/** The same of what is known in every situation. */
export const SITUATION_EFFECT_META: Readonly<Record<SituationEffect, EffectMeta>> = {
  ACCESS_LOST: { tone: 'danger', icon: UserRoundX },
  ACCESS_GAINED: { tone: 'success', icon: UserRoundCheck },
  FACTORS_DROPPED: { tone: 'warning', icon: Minus },
  FACTORS_ADDED: { tone: 'success', icon: Plus },
  FACTORS_CHANGED: { tone: 'neutral', icon: KeyRound },
  SIGN_IN_SOONER: { tone: 'neutral', icon: Clock },
  SIGN_IN_LATER: { tone: 'warning', icon: Clock },
  SETTINGS_CHANGED: { tone: 'neutral', icon: Settings2 },
}

type SituationGroup = SituationImpact['effects'][number]

/** "12 people lose access". */
export function situationText({ effect, people }: Pick<SituationGroup, 'effect' | 'people'>): string {
  const { one, many } = SITUATION_WORDS[effect]
  return `${counted(people, 'person', 'people')} ${people === 1 ? one : many}`
}

/** "in some situations", "in every situation in which they get in", and how many of them where they differ. */
export function extentText({ people, always }: Pick<SituationGroup, 'people' | 'always'>): string {
  if (always === 0) return 'in some situations'
  const everywhere = 'in every situation in which they get in'
  return always === people ? everywhere : `${count(always)} of them ${everywhere}`
}

/** Which situations a case is about, each text a line of its own. */
export function situationLines({ situations, moreSituations }: Pick<SituationCase, 'situations' | 'moreSituations'>) {
  if (situations.length === 0) return ['In every situation']
  const more = moreSituations > 0 ? [`And ${counted(moreSituations, 'more situation')}`] : []
  return [...situations.map((text) => text.charAt(0).toUpperCase() + text.slice(1)), ...more]
}

/** What a case is called among those of its effect: A to T. */
export const caseLetter = (place: number): string => String.fromCodePoint(65 + place)

/** A case in one line: "Payroll: from outside HQ, at high risk: Allowed with one factor → Denied". */
export const caseLine = (one: SituationCase): string =>
  `${caseTitle(one)}: ${situationLines(one).join('; ')}: ${one.before} → ${one.after}`

/** The rule that decides afterwards, or before where none does then: "“Deny” of “Global session”". */
export function decidedBy({ ruleBefore, ruleAfter }: Pick<SituationCase, 'ruleBefore' | 'ruleAfter'>): string {
  const nameOf = (rule: NonNullable<SituationCase['ruleAfter']>) => `“${rule.ruleName}” of “${rule.policyName}”`
  if (ruleAfter) return `Decided by ${nameOf(ruleAfter)}`
  return ruleBefore ? `So far decided by ${nameOf(ruleBefore)}` : ''
}

/** "For 3 people it depends on user.profile.x.contains("y")"; empty where it does for none. */
export function undecidedText({ people, on }: SituationImpact['undecided']): string {
  if (people === 0) return ''
  return `For ${counted(people, 'person', 'people')} it depends on what cannot be tried out: ${on.join('; ')}.`
}

type Counted = Pick<ChangeReview, 'affected' | 'considered' | 'notes' | 'invariants'>

/** What a review counts, in every situation where that is known. */
export const countedIn = <Review extends Counted & Pick<ChangeReview, 'situations'>>(review: Review): Counted => ({
  considered: review.considered,
  affected: review.situations?.affected ?? review.affected,
  notes: review.notes,
  invariants: review.invariants,
})

/** Whether a change does nothing to people: a note says what is not counted by person, such as a blocklist, which refuses everyone. */
export const isHarmless = ({ affected, notes, invariants }: Omit<Counted, 'considered'>): boolean =>
  affected === 0 && notes.length === 0 && breaksText(invariants) === null

/** "2 of 159 people are affected." */
export function impactText({ affected, considered, notes }: Counted): string {
  if (affected === 0) return notes.length > 0 ? 'By policies alone, no person is affected.' : 'No person is affected.'
  return `${count(affected)} of ${counted(considered, 'person', 'people')} ${affected === 1 ? 'is' : 'are'} affected.`
}

type Case = Pick<ChangeReview['effects'][number]['cases'][number], 'policyType' | 'subjects' | 'moreSubjects'>

/** Where a case applies: the applications, or what the policies of its type decide. */
export function caseTitle({ policyType: type, subjects, moreSubjects }: Case): string {
  const names = subjects.map(({ name }) => name)
  if (!names.length) return policyType(type).label
  return [...names, ...(moreSubjects ? [`${moreSubjects} more`] : [])].join(', ')
}

/** The first of the people of an effect by name, "Ada Lovelace, Grace Hopper and 3 more"; empty where none is named. */
export function sampleText({ people, sample }: Pick<ChangeReview['effects'][number], 'people' | 'sample'>): string {
  const names = sample.map(({ name }) => name).join(', ')
  const more = people - sample.length
  return names && more > 0 ? `${names} and ${count(more)} more` : names
}

/** What the name is typed for; 0 while it is worked out. */
export const losing = (review: ChangeReview | undefined): number => (review ? losingAccess(review) : 0)
