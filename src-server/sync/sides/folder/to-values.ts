import { valueAt, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { translateIds } from '#expression/index.ts'
import { FIELD_RULES, itemRuleOf, ruleOf, type RuleNode } from '../../compare/field-rules.ts'
import type { Snapshot, SyncObject } from '../../snapshot.ts'
import { insideOf, LAYOUT } from './layout.ts'
import { plainReference, referencesOf } from './references.ts'

/** What is in one file. */
export interface FileValue {
  kind: SyncKind
  /** What other files call the object. */
  reference: string
  body: Body
  value: Record<string, unknown>
}

type Names = ReadonlyMap<SyncKind, ReadonlyMap<string, string>>

/**
 * The files of an organization: names in place of ids, nothing that is never compared but what an object is known by, in an order that does not change.
 * @param left kinds that are named where others refer to them, and not written
 */
export function toFileValues(snapshot: Snapshot, left: readonly SyncKind[]): FileValue[] {
  const names = referencesOf(snapshot)
  const inside = childrenOf(snapshot, left)
  const kinds = SYNC_KINDS.filter((kind) => !('within' in LAYOUT[kind]) && !left.includes(kind))
  return kinds.flatMap((kind) =>
    [...(snapshot.objects.get(kind)?.values() ?? [])].map((object) => {
      const reference = referenceOf(object, names)
      const ref = reference === plainReference(object) ? {} : { ref: reference }
      const value = { kind, ...ref, spec: bodyOf(object, names), ...insideValues(object, { names, inside }) }
      return { kind, reference, body: object.body, value }
    }),
  )
}

/** The order of the policies of each type that has one. */
export function toOrders(snapshot: Snapshot): Record<string, string[]> {
  const names = referencesOf(snapshot).get('policy')
  const { order } = SYNCED_KINDS.policy
  const lists = Map.groupBy(snapshot.objects.get('policy')?.values() ?? [], ({ body }) => order?.(body) ?? null)
  const sorted = [...lists].flatMap(([type, policies]) =>
    type === null ? [] : [[type, policies.sort(byPriority).map(({ id }) => names?.get(id) ?? id)] as const],
  )
  return Object.fromEntries(sorted)
}

const referenceOf = ({ kind, id, call }: SyncObject, names: Names) =>
  id === '' ? call || kind : (names.get(kind)?.get(id) ?? id)

type Children = ReadonlyMap<string, readonly SyncObject[]>

/** What belongs to each object, by both kinds and the key of the object. */
function childrenOf({ objects }: Snapshot, left: readonly SyncKind[]): Children {
  const all = SYNC_KINDS.filter((kind) => !left.includes(kind)).flatMap((kind) => [
    ...(objects.get(kind)?.values() ?? []),
  ])
  return Map.groupBy(all, ({ kind, parent }) => `${kind} ${parent}`)
}

interface Inside {
  names: Names
  inside: Children
}

function insideValues(object: SyncObject, known: Inside): Record<string, unknown> {
  const fields = insideOf(object.kind).flatMap(({ kind, field, single }) => {
    const children = known.inside.get(`${kind} ${object.key}`) ?? []
    if (children.length === 0) return []
    return [[field, single ? itemOf(children[0] as SyncObject, known) : itemsOf(kind, children, known)] as const]
  })
  return Object.fromEntries(fields)
}

function itemsOf(kind: SyncKind, children: readonly SyncObject[], known: Inside): unknown[] {
  if (SYNCED_KINDS[kind].order) return [...children].sort(byPriority).map((child) => itemOf(child, known))
  return sorted(children.map((child) => itemOf(child, known)))
}

const byPriority = (a: SyncObject, b: SyncObject) => placeOf(a) - placeOf(b)
const placeOf = ({ body }: SyncObject) => Number(valueAt(body, 'priority') ?? 0)

/** A relation without values of its own is the name of what it leads to. */
function itemOf(child: SyncObject, known: Inside): unknown {
  const { id } = SYNCED_KINDS[child.kind]
  const fields = { ...bodyOf(child, known.names), ...insideValues(child, known) }
  if (id === null || typeof id === 'string') return fields
  const ref = nameIn(id.relatesTo, child.id, known.names)
  return Object.keys(fields).length === 0 ? ref : { ref, ...fields }
}

const bodyOf = ({ kind, body }: SyncObject, names: Names): Record<string, unknown> =>
  (written(FIELD_RULES[kind], body, names) ?? {}) as Record<string, unknown>

/** A value as files hold it; undefined: they do not. */
function written(rule: RuleNode | undefined, value: unknown, names: Names): unknown {
  if (value === null || (rule?.left && rule.left !== 'read-only')) return undefined
  if (typeof value === 'string') return textOf(rule, value, names)
  if (Array.isArray(value)) {
    const list = value.map((item) => written(itemRuleOf(rule), item, names) ?? null)
    return rule?.unordered ? sorted(list) : list
  }
  if (typeof value !== 'object') return value
  const fields = Object.entries(value as object).map(
    ([key, inner]) => [key, written(ruleOf(rule, key), inner, names)] as const,
  )
  return Object.fromEntries(fields.filter(([, inner]) => inner !== undefined))
}

function textOf(rule: RuleNode | undefined, text: string, names: Names): string {
  if (rule?.expression) return translateIds(text, rule.expression, (id) => names.get('group')?.get(id) ?? id)
  return rule?.refersTo ? nameIn(rule.refersTo, text, names) : text
}

/** The name of an object of one of some kinds; a word, or the id of what is not there, stays. */
const nameIn = (kinds: readonly SyncKind[], id: string, names: Names): string =>
  kinds.map((kind) => names.get(kind)?.get(id)).find((name) => name !== undefined) ?? id

function sorted(items: readonly unknown[]): unknown[] {
  const keyed = items.map((item) => [typeof item === 'string' ? item : JSON.stringify(item), item] as const)
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item)
}
