import { MAIL } from '#contract/gatehouse/redact.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { textAt, valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SnapshotBuilder, type Snapshot, type SyncObject } from '../snapshot.ts'
import { Pseudonyms } from './pseudonym.ts'
import type { RuleReads } from './rule-reads.ts'

interface Making {
  readonly pseudonyms: Pseudonyms
  /** Attributes that stay. */
  readonly kept: ReadonlySet<string>
  /** The name by which a person signs in, from then on. */
  readonly loginOf: (id: string) => string
}

type Make = (object: SyncObject, making: Making) => Body

/** Fields of bodies that say who somebody is are in no list: only what is named here comes along. */
const only = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])))

const MOMENTS = ['created', 'lastUpdated', 'statusChanged', 'passwordChanged'] as const
const OF_USER = ['id', 'status', 'transitioningToStatus', 'activated', 'lastLogin', ...MOMENTS] as const
const OF_APP_USER = ['id', 'scope', 'status', ...MOMENTS] as const
const OF_OWNER = ['id', 'type', 'created', 'lastUpdated'] as const

/** Attributes that people have by pseudonym, each if they have one; what else is not kept goes. */
const REPLACED: ReadonlySet<string> = new Set(['login', 'email', 'firstName', 'lastName'])

function profileOf({ id, body }: SyncObject, { pseudonyms, kept }: Making): Body {
  const { login, firstName, lastName } = pseudonyms.of(id)
  const known: Body = { login, email: login, firstName, lastName }
  const { profile } = body
  const entries = Object.entries(isObject(profile) ? profile : {}).flatMap(([name, value]) => {
    if (kept.has(name)) return [[name, value]]
    if (!REPLACED.has(name)) return []
    return [[name, value === null ? null : known[name]]]
  })
  return Object.fromEntries(entries) as Body
}

const user: Make = (object, making) => {
  const type = textAt(object.body, 'type.id')
  const provider = valueAt(object.body, 'credentials.provider')
  return {
    ...only(object.body, OF_USER),
    ...(type ? { type: { id: type } } : {}),
    profile: profileOf(object, making),
    ...(provider === undefined ? {} : { credentials: { provider } }),
  }
}

const groupMembership: Make = ({ id }, { loginOf }) => ({ id, profile: { login: loginOf(id) } })

const groupOwner: Make = ({ id, body }, { loginOf }) =>
  textAt(body, 'type') === 'USER' ? { ...only(body, OF_OWNER), displayName: loginOf(id) } : body

const appUser: Make = ({ id, body }, { pseudonyms }) => ({
  ...only(body, OF_APP_USER),
  profile: {},
  ...(textAt(body, 'credentials.userName') ? { credentials: { userName: pseudonyms.of(id).login } } : {}),
})

/**
 * A schema that asks nothing of what is not kept. WHY: who was there keeps to it, and their pseudonym must be let in.
 * @param keeps whether people have a value of an attribute all the same
 */
function loosened(body: Body, kept: ReadonlySet<string>, keeps: ReadonlySet<string>): Body {
  const isKept = (name: string) => kept.has(name) || keeps.has(name)
  let made = body
  for (const part of ['base', 'custom']) {
    const [properties, required] = [`definitions.${part}.properties`, `definitions.${part}.required`]
    const attributes = valueAt(body, properties)
    const names = valueAt(body, required)
    if (isObject(attributes)) {
      const entries = Object.entries(attributes).map(([name, attribute]) => {
        if (!isObject(attribute) || kept.has(name)) return [name, attribute]
        const { required: asked, pattern: _, ...rest } = attribute
        return [name, keeps.has(name) && asked !== undefined ? { ...rest, required: asked } : rest]
      })
      made = withValue(made, properties.split('.'), Object.fromEntries(entries))
    }
    if (Array.isArray(names))
      made = withValue(
        made,
        required.split('.'),
        names.filter((name) => isKept(String(name))),
      )
  }
  return made
}

const USER_NAME: ReadonlySet<string> = new Set(['userName'])
const NONE: ReadonlySet<string> = new Set()

const userSchema: Make = ({ body }, { kept }) => loosened(body, kept, REPLACED)
const appSchema: Make = ({ body }) => loosened(body, NONE, USER_NAME)

/** The name in an account that people share. */
const app: Make = ({ id, body }, { pseudonyms }) =>
  textAt(body, 'credentials.userName')
    ? withValue(body, ['credentials', 'userName'], pseudonyms.of(`account ${id}`).login)
    : body

/** In place of values of headers, which are not compared, and hold whatever an administrator has typed in. */
const LEFT_OUT = 'left out'

const eventHook: Make = ({ body }) => {
  const headers = valueAt(body, 'channel.config.headers')
  if (!Array.isArray(headers)) return body
  const others = headers.map((header: unknown) => (isObject(header) ? { ...header, value: LEFT_OUT } : header))
  return withValue(body, ['channel', 'config', 'headers'], others)
}

/** Kinds in which people are known, or may be. */
const MAKERS: Readonly<Partial<Record<SyncKind, Make>>> = {
  ...{ user, groupMembership, groupOwner, appUser },
  ...{ userSchema, appSchema, app, eventHook },
}
/** Of these nothing is left that somebody has typed in; what is kept of people stays as it is. */
const IS_MADE: ReadonlySet<SyncKind> = new Set(['user', 'groupMembership', 'appUser'])

/** Where addresses are part of what a rule decides by. */
const DECIDING: ReadonlySet<string> = new Set(['conditions', 'matchCriteria'])

/** Texts of any kind of object may hold addresses, and what is embedded people. */
function withoutAddresses(value: unknown, pseudonyms: Pseudonyms): unknown {
  if (typeof value === 'string')
    return value.includes('@') ? value.replaceAll(MAIL, (address) => pseudonyms.address(address)) : value
  if (Array.isArray(value)) return value.map((item) => withoutAddresses(item, pseudonyms))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (key === '_embedded') return []
    return [[key, DECIDING.has(key) ? inner : withoutAddresses(inner, pseudonyms)]]
  })
  return Object.fromEntries(entries)
}

/** Objects that are made in one step. */
const STEP = 200

/**
 * An organization with pseudonyms in place of its people: their ids, what has happened to them and what rules read stays; names, logins, addresses
 * and all else is replaced, or gone. It is the same each time, and made once more it stays as it is, as long as the same is kept. In steps, between
 * which others may have their turn. Pure.
 * @param salt secret, of the connection
 */
export function* pseudonymized(
  snapshot: Snapshot,
  salt: string,
  { kept, unreadable }: RuleReads,
): Generator<void, Snapshot> {
  const pseudonyms = new Pseudonyms(salt)
  const made = new SnapshotBuilder()
  made.unread.push(...snapshot.unread)
  const loginOf = (id: string) => textAt(made.of('user').get(id)?.body, 'profile.login') || pseudonyms.of(id).login
  const making = { pseudonyms, kept, loginOf }
  let done = 0
  for (const objects of snapshot.objects.values())
    for (const object of objects.values()) {
      if (++done % STEP === 0) yield
      const body = MAKERS[object.kind]?.(object, making) ?? object.body
      made.add({ ...object, body: IS_MADE.has(object.kind) ? body : (withoutAddresses(body, pseudonyms) as Body) })
    }
  return { ...made, people: { mode: 'PSEUDONYMS', kept: [...kept].sort(), unreadable: [...unreadable] } }
}
