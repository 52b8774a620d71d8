import {
  MOST_CASES,
  SITUATION_EFFECTS,
  type SituationEffect,
  type SituationImpact as Told,
} from '#contract/gatehouse/situation-impact.ts'
import type { Fact, PersonContext, Prospects, Side, Step, Subject } from '#policy/index.ts'
import { CaseTally, type EffectTally, type Tally } from './case-tally.ts'
import { caseTexts, factText } from './case-text.ts'
import { personFacts } from './person-facts.ts'
import type { Resolve } from './situations.ts'
import { SubjectSituations } from './subject-situations.ts'
import { twoSides, type TwoSides } from './two-sides.ts'

/** So many texts are told of the situations of a case. */
const MOST_TEXTS = 3
/** So many of the facts that it depends on are told. */
const MOST_FACTS = 5

type Case = Told['effects'][number]['cases'][number]
/** A case with all that it is about. */
type WholeCase = Omit<Case, 'subjects' | 'moreSubjects' | 'people'> & {
  ids: readonly string[]
  count: number
  people: readonly string[]
}
interface WholeGroup extends Omit<Told['effects'][number], 'cases' | 'people'> {
  people: readonly string[]
  cases: readonly WholeCase[]
}

interface SituationResult {
  affected: number
  effects: WholeGroup[]
  undecided: { people: readonly string[]; on: string[] }
  /** Whether the people of each case are all there. */
  isByCase: boolean
}

/**
 * Counts what a change does to one person after another in every situation that rules tell apart. Exact: what cannot be enumerated is
 * counted by itself, as undecided.
 */
export class SituationImpact {
  private readonly sides: TwoSides
  private readonly resolverOf: (someone: PersonContext) => Resolve
  private readonly subjects = new Map<Subject, SubjectSituations>()
  private readonly tally = new CaseTally()
  private readonly affected = new Set<string>()
  private readonly undecided = new Set<string>()
  private readonly facts = new Map<string, { fact: Fact; people: number }>()

  constructor(before: Side, after: Side) {
    this.sides = twoSides(before, after)
    this.resolverOf = personFacts(after.set.everyoneGroupId)
  }

  /**
   * Counts someone who is subject to it.
   * @param prospects what may happen to them before and after; null where the same surely does
   * @param places how many applications it is about for them; 1 where it is about none
   */
  add(
    subject: Subject,
    someone: PersonContext & { person: { id: string } },
    prospects: Prospects | null,
    places: number,
  ): void {
    const judgement = prospects && this.ofSubject(subject).judge(prospects, this.resolverOf(someone))
    if (!judgement) return
    const { id } = someone.person
    if (judgement.changes.length > 0) this.affected.add(id)
    for (const change of judgement.changes)
      this.tally.add(subject, id, change, judgement.always.has(change.effect), places)
    if (judgement.undecided.length > 0) this.undecided.add(id)
    for (const fact of judgement.undecided) {
      const known = this.facts.get(fact.key) ?? { fact, people: 0 }
      known.people++
      this.facts.set(fact.key, known)
    }
  }

  private ofSubject(subject: Subject): SubjectSituations {
    const known = this.subjects.get(subject) ?? new SubjectSituations(subject, this.sides)
    this.subjects.set(subject, known)
    return known
  }

  /** What was counted, with the people of each effect and case in the order in which they were added. */
  get result(): SituationResult {
    const on = [...this.facts.values()].sort((a, b) => b.people - a.people).slice(0, MOST_FACTS)
    return {
      isByCase: this.tally.isListed,
      affected: new Set([...this.affected, ...this.undecided]).size,
      effects: SITUATION_EFFECTS.flatMap((effect) => {
        const group = this.tally.effects.get(effect)
        return group ? [this.tell(effect, group)] : []
      }),
      undecided: {
        people: [...this.undecided],
        on: [...new Set(on.map(({ fact }) => factText(fact, this.sides.nameOf)))],
      },
    }
  }

  private tell(effect: SituationEffect, { people, always, cells, cases, further }: EffectTally): WholeGroup {
    const sorted = [...cases.values()].sort((a, b) => b.count - a.count)
    return {
      effect,
      people: [...people],
      always: always.size,
      cells,
      cases: sorted.slice(0, MOST_CASES).map((each) => this.tellCase(each)),
      moreCases: Math.max(0, sorted.length - MOST_CASES) + (further > 0 ? 1 : 0),
    }
  }

  private tellCase({ subject, change, count, people }: Tally): WholeCase {
    const { situations } = this.ofSubject(subject)
    const { texts, more } = situations.textsOf(change.bits, MOST_TEXTS)
    return {
      policyType: subject.type,
      ids: subject.ids,
      situations: texts,
      moreSituations: more,
      ...caseTexts(subject.type, change, this.sides.nameOf),
      ruleBefore: ruleOf(change.before),
      ruleAfter: ruleOf(change.after),
      count,
      people,
    }
  }
}

const ruleOf = (step: Step | null): Case['ruleBefore'] =>
  step && {
    policyId: step.policy.record.id,
    policyName: step.policy.record.name,
    ruleId: step.rule.record.id,
    ruleName: step.rule.record.name,
  }
