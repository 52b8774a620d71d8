import type { SituationEffect } from '#contract/gatehouse/situation-impact.ts'
import {
  createSituationEffects,
  factsIn,
  nameOfProspect,
  termsOf,
  type Fact,
  type Formula,
  type OpenStep,
  type Prospect,
  type Prospects,
  type Step,
  type Subject,
} from '#policy/index.ts'
import { decidersOf, isSameDecider, nameOfDeciding, type Decider, type Maybe } from './deciders.ts'
import { countBits, Situations, type Bits, type Resolve } from './situations.ts'
import { stepSituations, type Taken } from './step-situations.ts'
import type { TwoSides } from './two-sides.ts'

/** What a change does to someone in some situations, and by which rules. */
export interface Change {
  effect: SituationEffect
  before: Step | null
  after: Step | null
  bits: Bits
  /** How many situations those are. */
  situations: number
}

type Uncounted = Omit<Change, 'situations'>

/** All that a change does to someone, for a subject. */
interface Judgement {
  changes: readonly Change[]
  /** Effects that they feel in every situation in which they get in. */
  always: ReadonlySet<SituationEffect>
  /** What it depends on, where that cannot be told and makes a difference. */
  undecided: readonly Fact[]
}

/** More judgements are not remembered: there can be as many as people. */
const REMEMBERED = 20_000

/** Judges one person after another in every situation, for the sign-ins that one subject is about. */
export class SubjectSituations {
  readonly situations: Situations
  private readonly takenOf: (open: OpenStep, resolve: Resolve) => Taken
  private readonly effects: ReturnType<typeof createSituationEffects>
  private readonly differing: ReadonlySet<Step>
  private readonly known = new Map<string, Judgement | null>()

  constructor(subject: Subject, sides: TwoSides) {
    const environmentOf = environmentsOf(subject, sides)
    this.differing = new Set(subject.difference.differing.all)
    this.situations = new Situations(factsOfSubject(subject, sides), sides, sides.nameOf)
    this.takenOf = stepSituations(this.situations, environmentOf)
    this.effects = createSituationEffects(subject.type, sides.nameOf)
  }

  /**
   * @param prospects what may happen to someone before and after
   * @param resolve what is known of them
   * @returns null where nothing changes for them
   */
  judge([before, after]: Prospects, resolve: Resolve): Judgement | null {
    if (nameOfProspect(before) === nameOfProspect(after)) return null
    const taken = (open: OpenStep) => this.takenOf(open, resolve)
    const name = `${nameOfDeciding(before, taken)} → ${nameOfDeciding(after, taken)}`
    const known = this.known.get(name)
    if (known !== undefined) return known
    const made = this.compare(before, after, taken)
    if (this.known.size < REMEMBERED) this.known.set(name, made)
    return made
  }

  private compare(before: Prospect, after: Prospect, taken: (open: OpenStep) => Taken): Judgement | null {
    const bits = this.touched(before, after, taken)
    if (bits === 0n) return null
    const changes: Uncounted[] = []
    const undecided = new Set<Fact>()
    const plainly = (prospect: Prospect) => decidersOf(prospect, bits, taken).map((decider) => this.plain(decider))
    const next = plainly(after)
    for (const old of plainly(before))
      for (const now of next) {
        const both = old.bits & now.bits
        if (both === 0n || isSameDecider(old, now)) continue
        if (old.maybe.length + now.maybe.length === 0) {
          const effect = this.effects(old.step, now.step)
          if (effect) addTo(changes, { effect, before: old.step, after: now.step, bits: both })
        } else if (this.mayDiffer(old, now)) for (const fact of factsOfMaybes(old, now)) undecided.add(fact)
      }
    if (changes.length === 0 && undecided.size === 0) return null
    const counted = changes.map((change) => ({ ...change, situations: countBits(change.bits) }))
    return { changes: counted, always: this.alwaysOf(changes, before, after, taken), undecided: [...undecided] }
  }

  /** The situations in which the change can make a difference: those of steps that the other side does not have in their place. */
  private touched(before: Prospect, after: Prospect, taken: (open: OpenStep) => Taken): Bits {
    const all = [before, after]
    if (all.some(({ sure }) => sure && this.differing.has(sure))) return this.situations.all
    return all
      .flatMap(({ open }) => open)
      .reduce((bits, open) => (this.differing.has(open.step) ? bits | taken(open).possibly : bits), 0n)
  }

  /** Without steps that cannot be told where they come to what is decided otherwise. */
  private plain(decider: Decider): Decider {
    const isDifferent = decider.maybe.some(({ step }) => this.effects(step, decider.step) !== null)
    return isDifferent ? decider : { ...decider, maybe: [] }
  }

  /** Whether some of the steps that may decide before and after come to different things. */
  private mayDiffer(old: Decider, now: Decider): boolean {
    const all = ({ maybe, step }: Decider) => [...maybe.map((each) => each.step), step]
    return all(old).some((before) => all(now).some((after) => this.effects(before, after) !== null))
  }

  private alwaysOf(
    changes: readonly Uncounted[],
    before: Prospect,
    after: Prospect,
    taken: (open: OpenStep) => Taken,
  ): ReadonlySet<SituationEffect> {
    const felt = new Map<SituationEffect, Bits>()
    for (const { effect, bits } of changes) felt.set(effect, (felt.get(effect) ?? 0n) | bits)
    const inBefore = felt.has('ACCESS_LOST') ? this.admitted(before, taken) : 0n
    const inAfter = felt.size > (felt.has('ACCESS_LOST') ? 1 : 0) ? this.admitted(after, taken) : 0n
    const isAlways = ([effect, bits]: [SituationEffect, Bits]) =>
      ((effect === 'ACCESS_LOST' ? inBefore : inAfter) & ~bits) === 0n
    return new Set([...felt].filter(isAlways).map(([effect]) => effect))
  }

  /** The situations in which someone may get in. */
  private admitted(prospect: Prospect, taken: (open: OpenStep) => Taken): Bits {
    const isIn = (step: Step | null) => step !== null && this.effects(step, null) !== null
    return decidersOf(prospect, this.situations.all, taken).reduce(
      (bits, { maybe, step, bits: own }) => ([...maybe.map((each) => each.step), step].some(isIn) ? bits | own : bits),
      0n,
    )
  }
}

/** What the same rules do in several situations is one change. */
function addTo(changes: Uncounted[], change: Uncounted): void {
  const known = changes.find(
    ({ effect, before, after }) =>
      effect === change.effect &&
      before?.content === change.before?.content &&
      after?.content === change.after?.content,
  )
  if (known) known.bits |= change.bits
  else changes.push(change)
}

function factsOfMaybes(...deciders: readonly Decider[]): Fact[] {
  const maybes: Maybe[] = deciders.flatMap(({ maybe }) => maybe)
  return maybes.flatMap(({ on }) => on)
}

type Environment = TwoSides['before']

/** Steps of before are read as of before: what a zone holds may have changed since. */
function environmentsOf({ difference }: Subject, sides: TwoSides): (step: Step) => Environment {
  const ofBefore = new Set(difference.before.all)
  return (step) => (ofBefore.has(step) ? sides.before : sides.after)
}

/** All facts that decide a subject, before or after. */
export function factsOfSubject({ difference: { shared, before, after } }: Subject, sides: TwoSides): Fact[] {
  const formulas = [
    formulasOf(shared.all, sides.after),
    formulasOf(before.all, sides.before),
    formulasOf(after.all, sides.after),
  ]
  return [...factsIn(formulas.flat()).values()]
}

function formulasOf(steps: readonly Step[], environment: Environment): Formula[] {
  const met = (conditions: Parameters<typeof termsOf>[0]) =>
    termsOf(conditions, environment).map(({ term }) => term.yes)
  const policies = new Set(steps.map(({ policy }) => policy))
  return [
    ...[...policies].flatMap(({ record }) => met(record.conditions)),
    ...steps.flatMap(({ rule }) => met(rule.record.conditions)),
  ]
}
