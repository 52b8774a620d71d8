import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Lifting, Target, TargetSide, WriteCall } from '#contract/sync/writing.ts'
import type { FieldDifference, ObjectDifference } from '../compare/compare-snapshots.ts'
import { inTerms, type Terms } from '../compare/compare-values.ts'
import { FIELD_RULES, ruleOf } from '../compare/field-rules.ts'
import type { Pairing } from '../compare/pair-objects.ts'
import type { SyncObject } from '../snapshot.ts'
import type { Decision } from './decide.ts'

/** One object that is written. */
export interface Step {
  readonly act: 'create' | 'change' | 'remove'
  readonly kind: SyncKind
  readonly name: string
  /** The id of the difference that it ends. */
  readonly difference: string
  readonly target: Target
  /** Theirs, of a new one: it is to get its id, and to have happened to it what has happened there. */
  readonly theirs: SyncObject | null
  readonly calls: readonly WriteCall[]
  /** What is sent where the calls are refused, since they take the last limit of something that is to have none; null: nothing is. */
  readonly lifting: Lifting | null
}

interface Sides {
  pairing: Pairing
  terms: Terms
  /** The workspace. */
  side: TargetSide
}

/** How a decision is carried out; null where nothing can be written, since the kind is only there with what it belongs to. */
export function stepOf(
  { id, kind, name, ours, theirs }: Pick<ObjectDifference, 'id' | 'kind' | 'name' | 'ours' | 'theirs'>,
  decision: {
    readonly act: Decision['act']
    readonly taken: readonly Pick<FieldDifference, 'path'>[]
    /** Of a limit that is taken away: whether what it limits is to have none. */
    readonly isUnlimited?: boolean
  },
  sides: Sides,
): Step | null {
  const { act, taken, isUnlimited } = decision
  const writing = SYNC_WRITES[kind]
  const about = { kind, name, difference: id, lifting: null }
  if (act === 'remove' && ours) {
    const target = targetOf(ours, ours.body, sides)
    const calls = writing.remove?.(target)
    const lifting = (isUnlimited && writing.lift?.(target)) || null
    return calls ? { ...about, act, target, theirs: null, calls, lifting } : null
  }
  if (act === 'create' && theirs) {
    const target = newTarget(theirs, sides)
    return target && writing.create ? { ...about, act, target, theirs, calls: [writing.create(target)] } : null
  }
  if (act !== 'change' || !ours || !theirs) return null
  const target = targetOf(ours, mergedBody(kind, ours.body, theirs.body, taken, sides.terms), sides)
  const calls = writing.change?.(target, ours.body)
  return calls ? { ...about, act, target, theirs: null, calls } : null
}

/** Has an object of ours stand at another place of its list. */
export function moveOf(ours: SyncObject, priority: number, sides: Sides): readonly WriteCall[] {
  const target = targetOf(ours, { ...ours.body, priority }, sides)
  return SYNC_WRITES[ours.kind].change?.(target, ours.body) ?? []
}

const partsOf = (key: string | null) => (key === null ? [] : key.split('/'))

const targetOf = ({ id, parent, call }: SyncObject, body: Body, { side }: Pick<Sides, 'side'>): Target => ({
  ...{ id, call, body, side },
  above: partsOf(parent),
})

/** What one of theirs is to be here; null where what it belongs to is not here. */
function newTarget({ kind, id, parent, call, body }: SyncObject, { pairing, terms, side }: Sides): Target | null {
  const { id: where, source } = SYNCED_KINDS[kind]
  const above = parent === null || !source.within ? null : pairing.ours.get(source.within.kind)?.get(parent)
  if (above === undefined) return null
  const isRelation = where !== null && typeof where === 'object'
  const own = isRelation ? terms.id(id, where.relatesTo) : ''
  return { id: own, call, side, above: partsOf(above), body: inTerms(FIELD_RULES[kind], body, terms) as Body }
}

/** Our body with what is taken over from theirs. */
function mergedBody(
  kind: SyncKind,
  ours: Body,
  theirs: Body,
  taken: readonly Pick<FieldDifference, 'path'>[],
  terms: Terms,
): Body {
  let merged: Body = ours
  for (const { path } of taken) {
    const keys = path.split('.')
    let rule: ReturnType<typeof ruleOf> = FIELD_RULES[kind]
    for (const key of keys) rule = ruleOf(rule, key)
    merged = withValue(merged, keys, inTerms(rule, valueAt(theirs, path), terms))
  }
  return merged
}
