import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Snapshot, SyncObject } from '#sync/snapshot.ts'

type Json = unknown
type Fields = Record<string, Json>
type Objects = Pick<Snapshot, 'objects'>
const isFields = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the service says by itself, of any object. */
const OF_ALL = 'id created lastUpdated createdBy lastUpdatedBy orn _links _embedded'.split(' ')
const OF_SCHEMA = '$schema name title type properties definitions.base.id definitions.custom.id'.split(' ')
const OF_RANKED = ['type', 'system', 'priority']
const OF_PERSON = [
  ...'status transitioningToStatus activated statusChanged lastLogin passwordChanged'.split(' '),
  ...['password', 'recovery_question', 'emails'].map((field) => `credentials.${field}`),
]
const OF_APP = 'name features signOnMode visibility.appLinks credentials.signing credentials.password'
const OF_CLIENT = 'credentials.oauthClient.client_id credentials.oauthClient.client_secret'

/** Fields that no one sets at the interface, or that it never answers, written down apart from the table of the program. */
const NOT_COMPARED: Readonly<Partial<Record<SyncKind, readonly string[]>>> = {
  organization: ['subdomain', 'status', 'expiresAt'],
  userType: ['default'],
  groupSchema: [...OF_SCHEMA, 'description'],
  userSchema: [...OF_SCHEMA, 'description'],
  appSchema: OF_SCHEMA,
  group: ['lastMembershipUpdated', 'objectClass', 'type'],
  user: OF_PERSON,
  groupOwner: ['displayName', 'resolved', 'originId', 'originType'],
  groupRule: ['allGroupsValid'],
  zone: ['system'],
  deviceAssurance: ['createdDate', 'lastUpdate', 'lastUpdatedDate', 'resourceId', 'resourceDisplayName'],
  authenticator: ['integrationKey', 'secretKey', 'sharedSecret'].map((key) => `provider.configuration.${key}`),
  identityProvider: ['client.client_secret', 'signing', 'trust.audience'].map(
    (field) => `protocol.credentials.${field}`,
  ),
  policy: OF_RANKED,
  rule: OF_RANKED,
  serverPolicy: OF_RANKED,
  serverRule: OF_RANKED,
  app: [...OF_APP.split(' '), ...OF_CLIENT.split(' ')],
  appUser: ['scope', 'status', 'statusChanged', 'passwordChanged', 'syncState', 'externalId'],
  appGroup: ['priority'],
  appGrant: ['issuer', 'clientId', 'source'],
  authorizationServer: [
    ...['issuer', 'default'],
    ...['kid', 'lastRotated', 'nextRotation'].map((field) => `credentials.signing.${field}`),
  ],
  serverScope: ['system'],
  serverClaim: ['system'],
  eventHook: ['verificationStatus', 'channel.config.authScheme.value'],
  userRole: ['label', 'assignmentType'],
  groupRole: ['label', 'assignmentType'],
}

/** What only joins two objects, or all of which follows from one field. */
const NO_FIELDS: ReadonlySet<SyncKind> = new Set([
  ...(['groupMembership', 'trustedServer', 'trustKey'] as const),
  ...(['userRoleGroup', 'userRoleApp', 'groupRoleGroup', 'groupRoleApp'] as const),
])

/** What is named by the objects that it joins alone. */
const NAMELESS: ReadonlySet<SyncKind> = new Set([
  ...(['groupMembership', 'groupOwner', 'trustedServer', 'appUser', 'appGroup'] as const),
  ...(['userRoleGroup', 'userRoleApp', 'groupRoleGroup', 'groupRoleApp'] as const),
])

/** Parts of items of lists that are left out, by the name of the list. */
const IN_LISTS: Readonly<Record<string, readonly string[]>> = {
  keys: ['id', 'created', 'lastUpdated'],
  providers: ['name'],
  inlineHooks: ['_links'],
  headers: ['value'],
}

function without(fields: Fields, [key = '', ...rest]: readonly string[]): Fields {
  if (!(key in fields)) return fields
  const { [key]: inner, ...others } = fields
  return rest.length > 0 && isFields(inner)
    ? { ...others, [key]: without(inner, rest) }
    : rest.length > 0
      ? fields
      : others
}

/** Lists in one order, keys too, and nothing that is null. */
function plain(value: Json, name = ''): Json {
  if (Array.isArray(value))
    return value
      .map((item) =>
        plain(isFields(item) ? (IN_LISTS[name] ?? []).reduce((one, key) => without(one, [key]), item) : item),
      )
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (!isFields(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, plain(inner, key)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function compared({ kind, body }: Pick<SyncObject, 'kind' | 'body'>): Json {
  if (NO_FIELDS.has(kind)) return {}
  const paths = [...OF_ALL, ...(NOT_COMPARED[kind] ?? [])]
  return plain(paths.reduce((fields, path) => without(fields, path.split('.')), body as Fields))
}

const isSame = (a: Json, b: Json) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The innermost fields in which two values differ. */
function parting(a: Json, b: Json, path: readonly string[] = []): (readonly string[])[] {
  if (isSame(a, b)) return []
  if (!isFields(a) || !isFields(b)) return [path]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => parting(a[key], b[key], [...path, key]))
}

const at = (value: Json, path: readonly string[]): Json =>
  path.reduce<Json>((inner, key) => (isFields(inner) ? inner[key] : undefined), value)

const ID = /(?<![0-9A-Za-z])[0-9A-Za-z_-]{20,}(?![0-9A-Za-z])/g

/** Keys of authenticators of which an organization has one or several; of any other it has one at most. */
const SEVERAL_OF = new Set<Json>(['custom_app', 'custom_otp', 'external_idp'])

/** What an object of one side is called on another. */
const nameOf = ({ kind, call, body }: SyncObject): string => {
  const isOnlyOne = kind === 'authenticator' && !SEVERAL_OF.has(body['key'])
  const fields = ['key', 'label', 'type', 'scopeId', 'x5t#S256', ...(isOnlyOne ? [] : ['name'])]
  const said = fields.map((field) => body[field])
  const isDefault = kind !== 'zone' && (body['system'] === true || body['default'] === true)
  const profile = (body['profile'] ?? {}) as Fields
  const own = isDefault ? [body['type']] : [...said, profile['name'], profile['login']]
  return JSON.stringify([kind, call, isDefault, ...own])
}

/** Objects that are the same on both sides, which have one id or, within what is the same, one name. */
export class NaivePairs {
  /** By kind and key of theirs: the key of ours. */
  readonly #keys = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  /** Remembers what both sides have. */
  note(ours: Objects, theirs: Objects): void {
    for (const kind of SYNC_KINDS) {
      const left = new Map(ours.objects.get(kind))
      const taken = new Set(this.#keys.values())
      // Whose counterpart here is gone may be the same as another of that name.
      const free = [...(theirs.objects.get(kind)?.values() ?? [])].filter(({ key }) => {
        const known = this.#keys.get(`${kind} ${key}`)
        return known === undefined || !left.has(known.slice(kind.length + 1))
      })
      for (const other of free) {
        const key = this.inOurs(other.key)
        const isNamed = (own: SyncObject) =>
          !NAMELESS.has(kind) &&
          own.parent === (other.parent && this.inOurs(other.parent)) &&
          !taken.has(`${kind} ${own.key}`) &&
          nameOf(own) === this.inOurs(nameOf(other))
        const own = left.get(key) ?? [...left.values()].find(isNamed)
        if (!own) continue
        taken.add(`${kind} ${own.key}`)
        this.#keys.set(`${kind} ${other.key}`, `${kind} ${own.key}`)
        if (other.id && other.id !== own.id) this.#ids.set(other.id, own.id)
      }
    }
  }

  /** A text of theirs with our ids. */
  inOurs(text: string): string {
    return text.replaceAll(ID, (id) => this.#ids.get(id) ?? id)
  }

  ourKey(kind: SyncKind, theirKey: string): string {
    return this.#keys.get(`${kind} ${theirKey}`)?.slice(kind.length + 1) ?? this.inOurs(theirKey)
  }
}

const direction = (isOurs: boolean, isTheirs: boolean) =>
  isOurs === isTheirs ? 'conflict' : isTheirs ? 'incoming' : 'outgoing'

interface Three {
  ours: Objects
  theirs: Objects
  base: Objects
  pairs: NaivePairs
}

/** The plain values of objects of theirs, by our keys. */
function valuesOf(kind: SyncKind, side: Objects, pairs: NaivePairs): Map<string, Json> {
  const all = [...(side.objects.get(kind)?.values() ?? [])]
  return new Map(
    all.map(({ key, body }) => {
      const inOurs = JSON.parse(pairs.inOurs(JSON.stringify(body))) as SyncObject['body']
      return [pairs.ourKey(kind, key), compared({ kind, body: inOurs })]
    }),
  )
}

/** Where three readings part, a line each: what somebody would say who has them before them, object by object and field by field. */
export function naiveDifferences({ ours, theirs, base, pairs }: Three): string[] {
  return SYNC_KINDS.flatMap((kind) => {
    const own = new Map([...(ours.objects.get(kind) ?? [])].map(([key, object]) => [key, compared(object)]))
    const [other, former] = [valuesOf(kind, theirs, pairs), valuesOf(kind, base, pairs)]
    return [...new Set([...own.keys(), ...other.keys()])].flatMap((key) => {
      const [mine, yours, was] = [own.get(key), other.get(key), former.get(key)]
      const said = (now: string, what: string) => `${now} ${kind} ${key} ${what}`
      if (mine === undefined)
        return [said(was === undefined ? 'incoming' : isSame(yours, was) ? 'outgoing' : 'conflict', 'only theirs')]
      if (yours === undefined)
        return [said(was === undefined ? 'outgoing' : isSame(mine, was) ? 'incoming' : 'conflict', 'only ours')]
      return parting(mine, yours).map((path) => {
        const before = at(was, path)
        const isChanged = (value: Json) => was === undefined || !isSame(at(value, path), before)
        return said(direction(isChanged(mine), isChanged(yours)), path.join('.'))
      })
    })
  }).sort()
}

/** Types of policies that are found by their application, not by their place. */
const UNORDERED_TYPES = new Set<Json>(['ACCESS_POLICY', 'PROFILE_ENROLLMENT'])
const LISTED = ['policy', 'rule', 'serverPolicy', 'serverRule', 'appGroup'] as const

/** The lists of a side by what they belong to, each in its order, by our keys. */
function listsOf(
  kind: SyncKind,
  { objects }: Objects,
  keyOf: (key: string) => string,
  inOurs: (text: string) => string,
) {
  const lists = new Map<string, { key: string; place: number }[]>()
  for (const { key, parent, body } of objects.get(kind)?.values() ?? []) {
    if (kind === 'policy' && UNORDERED_TYPES.has(body['type'])) continue
    const list = `${kind} ${parent === null ? '' : inOurs(parent)} ${kind.endsWith('olicy') ? String(body['type']) : ''}`
    lists.set(list, [...(lists.get(list) ?? []), { key: keyOf(key), place: Number(body['priority'] ?? 0) }])
  }
  const inOrder = (items: { key: string; place: number }[]) =>
    items.sort((a, b) => a.place - b.place).map(({ key }) => key)
  return new Map([...lists].map(([name, items]) => [name, inOrder(items)]))
}

const PARENTS = {
  policy: null,
  rule: 'policy',
  serverPolicy: 'authorizationServer',
  serverRule: 'serverPolicy',
  appGroup: 'app',
} as const

function labelOf({ objects }: Objects, kind: (typeof LISTED)[number], key: string): string {
  const above = PARENTS[kind]
  const body = above === null ? undefined : objects.get(above)?.get(key)?.body
  return String(body?.['label'] ?? body?.['name'])
}

/** Which lists are in another order, a line each. */
export function naiveOrders({ ours, theirs, base, pairs }: Three): string[] {
  return LISTED.flatMap((kind) => {
    const inOurs = (text: string) => pairs.inOurs(text)
    const keyOf = (key: string) => pairs.ourKey(kind, key)
    const own = listsOf(
      kind,
      ours,
      (key) => key,
      (text) => text,
    )
    const [other, former] = [theirs, base].map((side) => listsOf(kind, side, keyOf, inOurs)) as [typeof own, typeof own]
    return [...own].flatMap(([name, keys]) => {
      const among = (list: readonly string[] = [], known: readonly string[]) =>
        list.filter((key) => known.includes(key)).join()
      const shared = keys.filter((key) => other.get(name)?.includes(key))
      if (among(keys, shared) === among(other.get(name), shared)) return []
      const known = (former.get(name) ?? []).filter((key) => shared.includes(key))
      const before = known.join()
      const isChanged = (list: readonly string[] | undefined) => known.length === 0 || among(list, known) !== before
      const [, parent = '', type = ''] = name.split(' ')
      const where = parent ? labelOf(ours, kind, parent) : type
      return [`${direction(isChanged(keys), isChanged(other.get(name)))} order of ${kind} ${where}`]
    })
  }).sort()
}

/** What both sides have agreed on once all of a remote was taken over, or left on purpose: not what is new in something that is not here. */
export function agreedAfterPull({ ours, theirs, base, pairs }: Three): Objects {
  const isBrought = ({ kind, key, parent }: SyncObject) => {
    const above = SYNCED_KINDS[kind].source.within?.kind
    const isKnown = base.objects.get(kind)?.has(key) === true
    return isKnown || !above || parent === null || ours.objects.get(above)?.has(pairs.ourKey(above, parent)) === true
  }
  return {
    objects: new Map(
      [...theirs.objects].map(([kind, objects]) => [kind, new Map([...objects].filter(([, one]) => isBrought(one)))]),
    ),
  }
}
