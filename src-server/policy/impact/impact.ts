import { IMPACT_EFFECTS, type ImpactEffect } from '#contract/gatehouse/change-review.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { factsOf, type Facts } from '../facts.ts'
import type { EvaluationContext } from '../types.ts'
import { effectOf, standingOf, type Standing } from './effect.ts'
import { signatureOf } from './signature.ts'
import { mayApply } from './steps.ts'
import { subjectsOf, type Side, type Subject } from './subjects.ts'

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
  /** The largest first. */
  cases: readonly Case[]
}

interface Change {
  effect: ImpactEffect
  before: Standing
  after: Standing
}

/**
 * Tells for one person after another what a change of policies does to them. For each only what the change can make a
 * difference by is asked first; people who stand alike before and after are judged once.
 */
export class Impact {
  /** All that the change is about; none where it changes nothing for anyone. */
  readonly subjects: readonly Subject[]
  private readonly before: Side
  private readonly after: Side
  /** By subject and both signatures; null where they come to the same. */
  private readonly judged = new Map<string, Change | null>()
  private readonly people = new Map<ImpactEffect, Set<string>>()
  private readonly cases = new Map<ImpactEffect, Map<string, Case>>()
  private readonly anyone = new Set<string>()

  constructor(before: Side, after: Side) {
    this.before = before
    this.after = after
    this.subjects = subjectsOf(before, after)
  }

  /** Whether the conditions of expressions or of what people type have to be answered, for which attributes are needed. */
  get needsAttributes(): boolean {
    return this.subjects.some(({ before, after }) =>
      [...before.steps, ...after.steps].some(
        ({ rule }) =>
          rule.record.conditions &&
          ('elCondition' in rule.record.conditions || 'userIdentifier' in rule.record.conditions),
      ),
    )
  }

  /** Whether the change may affect someone; attributes need not be known. */
  mayAffect(subject: Subject, context: PersonContext): boolean {
    const facts = factsOf(context)
    return mayApply(subject.before.differing, facts) || mayApply(subject.after.differing, facts)
  }

  /** Counts what the change does to someone who is subject to it. */
  add(subject: Subject, context: PersonContext & { person: { id: string } }): void {
    const change = this.judge(subject, context)
    if (!change) return
    const { id } = context.person
    this.anyone.add(id)
    entryOf(this.people, change.effect, () => new Set<string>()).add(id)
    const cases = entryOf(this.cases, change.effect, () => new Map<string, Case>())
    const [before, after] = [change.before.outcome.text, change.after.outcome.text]
    const name = [subject.type, subject.ids[0], before, after].join('\n')
    const { type, ids } = subject
    entryOf(cases, name, () => ({ type, ids, before, after, people: 0 })).people++
  }

  get result(): { affected: number; effects: EffectGroup[] } {
    const effects = IMPACT_EFFECTS.flatMap((effect): EffectGroup[] => {
      const people = this.people.get(effect)
      const cases = [...(this.cases.get(effect)?.values() ?? [])].sort((a, b) => b.people - a.people)
      return people ? [{ effect, people: [...people], cases }] : []
    })
    return { affected: this.anyone.size, effects }
  }

  private judge(subject: Subject, context: PersonContext): Change | null {
    const facts = factsOf(context)
    const [before, after] = [signatureOf(subject.before.steps, facts), signatureOf(subject.after.steps, facts)]
    if (before === after) return null
    const key = `${this.subjects.indexOf(subject)} ${before} → ${after}`
    const known = this.judged.get(key)
    if (known !== undefined) return known
    const change = this.compare(subject, facts)
    this.judged.set(key, change)
    return change
  }

  private compare({ type, place }: Subject, { context }: Facts): Change | null {
    const standing = ({ compiled }: Side) =>
      standingOf(evaluate(compiled, type, { ...context, ...place }), compiled.nameOf)
    const [before, after] = [standing(this.before), standing(this.after)]
    const effect = effectOf(before, after)
    return effect && { effect, before, after }
  }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
