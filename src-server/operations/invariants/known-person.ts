import type { UserStatus } from '#contract/directory/user-status.ts'
import { differences, personFact, personsExample, type Breach, type TimeLimit, type Witness } from '#analysis/index.ts'
import type { ApplicationRecord, Fact, Person } from '#policy/index.ts'
import { isShutOut } from '../directory/unreached.ts'
import type { Reachable } from '../policies/audience-data.ts'
import { admittedBy, assignedTo } from '../policies/audiences.ts'
import type { CheckingSide } from './checking-side.ts'
import type { CheckedInvariant } from '#workers/protocol.ts'

/** A sign-in that breaks an invariant, of a person who could do it today. */
export interface KnownExample {
  person: Reachable
  app: ApplicationRecord | null
  witness: Witness
}

/** How many kinds of people one invariant is tried with, and how many people of each: some are suspended, or differ in what formulas leave out. */
const MOST_TRIES = 60
const OF_A_KIND = 2
/** So many kinds are read at once. */
const AT_ONCE = 10
/** So many people are read with their attributes, where the question asks for these. */
const MOST_READ = 5_000

/** What is left of the tries of an invariant. */
export const tries = (): { left: number } => ({ left: MOST_TRIES })

/**
 * The sign-in of a person who is there and has the application; null where none of those who were tried breaks the invariant. People are tried by
 * kinds, as far as the question tells them apart, those first who are most like what the solver found.
 * @throws TimeUpError
 */
export async function knownPersonsExample(
  side: CheckingSide,
  { scope }: Pick<CheckedInvariant, 'scope'>,
  breach: Breach,
  { budget, limit }: { budget: { left: number }; limit: TimeLimit },
): Promise<KnownExample | null> {
  const contextsOf = await side.contextsOf()
  const world = { ...side.set, nameOf: side.nameOf }
  const kinds = (await kindsOfPeople(side, scope, breach)).slice(0, budget.left)
  for (let from = 0; from < kinds.length; from += AT_ONCE) {
    side.population.signal.throwIfAborted()
    limit.check()
    const some = kinds.slice(from, from + AT_ONCE)
    budget.left -= some.length
    for (const context of await contextsOf(some.flatMap((kind) => kind.slice(0, OF_A_KIND)))) {
      const person = context.person as Person
      const reachable = side.directory.byId.get(person.id)
      if (!reachable || isShutOut((person.user?.status ?? 'ACTIVE') as UserStatus)) continue
      const app = breach.apps && appOf(side, breach.apps, reachable)
      if (breach.apps && !app) continue
      const signIn = personsExample(breach, { ...context, person }, app, world)
      if (signIn) return { person: reachable, app, witness: { context: signIn, needs: [] } }
    }
  }
  return null
}

const appOf = ({ directory }: CheckingSide, apps: readonly ApplicationRecord[], person: Reachable) =>
  apps.find(({ id }) => directory.byApp.get(id)?.has(person)) ?? null

/** People who could be meant, by what the question tells of them; the likeliest first. */
async function kindsOfPeople(
  side: CheckingSide,
  { people, userType }: CheckedInvariant['scope'],
  { apps, facts, first }: Breach,
): Promise<readonly Reachable[][]> {
  const { directory } = side
  const inScope = admittedBy(directory, { ...(people && { people }), ...(userType && { userType }) })
  const having = apps && assignedTo(directory, apps)
  const candidates = having ? inScope.filter((person) => having.has(person)) : inScope
  const asked = [...facts.values()].filter((fact) => isOfGroupsOrType(fact))
  const personal = await attributesOf(side, candidates, [...facts.values()])
  const keyed = candidates.slice(0, personal ? MOST_READ : undefined).map((reachable) => {
    const person = personal?.get(reachable.id) ?? { ...reachable }
    return { reachable, person, key: keyOf(person, personal ? [...facts.values()] : asked) }
  })
  return [...Map.groupBy(keyed, ({ key }) => key).values()]
    .map((all) => ({
      all: all.map(({ reachable }) => reachable),
      apart: all[0] ? differences(all[0].person, facts.values(), first) : 0,
    }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ all }) => all)
}

const DIRECT: ReadonlySet<string> = new Set(['groups', 'userType', 'person'])
const isOfGroupsOrType = ({ about }: Fact) => 'subject' in about && DIRECT.has(about.subject)

/** What is so of a person, of all that is asked. */
const keyOf = (person: Person, facts: readonly Fact[]): string =>
  facts.flatMap((fact, at) => (personFact(fact, person) === true ? [at] : [])).join(' ')

/** People with their attributes, where anything asks for these; null where nothing does. */
async function attributesOf(
  side: CheckingSide,
  people: readonly Reachable[],
  facts: readonly Fact[],
): Promise<ReadonlyMap<string, Person> | null> {
  const asks = facts.some(
    ({ about }) => 'subject' in about && /^user\.|^identifier$|^providerType$/.test(about.subject),
  )
  if (!asks) return null
  const contextsOf = await side.contextsOf()
  const found = await contextsOf(people.slice(0, MOST_READ))
  return new Map(found.map(({ person }) => [person.id, person as Person]))
}
