import type { InvariantImpact, InvariantResult } from '#contract/gatehouse/invariant.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import {
  appsInScope,
  invariantProver,
  somebodysExample,
  timeLimit,
  TimeUpError,
  type Breach,
  type Breaches,
  type Time,
  type TimeLimit,
  type Unasked,
  type Witness,
} from '#analysis/index.ts'
import { invariantSentence, withSetChange, type SetChange } from '#policy/index.ts'
import type { CheckedInvariant } from '#workers/protocol.ts'
import { TIME } from '#workers/time.ts'
import type { Population } from '../policies/population.ts'
import { checkingSide, type CheckingSide } from './checking-side.ts'
import { danglingProblem } from './dangling.ts'
import { describeExample, type Example } from './describe-example.ts'
import { knownPersonsExample, tries } from './known-person.ts'

/** Checks invariants by the policies of a moment; one after the other, until it is told to stop. */
export async function computeInvariants(
  population: Population,
  all: readonly CheckedInvariant[],
  time: Time = TIME,
): Promise<InvariantResult[]> {
  const checked = await checkedIn(checkingSide(population, population.directory.snapshot.set), all, time)
  return checked.map(({ result }) => result)
}

/**
 * What a change makes of invariants: only those that do not hold after it are looked at before it.
 * @param from what is changed before, as part of neither side; absent: nothing
 */
export async function computeInvariantImpact(
  population: Population,
  all: readonly CheckedInvariant[],
  changes: readonly SetChange[],
  from?: SetChange,
  time: Time = TIME,
): Promise<InvariantImpact> {
  const { set } = population.directory.snapshot
  const before = from ? withSetChange(set, from) : set
  const after = await checkedIn(checkingSide(population, changes.reduce(withSetChange, before)), all, time)
  const was = await checkedIn(checkingSide(population, before), all, time)
  const pairs = after.map(({ result, isLate }, at) => ({
    ...{ result, before: was[at]?.result.state },
    isLate: isLate || was[at]?.isLate === true,
  }))
  const decided = pairs.filter(({ isLate }) => !isLate)
  return {
    checked: all.length,
    notDecided: pairs.flatMap(({ result, isLate }) => (isLate ? [result.name] : [])),
    breaks: decided.flatMap(({ result, before: state }) =>
      state === 'HOLDS' && result.state !== 'HOLDS' ? [result] : [],
    ),
    mends: decided.flatMap(({ result, before: state }) =>
      state !== 'HOLDS' && result.state === 'HOLDS' ? [result.name] : [],
    ),
    brokenAlready: decided.filter(({ result, before: state }) => state === 'BROKEN' && result.state === 'BROKEN')
      .length,
  }
}

interface Checked {
  result: InvariantResult
  /** Whether there was no time to decide it. */
  isLate: boolean
}

async function checkedIn(side: CheckingSide, all: readonly CheckedInvariant[], time: Time): Promise<Checked[]> {
  const { set, withApps, population } = side
  const limit = timeLimit(LIMITS.questionMs, time)
  const prove = invariantProver(set, all, { withApps, limit })
  const results: Checked[] = []
  for (const invariant of all) {
    population.signal.throwIfAborted()
    limit.begin()
    results.push(await resultOf(side, invariant, { breaches: prove(invariant), limit }))
  }
  return results
}

type Found = Pick<InvariantResult, 'state' | 'text' | 'counterexample'> & { isLate?: true }

/** How one invariant is asked. */
interface Asking {
  breaches: Breaches
  limit: TimeLimit
}

async function resultOf(side: CheckingSide, invariant: CheckedInvariant, asking: Asking): Promise<Checked> {
  const { id = null, name } = invariant
  const sentence = invariantSentence(invariant, side.nameOf)
  const problem = danglingProblem(invariant, side) ?? beyond(invariant, side)
  const { isLate = false, ...found } = problem === null ? await searched(side, invariant, asking) : notDecided(problem)
  return { result: { id, name, sentence, ...found }, isLate }
}

const notDecided = (text: string): Found => ({ state: 'NOT_DECIDED', text, counterexample: null })

/** @param what follows that it was not decided in time */
const late = (what: string): Found => ({
  ...notDecided(`Not decided within ${LIMITS.questionMs / 1_000} seconds${what}.`),
  isLate: true,
})

/** What cannot be asked of an organization whose applications have no policies. */
const beyond = ({ app, claim }: CheckedInvariant, { withApps }: CheckingSide): string | null =>
  app && !withApps && claim.kind !== 'DENIED' && claim.kind !== 'ALLOWED'
    ? 'This organization has no authentication policies, which would say what applications ask for.'
    : null

/** The first sign-in that a person of today could do, else one that somebody could, else what was proved. */
async function searched(side: CheckingSide, invariant: CheckedInvariant, asking: Asking): Promise<Found> {
  const search = new Search(side, invariant, asking)
  try {
    return await search.run()
  } catch (error) {
    if (error instanceof TimeUpError) return search.inTime()
    throw error
  }
}

class Search {
  readonly #side: CheckingSide
  readonly #invariant: CheckedInvariant
  readonly #asking: Asking
  /** One of somebody, which is shown where none of a person of today is found. */
  #somebody: Example | null = null
  #isUnconfirmed = false

  constructor(side: CheckingSide, invariant: CheckedInvariant, asking: Asking) {
    this.#side = side
    this.#invariant = invariant
    this.#asking = asking
  }

  /** @throws TimeUpError */
  async run(): Promise<Found> {
    const { breaches, limit } = this.#asking
    const budget = tries()
    for (let next = breaches.next(); ; next = breaches.next()) {
      if (next.done) return this.#end(next.value)
      const breach = next.value
      // Before any person is read: it is found at once, and is there should the time be over meanwhile.
      this.#keep(breach, somebodysExample(breach, { ...this.#side.set, nameOf: this.#side.nameOf }))
      const known = await knownPersonsExample(this.#side, this.#invariant, breach, { budget, limit })
      if (known) return broken(this.#side, { breach, ...known })
      if (this.#somebody && budget.left <= 0) return broken(this.#side, this.#somebody)
    }
  }

  /** What is known once the time is over. */
  inTime(): Found | Promise<Found> {
    return this.#somebody
      ? broken(this.#side, this.#somebody)
      : late(': there may be sign-ins that break it, but no example was found in that time')
  }

  #keep(breach: Breach, witness: Witness | null): void {
    const kept = this.#somebody
    if (!witness) this.#isUnconfirmed = true
    else if (!kept || witness.needs.length < kept.witness.needs.length) this.#somebody = { breach, witness }
  }

  #end(unasked: Unasked | null): Found | Promise<Found> {
    if (this.#somebody) return broken(this.#side, this.#somebody)
    return held(this.#side, this.#invariant, unasked, this.#isUnconfirmed)
  }
}

async function broken(side: CheckingSide, example: Example): Promise<Found> {
  const { counterexample, text } = await describeExample(side, example)
  return { state: counterexample.needs.length > 0 ? 'DEPENDS' : 'BROKEN', text, counterexample }
}

function held(
  { set }: CheckingSide,
  { app }: CheckedInvariant,
  unasked: Unasked | null,
  isUnconfirmed: boolean,
): Found {
  const apps = app && appsInScope(app, set.applications).length
  if (apps === 0) return notDecided('It is about no application that is active.')
  if (isUnconfirmed) return notDecided('There may be sign-ins that break it, but no example of one could be made.')
  if (unasked) return late(leftText(unasked, apps ?? 0))
  const over = apps === null ? '' : ` to ${apps === 1 ? '1 application' : `${numbered(apps)} applications`}`
  return { state: 'HOLDS', text: `Proved for every sign-in${over} that there could be.`, counterexample: null }
}

/** ": sign-ins to 3 of 5 applications, such as Payroll"; nothing where it is about signing in. */
function leftText({ apps }: Unasked, all: number): string {
  const [first] = apps ?? []
  if (!apps || !first) return ''
  if (all === 1) return `: sign-ins to ${first.label}`
  return `: sign-ins to ${numbered(apps.length)} of ${numbered(all)} applications, such as ${first.label}`
}

const numbered = (count: number) => count.toLocaleString('en')
