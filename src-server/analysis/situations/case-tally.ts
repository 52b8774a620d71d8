import type { SituationEffect } from '#contract/gatehouse/situation-impact.ts'
import type { Step, Subject } from '#policy/index.ts'
import type { Change } from './subject-situations.ts'

/** More cases are counted, but not kept apart. */
const MOST_KEPT = 5_000
/** More people of cases, a person in two counted twice, are counted but not listed by case; 8 bytes each. */
const MOST_LISTED = 4_000_000

/** People for whom the same rules decide the same situations, before it is put into words. */
export interface Tally {
  subject: Subject
  change: Change
  count: number
  people: string[]
}

/** The people whom one effect concerns. */
export interface EffectTally {
  people: Set<string>
  always: Set<string>
  cells: number
  cases: Map<string, Tally>
  /** People in cases that are not kept. */
  further: number
}

/** Counts the people of each effect, and of each case of it. */
export class CaseTally {
  readonly effects = new Map<SituationEffect, EffectTally>()
  private listed = 0

  /** Whether each case lists all its people; false where there were too many. */
  get isListed(): boolean {
    return this.listed <= MOST_LISTED
  }

  /** @param places how many applications it is about for the person */
  add(subject: Subject, id: string, change: Change, isAlways: boolean, places: number): void {
    const tally = this.tallyOf(change.effect)
    tally.people.add(id)
    if (isAlways) tally.always.add(id)
    tally.cells += change.situations * places
    const one = caseOf(tally, subject, change)
    if (!one) return void tally.further++
    one.count++
    this.listed++
    if (this.isListed) one.people.push(id)
  }

  private tallyOf(effect: SituationEffect): EffectTally {
    const known = this.effects.get(effect) ?? {
      people: new Set<string>(),
      always: new Set<string>(),
      cells: 0,
      cases: new Map<string, Tally>(),
      further: 0,
    }
    this.effects.set(effect, known)
    return known
  }
}

/** Null where no further case is kept apart. */
function caseOf({ cases }: EffectTally, subject: Subject, change: Change): Tally | null {
  const { before, after, bits } = change
  const key = [subject.type, subject.ids[0], contentOf(before), contentOf(after), bits.toString(32)].join(' ')
  const known = cases.get(key)
  if (known || cases.size >= MOST_KEPT) return known ?? null
  const made = { subject, change, count: 0, people: [] }
  cases.set(key, made)
  return made
}

const contentOf = (step: Step | null) => (step ? step.content : '-')
