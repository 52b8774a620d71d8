import { textAt, valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Caller } from '#operations/service/caller.ts'
import { SnapshotBuilder, type Snapshot, type SyncObject } from '../snapshot.ts'

/** A side that lists only the people of a search, whatever their status. */
export function searchingPeople(caller: Caller, search: string): Caller {
  return {
    call: (id, input) => caller.call(id, input),
    page: async (id, input) => {
      if (id !== 'listUsers') return caller.page(id, input)
      const query = { ...(input?.query as Readonly<Record<string, unknown>> | undefined) }
      // WHY nothing: this asks for the deactivated, whom a plain list lacks and a search has.
      if (query['search'] !== undefined) return { items: [], next: null }
      return caller.page(id, { ...input, query: { ...query, search } } as typeof input)
    },
  }
}

/** Relations of which one end is a person, whose id is theirs. */
const OF_PEOPLE: Readonly<Partial<Record<SyncKind, (body: Body) => boolean>>> = {
  groupMembership: () => true,
  groupOwner: (body) => textAt(body, 'type') === 'USER',
  appUser: () => true,
}
const EXCLUDED = 'conditions.people.users.exclude'
/** Lists of people in conditions. */
const NAMING = ['conditions.people.users.include', EXCLUDED] as const
const OUTSIDE = 'the contact is a person outside of the search'

const idsAt = (body: Body, path: string): string[] => {
  const ids = valueAt(body, path)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/**
 * A side without what belongs to people who are not in it: memberships, owners of groups, assignments, roles, exceptions from group rules; a
 * contact who is not in it counts as not readable. What conditions of policies and rules name stays, as what dangles does in a pull. WHY: a rule
 * for somebody outside must not become one for everybody, nor an exception end at the remote because it is not known here. Pure.
 */
export function onlyPeople(snapshot: Snapshot): Snapshot {
  const made = new SnapshotBuilder()
  made.unread.push(...snapshot.unread)
  const people = new Set([...(snapshot.objects.get('user')?.values() ?? [])].map(({ id }) => id))
  const outside = new Set<string>()
  const isIn = (id: string) => {
    if (!people.has(id)) outside.add(id)
    return people.has(id)
  }
  for (const objects of snapshot.objects.values())
    for (const object of objects.values()) {
      for (const path of NAMING) for (const id of idsAt(object.body, path)) isIn(id)
      if (isOfPeopleIn(object, made, isIn)) made.add(withoutExceptions(object, people))
      else if (object.kind === 'contact') made.unread.push({ kind: 'contact', call: object.call, reason: OUTSIDE })
    }
  return { objects: made.objects, unread: made.unread, people: { mode: 'SEARCH', outside: outside.size } }
}

function isOfPeopleIn({ kind, id, parent, body }: SyncObject, made: SnapshotBuilder, isIn: (id: string) => boolean) {
  if (kind === 'contact') return textAt(body, 'userId') === '' || isIn(textAt(body, 'userId'))
  if (OF_PEOPLE[kind]?.(body)) return isIn(id)
  const within = SYNCED_KINDS[kind].source.within?.kind
  return parent === null || within === undefined || made.of(within).has(parent)
}

function withoutExceptions(object: SyncObject, people: ReadonlySet<string>): SyncObject {
  const excluded = object.kind === 'groupRule' ? idsAt(object.body, EXCLUDED) : []
  if (excluded.every((id) => people.has(id))) return object
  const kept = excluded.filter((id) => people.has(id))
  return { ...object, body: withValue(object.body, EXCLUDED.split('.'), kept) }
}

type Keys = Pick<SyncObject, 'kind' | 'key'>[]

/**
 * What both sides have agreed on, without people who are not at the remote any more and what belongs to them. WHY: who is not found by the search
 * of a connection is not known to be gone, and stays here.
 * @returns what is left, and what is no part of it any more
 */
export function withoutLeavers(
  base: Pick<Snapshot, 'objects'>,
  theirs: Pick<Snapshot, 'objects'>,
): { objects: Snapshot['objects']; left: Keys } {
  const made = new SnapshotBuilder()
  const left: Keys = []
  const now = theirs.objects.get('user')
  const known = base.objects.get('user')
  const isHere = (id: string) => !known?.has(id) || now?.has(id) === true
  for (const objects of base.objects.values())
    for (const object of objects.values()) {
      const { kind, key, id } = object
      const isLeft = kind === 'user' ? !isHere(id) : !isOfPeopleIn(object, made, isHere)
      if (isLeft && kind !== 'contact') left.push({ kind, key })
      else made.add(object)
    }
  return { objects: made.objects, left }
}
