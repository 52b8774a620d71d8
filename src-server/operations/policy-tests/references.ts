import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import type { PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { KINDS } from '#contract/kinds.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { groups } from '#db/tables/groups.ts'
import { objectVersions } from '#db/tables/object-versions.ts'
import { users } from '#db/tables/users.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import { clientWithId } from '../apps/clients.ts'
import { requireUser } from '../directory/find-user.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type SignIn = PolicyTestWrite['request']
/** The kinds that a sign-in names. */
type NamedKind =
  | 'user'
  | 'group'
  | 'app'
  | 'client'
  | 'zone'
  | 'deviceAssurance'
  | 'behavior'
  | 'identityProvider'
  | 'authorizationServer'

interface Source {
  reader: Reader
  snapshot: Snapshot
}

/** The ids of what is called by a text: of the one that it is the id of, else of all that have it as their name. */
const FIND: Readonly<Record<NamedKind, (source: Source, text: string) => Promise<string[]>>> = {
  user: async ({ reader }, text) => {
    try {
      return [(await requireUser(reader, text)).id]
    } catch (error) {
      if (error instanceof ApiError) return []
      throw error
    }
  },
  async group({ reader }, text) {
    if (await groups.get(reader, text)) return [text]
    return idsOf(await groups.findAll(reader, { where: { name: text }, limit: 2 }))
  },
  app: async (source, text) => findApp(source, text),
  async client(source, text) {
    const client = await clientWithId(source.reader, text)
    return client ? [client.id] : findApp(source, text)
  },
  zone: async ({ snapshot: { set } }, text) => called(set.zones, text, ({ name }) => name),
  deviceAssurance: (source, text) => findResource(source, 'deviceAssurance', text),
  behavior: (source, text) => findResource(source, 'behavior', text),
  identityProvider: (source, text) => findResource(source, 'identityProvider', text),
  async authorizationServer({ reader }, text) {
    const all = await authorizationServers.findAll(reader)
    if (text === DEFAULT_SERVER_ALIAS) return idsOf(all.filter(({ isDefault }) => isDefault))
    return called(all, text, ({ name }) => name)
  },
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function called<Row extends { id: string }>(rows: readonly Row[], text: string, nameOf: (row: Row) => string) {
  const byId = rows.find(({ id }) => id === text)
  return byId ? [byId.id] : idsOf(rows.filter((row) => nameOf(row) === text))
}

const findApp = ({ snapshot: { set } }: Source, text: string) => called(set.applications, text, ({ label }) => label)

async function findResource({ reader }: Source, kind: PolicyResourceKind, text: string) {
  return called(await policyResources.findAll(reader, { where: { kind } }), text, ({ name }) => name)
}

/** What the one with an id is called by people; null where there is none. */
const NAME: Readonly<Record<NamedKind, (source: Source, id: string) => Promise<string | null>>> = {
  user: async ({ reader }, id) => (await users.get(reader, id))?.login ?? null,
  group: async ({ reader }, id) => (await groups.get(reader, id))?.name ?? null,
  app: async (source, id) => labelOf(source, id),
  client: async (source, id) => labelOf(source, (await clientWithId(source.reader, id))?.id ?? id),
  zone: async ({ snapshot: { set } }, id) => set.zones.find((zone) => zone.id === id)?.name ?? null,
  deviceAssurance: (source, id) => resourceName(source, id),
  behavior: (source, id) => resourceName(source, id),
  identityProvider: (source, id) => resourceName(source, id),
  async authorizationServer({ reader }, id) {
    const server = await authorizationServers.get(reader, id)
    return server ? (server.isDefault ? DEFAULT_SERVER_ALIAS : server.name) : null
  },
}

const labelOf = ({ snapshot: { set } }: Source, id: string) =>
  set.applications.find((app) => app.id === id)?.label ?? null

const resourceName = async ({ reader }: Source, id: string) => (await policyResources.get(reader, id))?.name ?? null

/** Replaces ids in a sign-in by the names that no other has; each is looked up once. */
export const namerOf = (source: Source): Resolve => inSignIn(nameFinder(source))

/** The name in place of an id, unless another has it as well; each is looked up once. */
export const nameFinder = (source: Source): Lookup =>
  lookedUpOnce(async (kind, id) => {
    const name = await NAME[kind](source, id)
    if (name === null) return id
    const [one, ...others] = await FIND[kind](source, name)
    return others.length === 0 && (await FIND[kind](source, id)).includes(one ?? '') ? name : id
  })

/** Replaces what a sign-in names by ids; each name is looked up once. */
export type Resolve = (request: SignIn) => Promise<SignIn>

/** @throws UserFacingError from what it returns: a sentence for what does not exist, or several have the name of */
export const resolverOf = (source: Source): Resolve => inSignIn(idFinder(source))

/** The id of what has a name, or is one already; each is looked up once. @throws UserFacingError as {@link resolverOf} */
export const idFinder = (source: Source): Lookup => lookedUpOnce((kind, text) => findOne(source, kind, text))

/** Another word for what is called by a text. */
export type Lookup = (kind: NamedKind, text: string) => Promise<string>

const inSignIn =
  (look: Lookup): Resolve =>
  (request) =>
    replaced(request, look)

function lookedUpOnce(look: Lookup): Lookup {
  const known = new Map<string, Promise<string>>()
  return (kind, text) => {
    const key = `${kind} ${text}`
    const found = known.get(key) ?? look(kind, text)
    known.set(key, found)
    return found
  }
}

async function findOne(source: Source, kind: NamedKind, text: string): Promise<string> {
  const ids = await FIND[kind](source, text)
  const [id] = ids
  const { singular, plural } = KINDS[kind]
  if (ids.length > 1)
    throw new UserFacingError(`Several ${plural} have the name “${text}”: name one of them by its id.`)
  if (id !== undefined) return id
  const former = await formerName(source.reader, text)
  throw new UserFacingError(
    former === null ? `There is no ${singular} “${text}”.` : `The ${singular} “${former}” (${text}) no longer exists.`,
  )
}

/** The last name of an object that was deleted; null where none is known. */
export async function formerName(reader: Reader, id: string): Promise<string | null> {
  const last = await objectVersions.findOne(reader, { where: { objectId: id }, order: [['id', 'DESC']] })
  return last?.name ?? null
}

/** A sign-in with other words for all that it names. */
async function replaced(request: SignIn, idOf: Lookup): Promise<SignIn> {
  const { appInstance, policyContext } = request
  const one = async (kind: NamedKind, text: string | null | undefined) => (text ? await idOf(kind, text) : text)
  const many = (kind: NamedKind, texts: readonly string[]) => Promise.all(texts.map((text) => idOf(kind, text)))
  const { user, groups: memberOf, zones, device, identityProvider: provider, behaviors } = policyContext
  const { authorizationServerId, clientId } = policyContext
  const changes = {
    ...(user && { user: { id: await idOf('user', user.id) } }),
    ...(memberOf && { groups: { ids: await many('group', memberOf.ids) } }),
    ...(zones && { zones: { ids: await many('zone', zones.ids) } }),
    ...(device && { device: { ...device, assuranceId: await one('deviceAssurance', device.assuranceId) } }),
    ...(provider?.type === 'IDP' && {
      identityProvider: { ...provider, id: await idOf('identityProvider', provider.id) },
    }),
    ...(behaviors && { behaviors: await many('behavior', behaviors) }),
    ...(authorizationServerId && {
      authorizationServerId: await idOf('authorizationServer', authorizationServerId),
    }),
    ...(clientId && { clientId: await idOf('client', clientId) }),
  }
  const app = await one('app', appInstance)
  return { ...request, ...(app !== undefined && { appInstance: app }), policyContext: { ...policyContext, ...changes } }
}
