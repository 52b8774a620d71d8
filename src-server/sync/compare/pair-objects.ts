import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { nameOf, type Snapshot, type SyncObject } from '../snapshot.ts'

/** Objects of two sides that cannot be told apart by what administrators know them by, so that none was paired. */
export interface Ambiguity {
  kind: SyncKind
  name: string
  ours: readonly SyncObject[]
  theirs: readonly SyncObject[]
}

/** Keys of objects that are known to be the same, because a person has said so or both sides have agreed on it: ours by theirs. */
export type GivenPairs = ReadonlyMap<SyncKind, ReadonlyMap<string, string>>

/** Which objects of two sides are the same. */
export interface Pairing {
  /** By kind: the key of ours by that of theirs. */
  readonly ours: ReadonlyMap<SyncKind, ReadonlyMap<string, string>>
  /** By kind: the id of ours by that of theirs, as references name them; ids that are the same have no row. */
  readonly ids: Ids
  /** By kind: ids of ours that theirs calls otherwise, so that they mean something else there. Absent: none of what is asked for is one. */
  readonly otherwise?: ReadonlyMap<SyncKind, ReadonlySet<string>>
  readonly ambiguous: readonly Ambiguity[]
}

type Ids = ReadonlyMap<SyncKind, ReadonlyMap<string, string>>
type Objects = ReadonlyMap<string, SyncObject>

type KnownIds = Pick<Pairing, 'ids' | 'otherwise'>

/** What nothing is called on any side. */
const NOT_HERE = ' (not here)'

/**
 * Our id of what theirs calls so, of one of some kinds; what is not known there stays, as words such as `ALL_ZONES` do, and ids of what neither side has
 * any more: those are the same where both name them, a pull keeps them only where everything else has come, and a plan adds none to its target.
 * INVARIANT: the id of one of ours is answered for its counterpart alone. Where theirs calls something else so, it is what nothing is called, which is
 * never written: what names it is refused.
 */
export function ourId({ ids, otherwise }: KnownIds, kinds: readonly SyncKind[], id: string): string {
  const own = kinds.map((kind) => ids.get(kind)?.get(id)).find((one) => one !== undefined)
  if (own !== undefined) return own
  return isOtherwise({ otherwise }, { id, kinds }) ? id + NOT_HERE : id
}

/** What theirs calls what {@link ourId} has answered for something that is not here. */
export const theirIdIn = (own: string): string => (own.endsWith(NOT_HERE) ? own.slice(0, -NOT_HERE.length) : own)

/** Whether an id that theirs names is that of an object of ours which is another one, in a pairing that has no id of ours for it. */
export const isOtherwise = (
  { otherwise }: Pick<Pairing, 'otherwise'>,
  { id, kinds }: { id: string; kinds: readonly SyncKind[] },
): boolean => kinds.some((kind) => otherwise?.get(kind)?.has(id))

const NONE: Objects = new Map()

/** Pairs the objects of two sides kind by kind. */
export class Pairs implements Pairing {
  readonly ours = new Map<SyncKind, Map<string, string>>()
  readonly ids = new Map<SyncKind, Map<string, string>>()
  readonly otherwise = new Map<SyncKind, ReadonlySet<string>>()
  readonly #ambiguous = new Map<SyncKind, Ambiguity[]>()

  get ambiguous(): readonly Ambiguity[] {
    return [...this.#ambiguous.values()].flat()
  }

  /**
   * Pairs those of one kind, once more where one side was read again: as given, else by the same id, else by their natural key, which defaults have
   * by their type. Parents come before what belongs to them: what belongs to objects of which one is paired with another is never the same, whatever
   * is given. In steps, to be carried out to the end.
   */
  *pair(
    kind: SyncKind,
    left: Objects = NONE,
    right: Objects = NONE,
    given?: ReadonlyMap<string, string>,
  ): Generator<void, void> {
    const found = new Map<string, string>()
    const free = pairByKey(left, right, { given, mayBe: this.#mayBe(kind) }, found)
    const known = { kind, parents: this.ours, ids: this, found }
    const isFree = free.theirs.length > 0 && free.ours.length > 0
    yield
    this.#ambiguous.set(kind, isFree ? yield* pairByNature(free, known) : [])
    this.ours.set(kind, found)
    const ids = new Map([...idsOfGone(kind, { left, right, given }), ...otherIds(found, left, right)])
    this.ids.set(kind, ids)
    this.otherwise.set(kind, new Set(ids.values()))
  }

  /** Whether two objects of a kind can be the same, by what they belong to and what they relate to. */
  #mayBe(kind: SyncKind): MayBe {
    const { source, id: where } = SYNCED_KINDS[kind]
    const above = source.within && this.ours.get(source.within.kind)
    const taken = new Set(above?.values())
    const related = where !== null && typeof where === 'object' ? where.relatesTo : null
    return (own, other) => {
      const parent = other.parent === null ? undefined : above?.get(other.parent)
      // One that is not known on both sides, because it cannot be read, is the same by its key alone.
      const isUnknown = parent === undefined && (own.parent === null || !taken.has(own.parent))
      if (own.parent !== (isUnknown ? other.parent : parent)) return false
      // The type of a policy never changes.
      if (kind === 'policy' && own.call !== other.call) return false
      return related === null || ourId(this, related, other.id) === own.id
    }
  }
}

type MayBe = (own: SyncObject, other: SyncObject) => boolean

/** Pairs the objects of two sides, in steps. */
export function* pairObjects(
  ours: Pick<Snapshot, 'objects'>,
  theirs: Pick<Snapshot, 'objects'>,
  given: GivenPairs = new Map(),
): Generator<void, Pairing> {
  const pairs = new Pairs()
  for (const kind of SYNC_KINDS) {
    yield* pairs.pair(kind, ours.objects.get(kind), theirs.objects.get(kind), given.get(kind))
  }
  return pairs
}

/** The ids of ours by those of theirs, where they are not the same. @param pairs our keys by theirs */
export function otherIds(pairs: ReadonlyMap<string, string>, ours: Objects, theirs: Objects): Map<string, string> {
  const ids = new Map<string, string>()
  for (const [theirKey, ourKey] of pairs) {
    const [own, other] = [ours.get(ourKey)?.id, theirs.get(theirKey)?.id]
    if (own && other && own !== other) ids.set(other, own)
  }
  return ids
}

interface Gone {
  left: Objects
  right: Objects
  given: ReadonlyMap<string, string> | undefined
}

/** What ours called what it has no more and theirs has still, by the id that theirs calls it, as far as that is known: ours may name it yet. */
function idsOfGone(kind: SyncKind, { left, right, given }: Gone): Map<string, string> {
  const ids = new Map<string, string>()
  if (typeof SYNCED_KINDS[kind].id !== 'string') return ids
  for (const [theirKey, ourKey] of given ?? []) {
    const [own, other] = [ourKey.split('/').at(-1), right.get(theirKey)?.id]
    if (own && other && own !== other && !left.has(ourKey) && !right.has(ourKey)) ids.set(other, own)
  }
  return ids
}

interface ByKey {
  given: ReadonlyMap<string, string> | undefined
  mayBe: MayBe
}

interface Free {
  ours: SyncObject[]
  theirs: SyncObject[]
}

/** Notes those that are given or have one key on both sides. @returns the others */
function pairByKey(ours: Objects, theirs: Objects, { given, mayBe }: ByKey, found: Map<string, string>): Free {
  const taken = new Set<string>()
  const note = (theirKey: string, ourKey: string) => {
    const [own, other] = [ours.get(ourKey), theirs.get(theirKey)]
    if (!own || !other || taken.has(ourKey) || found.has(theirKey) || !mayBe(own, other)) return
    found.set(theirKey, ourKey)
    taken.add(ourKey)
  }
  for (const [theirKey, ourKey] of given ?? []) note(theirKey, ourKey)
  for (const key of theirs.keys()) note(key, key)
  const isFree = ({ key }: SyncObject) => !found.has(key)
  return {
    theirs: found.size === theirs.size ? [] : [...theirs.values()].filter(isFree),
    ours: found.size === ours.size ? [] : [...ours.values()].filter(({ key }) => !taken.has(key)),
  }
}

interface Known {
  kind: SyncKind
  /** Of the kinds before. */
  parents: ReadonlyMap<SyncKind, ReadonlyMap<string, string>>
  ids: KnownIds
  found: Map<string, string>
}

function* pairByNature({ ours, theirs }: Free, { kind, parents, ids, found }: Known): Generator<void, Ambiguity[]> {
  const own = yield* grouped(ours, ownNature)
  const parentKind = SYNCED_KINDS[kind].source.within?.kind
  const inOurs = parentKind && parents.get(parentKind)
  const foreign = yield* grouped(theirs, (object) => {
    const { parent } = object
    return natureInOurs(object, parent === null ? null : (inOurs?.get(parent) ?? null), ids)
  })
  const ambiguous: Ambiguity[] = []
  for (const [nature, right] of foreign) {
    const left = own.get(nature) ?? []
    const [one, other] = [left[0], right[0]]
    if (!one || !other || (other.parent !== null && !inOurs?.has(other.parent))) continue
    if (left.length === 1 && right.length === 1) found.set(other.key, one.key)
    else ambiguous.push({ kind, name: nameOf(other), ours: left, theirs: right })
  }
  return ambiguous
}

function* grouped(
  objects: readonly SyncObject[],
  keyOf: (object: SyncObject) => string,
): Generator<void, Map<string, SyncObject[]>> {
  const groups = new Map<string, SyncObject[]>()
  for (const object of objects) {
    const key = keyOf(object)
    const group = groups.get(key)
    if (group) group.push(object)
    else groups.set(key, [object])
    yield
  }
  return groups
}

/** What one of ours is known by beside its id, as one text. */
export const ownNature = (object: SyncObject): string => natureOf(object, object.parent, object.id)

/** What one of theirs would be known by here. @param parent our key of what it belongs to */
export function natureInOurs(object: SyncObject, parent: string | null, pairing: KnownIds): string {
  const { id: where } = SYNCED_KINDS[object.kind]
  const related = where !== null && typeof where === 'object' ? ourId(pairing, where.relatesTo, object.id) : object.id
  return natureOf(object, parent, related)
}

/** What an object is known by: its parent, what it relates to, and the values of its natural key. */
function natureOf({ kind, call, body }: SyncObject, parent: string | null, id: string): string {
  const { id: where, naturalKey } = SYNCED_KINDS[kind]
  const related = where !== null && typeof where === 'object' ? id : null
  return JSON.stringify([parent, related, where === null ? call : null, naturalKey?.(body) ?? []])
}
