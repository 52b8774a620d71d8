import type { RoutedPeople, RoutingTest, RoutingTestRequest } from '#contract/gatehouse/routing-test.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { displayNameOf, loginKeyOf, users } from '#db/tables/users.ts'
import { blockedBy, explain } from '#policy/index.ts'
import { toPerson } from '../directory/person.ts'
import type { Service } from '../service/service.ts'
import { readProviders } from './find-providers.ts'
import { destinationsOf, placeOf, routeSignIn, ruleOf } from './routing.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { unreachedBecause } from '../directory/unreached.ts'

/**
 * Where a login is routed to, as the public look-up would say from the same place, and how that came about.
 * @throws ApiError E0000007 for the application
 */
export async function testRouting(service: Service, request: RoutingTestRequest): Promise<RoutingTest> {
  const { reader } = service
  const snapshot = await service.snapshot()
  const app = requireApp(snapshot, request.appInstance)
  const user = await users.findOne(reader, { where: { loginKey: loginKeyOf(request.login) } })
  const person = user ? toPerson(user, []) : null
  const context = { ...placeOf(request, app), now: service.clock(), person, identifier: request.login }
  const routing = routeSignIn(snapshot, context)
  const providers = (await readProviders(reader, routing)).map(({ id, name, type, status }) => ({
    ...{ id, name, type, status },
  }))
  const destinations = destinationsOf(routing, providers)
  const found = new Set(destinations.map(({ name }) => name))
  return {
    person: user ? { id: user.id, name: displayNameOf(user) } : null,
    rule: ruleOf(snapshot, routing),
    destinations,
    inactive: providers.filter(({ status }) => status === 'INACTIVE'),
    unknownNames: routing.names.filter((name) => !found.has(name)),
    blockedBy: blockedBy(snapshot.set, request.ip),
    unreached: unreachedBecause(person, app),
    explanation: explain(snapshot.compiled(), 'IDP_DISCOVERY', context),
  }
}

/**
 * How many people go where a login goes, from the same place to the same application; and a few of them.
 * @throws ApiError E0000007 for the application
 */
export async function countRoutedPeople(service: Service, request: RoutingTestRequest): Promise<RoutedPeople> {
  requireApp(await service.snapshot(), request.appInstance)
  return service.workers.run('routedPeople', { engine: service.engine(), now: service.clock(), request })
}

function requireApp({ set }: Snapshot, id: string | null | undefined) {
  if (!id) return null
  const app = set.applications.find((candidate) => candidate.id === id)
  if (!app) throw notFound(id, 'AppInstance')
  return app
}
