import {
  SITUATION_EFFECTS,
  type SituationEffect,
  type SituationImpact as Told,
} from '#contract/gatehouse/situation-impact.ts'
import type { Fact, PersonContext, Prospects, Side, Step, Subject } from '#policy/index.ts'
import { caseTexts, factText } from './case-text.ts'
import { personFacts } from './person-facts.ts'
import { type Bits, type Resolve } from './situations.ts'
import { SubjectSituations, type Change } from './subject-situations.ts'
import { twoSides, type TwoSides } from './two-sides.ts'

/** So many cases of each effect are told, with so many texts for their situations. */
const MOST_CASES = 20
const MOST_TEXTS = 3
/** More cases are counted, but not kept apart. */
const MOST_KEPT = 5_000
/** So many of the facts that it depends on are told. */
const MOST_FACTS = 5

/** A case before it is put into words. */
interface Tally {
  subject: Subject
  change: Change
  people: number
}

/** The people whom one effect concerns. */
interface Group {
  people: Set<string>
  always: Set<string>
  cells: number
  cases: Map<string, Tally>
  /** People in cases that are not kept. */
  further: number
}

type Case = Told['effects'][number]['cases'][number]
/** A case with all that it is about. */
type WholeCase = Omit<Case, 'subjects' | 'moreSubjects'> & { ids: readonly string[] }
interface WholeGroup extends Omit<Told['effects'][number], 'cases' | 'people'> {
  people: readonly string[]
  cases: readonly WholeCase[]
}

/**
 * Counts what a change does to one person after another in every situation that rules tell apart. Exact: what cannot be enumerated is
 * counted by itself, as undecided.
 */
export class SituationImpact {
  private readonly sides: TwoSides
  private readonly resolverOf: (someone: PersonContext) => Resolve
  private readonly subjects = new Map<Subject, SubjectSituations>()
  private readonly groups = new Map<SituationEffect, Group>()
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
    for (const change of judgement.changes) {
      const group = this.groupOf(change.effect)
      group.people.add(id)
      if (judgement.always.has(change.effect)) group.always.add(id)
      group.cells += change.situations * places
      tally(group, subject, change)
    }
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

  private groupOf(effect: SituationEffect): Group {
    const known = this.groups.get(effect) ?? {
      people: new Set<string>(),
      always: new Set<string>(),
      cells: 0,
      cases: new Map<string, Tally>(),
      further: 0,
    }
    this.groups.set(effect, known)
    return known
  }

  /** What was counted, with the people of each effect in the order in which they were added. */
  get result(): { affected: number; effects: WholeGroup[]; undecided: { people: readonly string[]; on: string[] } } {
    const on = [...this.facts.values()].sort((a, b) => b.people - a.people).slice(0, MOST_FACTS)
    return {
      affected: new Set([...this.affected, ...this.undecided]).size,
      effects: SITUATION_EFFECTS.flatMap((effect) => {
        const group = this.groups.get(effect)
        return group ? [this.tell(effect, group)] : []
      }),
      undecided: {
        people: [...this.undecided],
        on: [...new Set(on.map(({ fact }) => factText(fact, this.sides.nameOf)))],
      },
    }
  }

  private tell(effect: SituationEffect, { people, always, cells, cases, further }: Group): WholeGroup {
    const sorted = [...cases.values()].sort((a, b) => b.people - a.people)
    return {
      effect,
      people: [...people],
      always: always.size,
      cells,
      cases: sorted.slice(0, MOST_CASES).map((each) => this.tellCase(each)),
      moreCases: Math.max(0, sorted.length - MOST_CASES) + (further > 0 ? 1 : 0),
    }
  }

  private tellCase({ subject, change, people }: Tally): WholeCase {
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

const contentOf = (step: Step | null) => (step ? step.content : '-')
const textOfBits = (bits: Bits) => bits.toString(32)

function tally(group: Group, subject: Subject, change: Change): void {
  const key = [
    subject.type,
    subject.ids[0],
    contentOf(change.before),
    contentOf(change.after),
    textOfBits(change.bits),
  ].join(' ')
  const known = group.cases.get(key)
  if (known) known.people++
  else if (group.cases.size < MOST_KEPT) group.cases.set(key, { subject, change, people: 1 })
  else group.further++
}
