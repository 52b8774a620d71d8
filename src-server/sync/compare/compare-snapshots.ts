import { valueAt } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { translateIds } from '#expression/index.ts'
import { atOnce } from './at-once.ts'
import { nameOn, type Snapshot, type SyncObject, type Unread } from '../snapshot.ts'
import { compareOrders, type OrderDifference } from './compare-orders.ts'
import { isSame, SAME_TERMS, valueDifferences, type Terms, type ValueDifference } from './compare-values.ts'
import type { Direction } from '#contract/gatehouse/comparison.ts'
import { directionOf } from './direction-of.ts'
import { differenceId } from './difference-id.ts'
import { FIELD_RULES } from './field-rules.ts'
import { sameButGone, type IsSame } from './gone-ids.ts'
import { ourId, pairObjects, type Ambiguity, type GivenPairs, type Pairing } from './pair-objects.ts'

/** A field in which two sides differ; each value in the terms of its own side. */
export interface FieldDifference extends ValueDifference {
  direction: Direction
  /** What it was when the sides were last the same; undefined where that is not known. */
  base?: unknown
}

/** An object that is not the same on both sides. */
export interface ObjectDifference {
  /** In each comparison alike: {@link differenceId}. */
  id: string
  kind: SyncKind
  name: string
  direction: Direction
  /** Null: there is none on this side. */
  ours: SyncObject | null
  theirs: SyncObject | null
  /** Of one that is on both sides. */
  fields: FieldDifference[]
}

/** What was compared, and where two sides differ. */
export interface Comparison {
  /** By kind, in the order of dependencies. */
  differences: ObjectDifference[]
  orders: OrderDifference[]
  ambiguous: readonly Ambiguity[]
  /** What one side could not say, so that it was left out. */
  unread: readonly Unread[]
  pairing: Pairing
}

interface Sides {
  ours: Snapshot
  theirs: Snapshot
  /** What theirs was when both were last the same; absent: not known, so that no difference has a direction. */
  base?: Pick<Snapshot, 'objects'> | undefined
  /** Pairs that a person has said. */
  given?: GivenPairs | undefined
}

/**
 * Compares two sides, field by field, and by what both once were says on which side something has changed. Pure. What follows from something else,
 * what the service alone says and what is never answered is not compared: `contract/sync` says which fields those are.
 */
export const compareSnapshots = (sides: Sides): Comparison => atOnce(comparing(sides))

/** As {@link compareSnapshots}, in steps, between which others may have their turn: two large sides take seconds. */
export function* comparing({ ours, theirs, base, given }: Sides): Generator<void, Comparison> {
  const pairing = yield* pairObjects(ours, base ? withFormer(theirs, base) : theirs, given)
  const unread = [...ours.unread, ...theirs.unread]
  const isLeftOut = leftOut(unread, pairing.ambiguous)
  const parts = { ours, theirs, base, pairing, terms: termsOf(pairing) }
  const differences: ObjectDifference[] = []
  for (const kind of SYNC_KINDS)
    for (const one of yield* differencesOf(kind, parts))
      if (!(one.ours && isLeftOut(one.ours, ours)) && !(one.theirs && isLeftOut(one.theirs, theirs)))
        differences.push(one)
  return {
    differences,
    orders: compareOrders(parts),
    ambiguous: pairing.ambiguous,
    unread,
    pairing,
  }
}

/** Theirs, with what it has no more: ours may be paired with that. */
export function withFormer(theirs: Snapshot, base: Pick<Snapshot, 'objects'>): Pick<Snapshot, 'objects'> {
  const objects = SYNC_KINDS.map((kind) => {
    const [now, before] = [theirs.objects.get(kind), base.objects.get(kind)]
    return [kind, new Map([...(before ?? []), ...(now ?? [])])] as const
  })
  return { objects: new Map(objects) }
}

export function termsOf(pairing: Pairing): Terms {
  const id = (theirs: string, kinds: readonly SyncKind[]) => ourId(pairing, kinds, theirs)
  return { id, expression: (source, dialect) => translateIds(source, dialect, (theirs) => id(theirs, ['group'])) }
}

/**
 * Whether an object, or what it belongs to, cannot be compared: one of the sides could not say what it has of it, or it cannot be told apart from
 * others.
 */
export function leftOut(unread: readonly Unread[], ambiguous: readonly Ambiguity[]) {
  const kinds = new Set(unread.flatMap(({ kind, call }) => (call === null ? [kind] : [])))
  const calls = new Set(unread.flatMap(({ kind, call }) => (call === null ? [] : [`${kind} ${call}`])))
  const alike = new Set(ambiguous.flatMap(({ ours, theirs }) => [...ours, ...theirs]))
  const isLeftOut = (object: SyncObject, side: Pick<Snapshot, 'objects'>): boolean => {
    const { kind, call, parent } = object
    if (kinds.has(kind) || calls.has(`${kind} ${call}`) || alike.has(object)) return true
    const within = SYNCED_KINDS[kind].source.within?.kind
    if (!within || parent === null) return false
    const above = side.objects.get(within)?.get(parent)
    return kinds.has(within) || (above !== undefined && isLeftOut(above, side))
  }
  return isLeftOut
}

/** What comparing needs of both sides. */
interface Comparing {
  ours: Pick<Snapshot, 'objects'>
  theirs: Pick<Snapshot, 'objects'>
  base: Pick<Snapshot, 'objects'> | undefined
  pairing: Pairing
  terms: Terms
}

export function* differencesOf(
  kind: SyncKind,
  { ours, theirs, base, pairing, terms }: Comparing,
): Generator<void, ObjectDifference[]> {
  const [left, right, before] = [ours, theirs, base].map((side) => side?.objects.get(kind))
  const pairs = pairing.ours.get(kind)
  const found: ObjectDifference[] = []
  const paired = new Set<string>()
  const former = new Map<string, SyncObject>()
  const isAlike = sameButGone(ours, theirs, terms)
  for (const [theirKey, ourKey] of pairs ?? []) {
    yield
    const own = left?.get(ourKey)
    const other = right?.get(theirKey)
    const known = before?.get(theirKey)
    if (known) former.set(ourKey, known)
    if (!own || !other) continue
    paired.add(ourKey)
    const fields = fieldDifferences(own, other, known, { terms, isAlike, hasBase: base !== undefined })
    if (fields.length > 0) found.push({ ...about(own, other, ours), direction: joined(fields), fields })
  }
  for (const other of right?.values() ?? []) {
    yield
    if (!pairs?.has(other.key) || !left?.has(pairs.get(other.key) as string))
      found.push({
        ...about(null, other, theirs),
        direction: onlyTheirs(other, before?.get(other.key), base),
        fields: [],
      })
  }
  for (const own of left?.values() ?? []) {
    yield
    if (!paired.has(own.key))
      found.push({
        ...about(own, null, ours),
        direction: onlyOurs(own, former.get(own.key), base, isAlike),
        fields: [],
      })
  }
  return found
}

/** One of them there is. @param side of the one that names it: ours where there is ours */
function about(ours: SyncObject | null, theirs: SyncObject | null, side: Pick<Snapshot, 'objects'>) {
  const object = (ours ?? theirs) as SyncObject
  const { kind } = object
  return { id: differenceId(kind, ours, theirs), kind, name: nameOn(object, side), ours, theirs }
}

interface Compared {
  terms: Terms
  isAlike: IsSame
  hasBase: boolean
}

function fieldDifferences(
  ours: SyncObject,
  theirs: SyncObject,
  base: SyncObject | undefined,
  { terms, isAlike, hasBase }: Compared,
): FieldDifference[] {
  const rules = FIELD_RULES[ours.kind]
  const found = valueDifferences(rules, ours.body, theirs.body, terms)
  const differing = found.filter((one) => !isAlike(ruleAt(rules, one.path), one.ours, one.theirs))
  return differing.map((difference) => {
    if (!hasBase) return { ...difference, direction: 'unknown' }
    // Made on both sides since: what it was before is not there.
    if (!base) return { ...difference, direction: 'conflict' }
    const at = (body: unknown) => (difference.path ? (valueAt(body, difference.path) ?? null) : body)
    const [was, rule] = [at(base.body), ruleAt(rules, difference.path)]
    const isOursChanged = !isAlike(rule, difference.ours, was)
    const isTheirsChanged = !isSame(rule, difference.theirs, was, SAME_TERMS)
    return { ...difference, base: was, direction: directionOf(isOursChanged, isTheirsChanged) }
  })
}

function ruleAt(rules: (typeof FIELD_RULES)[SyncKind], path: string) {
  let rule: (typeof FIELD_RULES)[SyncKind] | undefined = rules
  for (const key of path ? path.split('.') : []) rule = rule?.keys.get(key) ?? rule?.anyKey ?? undefined
  return rule
}

/** Of an object: that of its fields where they agree. */
function joined(fields: readonly FieldDifference[]): Direction {
  const directions = new Set(fields.map(({ direction }) => direction))
  if (directions.has('conflict')) return 'conflict'
  return directions.size === 1 ? (fields[0] as FieldDifference).direction : 'both'
}

/** They made it, or we deleted it; we deleted what they have changed since. */
function onlyTheirs(theirs: SyncObject, former: SyncObject | undefined, base: Comparing['base']): Direction {
  if (!base) return 'unknown'
  if (!former) return 'incoming'
  return isSame(FIELD_RULES[theirs.kind], theirs.body, former.body, SAME_TERMS) ? 'outgoing' : 'conflict'
}

/** We made it, or they deleted it; they deleted what we have changed since. */
function onlyOurs(
  ours: SyncObject,
  former: SyncObject | undefined,
  base: Comparing['base'],
  isAlike: IsSame,
): Direction {
  if (!base) return 'unknown'
  if (!former) return 'outgoing'
  return isAlike(FIELD_RULES[ours.kind], ours.body, former.body) ? 'incoming' : 'conflict'
}
