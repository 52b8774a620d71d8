import { textAt, type Body } from './definition.ts'
import type { SyncKind } from './kind-names.ts'
import { SYNCED_KINDS } from './synced-kinds.ts'

/** The kinds of which a person may say which objects of two sides are the same: those whose objects have a name of their own. */
const PAIRED_BY_HAND: ReadonlySet<SyncKind> = new Set<SyncKind>([
  ...(['userType', 'group', 'user', 'groupRule', 'zone', 'behavior', 'deviceAssurance', 'authenticator'] as const),
  ...(['identityProvider', 'policy', 'rule', 'app', 'authorizationServer', 'serverScope', 'serverClaim'] as const),
  ...(['serverPolicy', 'serverRule', 'eventHook'] as const),
])

export const isPairedByHand = (kind: SyncKind): boolean => PAIRED_BY_HAND.has(kind)

/** Why objects of a kind are not paired by hand, in one clause; null where they are. */
export function notByHand(kind: SyncKind): string | null {
  if (isPairedByHand(kind)) return null
  const { plural } = SYNCED_KINDS[kind]
  return `${plural} cannot be paired by hand: which of them are the same follows from the objects that they belong to or relate to; pair those`
}

/** The field that says what an object of a kind is: it never changes, so that objects in which it differs are never the same. */
const TYPE_FIELDS: Readonly<Partial<Record<SyncKind, string>>> = {
  ...{ policy: 'type', zone: 'type', behavior: 'type', identityProvider: 'type' },
  ...{ authenticator: 'key', deviceAssurance: 'platform', app: 'signOnMode' },
}
export const typeField = (kind: SyncKind): string | null => TYPE_FIELDS[kind] ?? null

/** What an object says in that field; null for a kind that has none. */
export function typeOf({ kind, body }: { kind: SyncKind; body: Body }): string | null {
  const field = typeField(kind)
  return field && textAt(body, field)
}

/** The id at the end of a key. */
export const idOfKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
