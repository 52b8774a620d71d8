import type { InvariantImpact, InvariantResult } from '#contract/gatehouse/invariant.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { appsInScope, invariantProver, somebodysExample, type Breaches } from '#analysis/index.ts'
import { invariantSentence, withSetChange, type SetChange } from '#policy/index.ts'
import type { CheckedInvariant } from '#workers/protocol.ts'
import type { Population } from '../policies/population.ts'
import { checkingSide, type CheckingSide } from './checking-side.ts'
import { danglingProblem } from './dangling.ts'
import { describeExample, type Example } from './describe-example.ts'
import { knownPersonsExample, tries } from './known-person.ts'

/** Checks invariants by the policies of a moment; one after the other, until it is told to stop. */
export const computeInvariants = (
  population: Population,
  all: readonly CheckedInvariant[],
): Promise<InvariantResult[]> => checkedIn(checkingSide(population, population.directory.snapshot.set), all)

/**
 * What a change makes of invariants: only those that do not hold after it are looked at before it.
 * @param from what is changed before, as part of neither side; absent: nothing
 */
export async function computeInvariantImpact(
  population: Population,
  all: readonly CheckedInvariant[],
  changes: readonly SetChange[],
  from?: SetChange,
): Promise<InvariantImpact> {
  const { set } = population.directory.snapshot
  const before = from ? withSetChange(set, from) : set
  const after = await checkedIn(checkingSide(population, changes.reduce(withSetChange, before)), all)
  const was = await checkedIn(checkingSide(population, before), all)
  const pairs = after.map((result, at) => ({ result, before: was[at]?.state }))
  return {
    checked: all.length,
    breaks: pairs.flatMap(({ result, before: state }) =>
      state === 'HOLDS' && result.state !== 'HOLDS' ? [result] : [],
    ),
    mends: pairs.flatMap(({ result, before: state }) =>
      state !== 'HOLDS' && result.state === 'HOLDS' ? [result.name] : [],
    ),
    brokenAlready: pairs.filter(({ result, before: state }) => state === 'BROKEN' && result.state === 'BROKEN').length,
  }
}

async function checkedIn(side: CheckingSide, all: readonly CheckedInvariant[]): Promise<InvariantResult[]> {
  const { set, withApps, population } = side
  const prove = invariantProver(set, all, { withApps, clock: () => performance.now(), mostMs: LIMITS.invariantMs })
  const results: InvariantResult[] = []
  for (const invariant of all) {
    population.signal.throwIfAborted()
    results.push(await resultOf(side, invariant, prove(invariant)))
  }
  return results
}

type Found = Pick<InvariantResult, 'state' | 'text' | 'counterexample'>

async function resultOf(side: CheckingSide, invariant: CheckedInvariant, breaches: Breaches): Promise<InvariantResult> {
  const { id = null, name } = invariant
  const sentence = invariantSentence(invariant, side.nameOf)
  const problem = danglingProblem(invariant, side) ?? beyond(invariant, side)
  const found = problem === null ? await searched(side, invariant, breaches) : notDecided(problem)
  return { id, name, sentence, ...found }
}

const notDecided = (text: string): Found => ({ state: 'NOT_DECIDED', text, counterexample: null })

/** What cannot be asked of an organization whose applications have no policies. */
const beyond = ({ app, claim }: CheckedInvariant, { withApps }: CheckingSide): string | null =>
  app && !withApps && claim.kind !== 'DENIED' && claim.kind !== 'ALLOWED'
    ? 'This organization has no authentication policies, which would say what applications ask for.'
    : null

/** The first sign-in that a person of today could do, else one that somebody could, else what was proved. */
async function searched(side: CheckingSide, invariant: CheckedInvariant, breaches: Breaches): Promise<Found> {
  const budget = tries()
  const ends = performance.now() + LIMITS.invariantMs
  let somebody: Example | null = null
  let isUnconfirmed = false
  for (let next = breaches.next(); ; next = breaches.next()) {
    if (next.done) return somebody ? broken(side, somebody) : held(side, invariant, next.value, isUnconfirmed)
    const breach = next.value
    const known = await knownPersonsExample(side, invariant, breach, budget)
    if (known) return broken(side, { breach, ...known })
    const witness = somebodysExample(breach, { ...side.set, nameOf: side.nameOf })
    if (!witness) isUnconfirmed = true
    else if (!somebody || witness.needs.length < somebody.witness.needs.length) somebody = { breach, witness }
    if (somebody && (budget.left <= 0 || performance.now() > ends)) return broken(side, somebody)
  }
}

async function broken(side: CheckingSide, example: Example): Promise<Found> {
  const { counterexample, text } = await describeExample(side, example)
  return { state: counterexample.needs.length > 0 ? 'DEPENDS' : 'BROKEN', text, counterexample }
}

function held({ set }: CheckingSide, { app }: CheckedInvariant, unasked: number, isUnconfirmed: boolean): Found {
  const apps = app && appsInScope(app, set.applications).length
  if (apps === 0) return notDecided('It is about no application that is active.')
  if (isUnconfirmed) return notDecided('There may be sign-ins that break it, but no example of one could be made.')
  if (unasked > 0)
    return notDecided(
      `Not decided within ${LIMITS.invariantMs / 1_000} seconds: ${numbered(unasked)} of ${numbered(apps ?? 0)} applications were not looked at.`,
    )
  const over = apps === null ? '' : ` to ${apps === 1 ? '1 application' : `${numbered(apps)} applications`}`
  return { state: 'HOLDS', text: `Proved for every sign-in${over} that there could be.`, counterexample: null }
}

const numbered = (count: number) => count.toLocaleString('en')
