import { IMPACT_EFFECTS, type ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { outcomeOf } from '../explain/outcome.ts'
import { factsOf } from '../prepared-context.ts'
import type { EvaluationContext } from '../types.ts'
import { createJudge } from './judge.ts'
import { goDown, nameOf, NOTHING, prospectsOf, type Prospects } from './possible-outcomes.ts'
import { mayApply, type StepList } from './step-list.ts'
import type { Step } from './steps.ts'
import { everySubject, subjectsOf, type Side, type Subject } from './subjects.ts'

/** Someone with everything but themselves unknown. */
export type PersonContext = Pick<EvaluationContext, 'now' | 'person' | 'groups'>

/** People for whom the same subjects come to the same, before and after. */
interface Case {
  type: PolicyType
  ids: readonly string[]
  before: string
  after: string
  people: number
}

/** The people whom an effect concerns, in the order in which they were added. */
interface EffectGroup {
  effect: ImpactEffect
  people: readonly string[]
  /** The largest first; only so many are told. */
  cases: readonly Case[]
  /** At the most: where there are very many, some of them may be told alike. */
  moreCases: number
}

/** A case before it is described: one of its people represents all. */
interface Tally {
  subject: Subject
  /** Null where the subject is not open to them. */
  someone: PersonContext | null
  changed: PersonContext | null
  people: number
}

/** What people who are new come to, for a subject. */
interface NewcomerCase extends Pick<Case, 'type' | 'ids' | 'people'> {
  text: string
}

/** So many cases of each effect are told. */
const MAX_CASES = 20
/**
 * So many tallies of each effect, the largest, are put into words; those beyond count as a case each. WHY so few: among thousands of
 * policies one takes 10 ms, and there can be as many tallies as people.
 */
const MAX_WORDED = 60

/**
 * Tells for one person after another what a change of policies does to them. Of each only what the change can make a difference by is
 * asked first; prospects that are alike are judged once, and put into words last of all.
 */
export class Impact {
  /** All that the change is about; none where it changes nothing for anyone. */
  readonly subjects: readonly Subject[]
  private readonly before: Side
  private readonly after: Side
  private readonly judges: ReadonlyMap<Subject, ReturnType<typeof createJudge>>
  private readonly people = new Map<ImpactEffect, Set<string>>()
  private readonly tallies = new Map<ImpactEffect, Map<string, Tally>>()
  private readonly anyone = new Set<string>()
  private readonly newcomers = new Map<string, Tally>()

  /** @param subjects for people who change while the policies stay, those of {@link Impact.ofPeople} */
  constructor(before: Side, after: Side, subjects: readonly Subject[] = subjectsOf(before, after)) {
    this.before = before
    this.after = after
    this.subjects = subjects
    this.judges = new Map(this.subjects.map((subject) => [subject, createJudge(subject.type, before.compiled.nameOf)]))
  }

  /** For people who change, while the policies stay as they are. */
  static ofPeople(side: Side): Impact {
    return new Impact(side, side, everySubject(side))
  }

  /** Whether expressions or patterns of what people type have to be answered, for which attributes are needed. */
  get needsAttributes(): boolean {
    const asks = ({ rule: { record } }: Step) =>
      Boolean(record.conditions && ('elCondition' in record.conditions || 'userIdentifier' in record.conditions))
    return this.subjects.some(({ difference: { shared, before, after } }) =>
      [shared, before, after].some(({ all }) => all.some(asks)),
    )
  }

  /** Whether the change may affect someone; attributes need not be known. */
  mayAffect({ difference }: Subject, context: PersonContext): boolean {
    return mayApply(difference.differing, factsOf(context))
  }

  /**
   * Counts what the change does to someone who is subject to it.
   * @param prospects what may happen to them before and after; null where the same surely does
   */
  add(
    subject: Subject,
    context: PersonContext & { person: { id: string } },
    prospects: Prospects | null = prospectsOf(subject.difference, factsOf(context)),
  ): void {
    if (prospects) this.count(subject, { id: context.person.id, someone: context, changed: context }, prospects)
  }

  /** Counts what becomes of someone who is not the same afterwards; null: the subject is not open to them. */
  addChanged(subject: Subject, id: string, someone: PersonContext | null, changed: PersonContext | null): void {
    const { before, after } = subject.difference
    const prospectOf = (steps: StepList, context: PersonContext | null) =>
      context ? goDown(steps, factsOf(context)) : NOTHING
    this.count(subject, { id, someone, changed }, [prospectOf(before, someone), prospectOf(after, changed)])
  }

  private count(
    subject: Subject,
    { id, ...contexts }: Pick<Tally, 'someone' | 'changed'> & { id: string },
    [old, next]: Prospects,
  ): void {
    const judgement = this.judges.get(subject)?.(old, next)
    if (!judgement) return
    const { effect, name } = judgement
    this.anyone.add(id)
    entryOf(this.people, effect, () => new Set<string>()).add(id)
    const tallies = entryOf(this.tallies, effect, () => new Map<string, Tally>())
    entryOf(tallies, `${this.subjects.indexOf(subject)} ${name}`, () => ({ subject, ...contexts, people: 0 })).people++
  }

  /** Counts what someone comes to who was not there before. */
  addNewcomer(subject: Subject, someone: PersonContext): void {
    const name = nameOf(goDown(subject.difference.after, factsOf(someone)))
    const key = `${this.subjects.indexOf(subject)} ${name}`
    entryOf(this.newcomers, key, () => ({ subject, someone: null, changed: someone, people: 0 })).people++
  }

  /** What new people come to, the most frequent first. */
  get ofNewcomers(): NewcomerCase[] {
    const tallies = [...this.newcomers.values()].sort(byPeople).slice(0, MAX_CASES)
    return tallies.map((tally) => {
      const { type, ids, after: text, people } = this.tell(tally)
      return { type, ids, text, people }
    })
  }

  get result(): { affected: number; effects: EffectGroup[] } {
    const effects = IMPACT_EFFECTS.flatMap((effect): EffectGroup[] => {
      const people = this.people.get(effect)
      if (!people) return []
      const tallies = [...(this.tallies.get(effect)?.values() ?? [])].sort(byPeople)
      const cases = this.casesOf(tallies.slice(0, MAX_WORDED))
      const further = tallies.length - Math.min(tallies.length, MAX_WORDED)
      const moreCases = Math.max(0, cases.length - MAX_CASES) + further
      return [{ effect, people: [...people], cases: cases.slice(0, MAX_CASES), moreCases }]
    })
    return { affected: this.anyone.size, effects }
  }

  /** The same words for the same subject are one case, by whichever rules it comes to that. */
  private casesOf(tallies: readonly Tally[]): Case[] {
    const cases = new Map<string, Case>()
    for (const tally of tallies) {
      const told = this.tell(tally)
      const key = [this.subjects.indexOf(tally.subject), told.before, told.after].join('\n')
      const known = cases.get(key)
      cases.set(key, known ? { ...known, people: known.people + told.people } : told)
    }
    return [...cases.values()].sort(byPeople)
  }

  private tell({ subject: { type, ids, place }, someone, changed, people }: Tally): Case {
    const tellOf = ({ compiled }: Side, person: PersonContext | null) =>
      person ? outcomeOf(evaluate(compiled, type, { ...person, ...place }, 'possible'), compiled.nameOf).text : NOT_OPEN
    return { type, ids, before: tellOf(this.before, someone), after: tellOf(this.after, changed), people }
  }
}

const NOT_OPEN = 'Not assigned'

const byPeople = (a: { people: number }, b: { people: number }) => b.people - a.people

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
