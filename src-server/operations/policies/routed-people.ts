import { ROUTED_PEOPLE_SHOWN, type RoutedPeople, type RoutingTestRequest } from '#contract/gatehouse/routing-test.ts'
import { loginKeyOf, users } from '#db/tables/users.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { EvaluationContext } from '#policy/index.ts'
import { toPerson } from '../directory/person.ts'
import { attributeReader, inChunks, type Population } from './population.ts'
import { destinationsOf, placeOf, routeSignIn, ruleOf, type Destination, type Routing } from './routing.ts'

/** Places that are remembered. */
const REMEMBERED = 10_000

type Person = NonNullable<EvaluationContext['person']>

/**
 * Who goes where a login goes: everybody types their own login, all else is as for that one. Deactivated people are left out; those
 * who are suspended count, as a suspension ends.
 */
export async function countRouted(population: Population, request: RoutingTestRequest): Promise<RoutedPeople> {
  const { directory, read, now, signal } = population
  const { snapshot, people } = directory
  const providers = await policyResources.findAll(read, { where: { kind: 'identityProvider' }, order: ['name', 'id'] })
  const app = snapshot.set.applications.find(({ id }) => id === request.appInstance)
  const place = placeOf(request, app)
  const route = (identifier: string, person: Person | null) =>
    routeSignIn(snapshot, { ...place, now, person, identifier })
  const goalOf = goals(providers)

  const known = await users.findOne(read, { where: { loginKey: loginKeyOf(request.login) } })
  const goal = goalOf(route(request.login, known ? toPerson(known, []) : null))
  const contextsOf = await attributeReader(population)
  const counts = new Map<string, { routing: Routing; people: number }>()
  const sample: RoutedPeople['sample'] = []
  for (const chunk of inChunks(people)) {
    signal.throwIfAborted()
    for (const { person } of await contextsOf(chunk)) {
      const routing = route(loginOf(person), { ...person, groupIds: [] })
      if (goalOf(routing) !== goal) continue
      const key = routing.decision?.ruleId ?? ''
      counts.set(key, { routing, people: (counts.get(key)?.people ?? 0) + 1 })
      if (sample.length < ROUTED_PEOPLE_SHOWN)
        sample.push({ id: person.id, name: directory.byId.get(person.id)?.name ?? '' })
    }
  }
  return {
    people: [...counts.values()].reduce((sum, count) => sum + count.people, 0),
    total: people.length,
    rules: inScanOrder(
      [...counts.values()].flatMap(({ routing, people: count }) => {
        const rule = ruleOf(snapshot, routing)
        return rule ? [{ ...rule, people: count }] : []
      }),
      directory,
    ),
    sample,
  }
}

/** A text for where routing leads, the same for all that leads to the same place; there are as many as rules and computed names. */
function goals(providers: readonly Destination[]): (routing: Routing) => string {
  const known = new Map<string, string>()
  return (routing) => {
    const key = JSON.stringify([routing.ids, routing.names])
    const goal =
      known.get(key) ??
      destinationsOf(routing, providers)
        .map(({ id }) => id)
        .join(' ')
    if (known.size < REMEMBERED) known.set(key, goal)
    return goal
  }
}

const loginOf = ({ user }: Person) => String(user?.profile['login'] ?? '')

/** Rules in the order in which they are asked. */
function inScanOrder<One extends { id: string }>(rules: readonly One[], { snapshot }: Population['directory']): One[] {
  const order = (snapshot.byType.get('IDP_DISCOVERY') ?? []).flatMap((policy) => policy.rules.map(({ id }) => id))
  return [...rules].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}
