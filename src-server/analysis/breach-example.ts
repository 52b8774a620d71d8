import {
  and,
  not,
  SUBJECTS,
  type EvaluationContext,
  type Fact,
  type Formula,
  type Person,
  type PersonContext,
} from '#policy/index.ts'
import type { Breach } from './invariants.ts'
import { isTrueOf, valueOfPerson } from './person-values.ts'
import type { Assignment } from './satisfiable.ts'
import { supportOf } from './support.ts'
import { witnessOf, type Witness, type WitnessWorld } from './witness.ts'

/** So many of the sign-ins that the solver finds are looked at: some cannot be told without the running service. */
const MOST_LOOKED_AT = 12

/**
 * A sign-in that breaks a question, no matter whose; null where none can be made of what the solver finds that the core sees the same way. One with
 * needs breaks it only if these are met, which the core leaves open; one without is preferred.
 */
export function somebodysExample(breach: Breach, world: WitnessWorld): Witness | null {
  let best: Witness | null = null
  const seen: Formula[] = []
  let signIn: Assignment | null = breach.first
  for (let looked = 0; signIn && looked < MOST_LOOKED_AT; looked++) {
    const made = breach.madeBy(signIn)
    const example = exampleIn(breach, witnessOf(made, signIn, world), signIn, world)
    if (example?.needs.length === 0) return example
    if (example && (!best || example.needs.length < best.needs.length)) best = example
    seen.push(not(and(...literals(supportOf(made, signIn).values(), signIn))))
    signIn = breach.find(and(...seen))
  }
  return best
}

/** What a sign-in cannot be given where anything of it cannot, and else all of it. */
function literals(support: Iterable<Fact>, signIn: Assignment): Formula[] {
  const facts = [...support].filter(({ about }) => about.kind !== 'known')
  const free = facts.filter(({ about }) => about.kind === 'free')
  return (free.length > 0 ? free : facts).map((fact) => (signIn(fact) ? fact : not(fact)))
}

function exampleIn(breach: Breach, { context, needs }: Witness, signIn: Assignment, { nameOf }: WitnessWorld) {
  const [app = null] = breach.apps ?? []
  const groups = context.person?.groupIds.map((id) => ({ id, profile: { name: nameOf?.(id) ?? id } })) ?? []
  const whole = { ...context, app, groups }
  if (breach.isBrokenBy(whole) && breach.isCertain(whole)) return { context: whole, needs: [] }
  return needs.length > 0 && breach.mayBeBrokenBy(whole, signIn) ? { context: whole, needs } : null
}

/** A sign-in of somebody who is there that breaks a question; null where the core sees none. @param app which of the applications */
export function personsExample(
  breach: Breach,
  { person, groups, now }: PersonContext & { person: Person },
  app: { id: string; name: string } | null,
  world: WitnessWorld,
): EvaluationContext | null {
  const found = breach.find(asIs(person, breach.facts.values()))
  if (!found) return null
  const { identifier: _theirs, ...situation } = witnessOf(breach.madeBy(found), found, world).context
  const signIn = { ...situation, now, person, groups: groups ?? null, app }
  return breach.isBrokenBy(signIn) && breach.isCertain(signIn) ? signIn : null
}

/** Reads a fact about a person; null for one about anything else, or that only an evaluation can tell. */
export function personFact({ about }: Fact, person: Person): boolean | null {
  if (about.kind === 'free') return null
  if (about.kind === 'known') return PERSONAL.has(about.subject) ? true : null
  if (about.kind === 'has') return about.subject === SUBJECTS.groups ? person.groupIds.includes(about.item) : null
  const value = valueOfPerson(about.subject, person)
  return value === undefined ? null : isTrueOf(about, value)
}

const PERSONAL = new Set<string>([
  ...[SUBJECTS.person, SUBJECTS.groups, SUBJECTS.userType, SUBJECTS.providerType, SUBJECTS.user],
])
/** All that is known of a person, as far as it is asked for. */
const asIs = (person: Person, facts: Iterable<Fact>): Formula =>
  and(
    ...[...facts].flatMap((fact): Formula[] => {
      const isSo = personFact(fact, person)
      return isSo === null ? [] : [isSo ? fact : not(fact)]
    }),
  )

/** In how many facts a person differs from what the solver found; the fewer the likelier that they can do the same. */
export function differences(person: Person, facts: Iterable<Fact>, found: Assignment): number {
  let count = 0
  for (const fact of facts) {
    const isSo = personFact(fact, person)
    if (isSo !== null && isSo !== found(fact)) count++
  }
  return count
}
