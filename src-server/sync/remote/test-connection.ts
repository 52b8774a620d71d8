import type { ConnectionTest } from '#contract/gatehouse/connection.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { ROUTES } from '#contract/routes/index.ts'
import type { Item, ListOperation } from '#contract/routes/lists.ts'
import type { CallerInput } from '#operations/service/caller.ts'
import type { RemoteClient } from './remote-client.ts'
import { RemoteError } from './remote-error.ts'

/** What is tried to be read, with as little as the list gives. */
const AREAS = {
  listPolicies: { type: 'SVC_SIGN_ON' },
  listGroups: { limit: 1 },
  listGroupRules: { limit: 1 },
  listUsers: { limit: 1 },
  listUserTypes: {},
  listApps: { limit: 1 },
  listZones: { limit: 1 },
  listAuthenticators: {},
  listBehaviors: {},
  listDeviceAssurances: {},
  listIdentityProviders: { limit: 1 },
  listAuthorizationServers: { limit: 1 },
  listEventHooks: {},
  listApiTokens: {},
  listLogEvents: { limit: 1 },
} as const satisfies Partial<Record<ListOperation, object>>
type Area = keyof typeof AREAS

const ENGINES = { idx: 'identity', v1: 'classic' } as const

/** Asks an instance what a connection is good for; what cannot be read is part of the result. */
export async function testRemote(remote: RemoteClient): Promise<ConnectionTest> {
  const signal = AbortSignal.timeout(LIMITS.remoteTestMs)
  const organization = await attempted(() => remote.call('getWellKnownOrganization', { signal }))
  const isThere = organization.problem === null
  const areas = isThere
    ? await Promise.all((Object.keys(AREAS) as Area[]).map((area) => readArea(remote, area, signal)))
    : []
  const readable = areas.filter(({ problem }) => problem === null)
  const holder = readable.length > 0 ? await holderOf(remote, signal) : null
  return {
    problem: organization.problem ?? (readable.length === 0 ? (areas[0]?.problem ?? null) : null),
    engine: ENGINES[organization.value?.pipeline ?? 'idx'] ?? null,
    organizationId: organization.value?.id ?? null,
    holder,
    areas,
    ...remote.facts(),
  }
}

/** What came of a call, or why nothing did. @throws what is no failure of the remote */
async function attempted<T>(call: () => Promise<T>): Promise<{ value: T | null; problem: string | null }> {
  try {
    return { value: await call(), problem: null }
  } catch (error) {
    if (error instanceof RemoteError) return { value: null, problem: error.message }
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { value: null, problem: `The test was ended after ${LIMITS.remoteTestMs / 1_000} seconds.` }
    throw error
  }
}

async function readArea(remote: RemoteClient, operation: Area, signal: AbortSignal) {
  const input = { query: AREAS[operation], signal } as CallerInput<Area>
  const { problem } = await attempted<{ items: Item<Area>[] }>(() => remote.page(operation, input))
  return { operation, summary: ROUTES[operation].summary, problem }
}

/** Whose token it is; a service app acts for no person, and some tokens may not read that. */
async function holderOf(remote: RemoteClient, signal: AbortSignal): Promise<ConnectionTest['holder']> {
  const { value: person } = await attempted(() => remote.call('getUser', { params: { userId: 'me' }, signal }))
  if (!person) return null
  const roles = await attempted(() => remote.call('listUserRoles', { params: { userId: person.id }, signal }))
  const { login } = person.profile
  const names = roles.value?.map(({ label, type }) => label ?? type) ?? null
  return { id: person.id, login: typeof login === 'string' ? login : null, roles: names }
}
