import { isObject } from '#contract/interface/schema-tree.ts'
import { PEOPLE_KINDS } from '#contract/sync/people-kinds.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { FIELD_RULES, itemRuleOf, ruleOf, type RuleNode } from '../../compare/field-rules.ts'
import { nameOf, type SnapshotBuilder, type SyncObject } from '../../snapshot.ts'
import { DEFAULTS } from './defaults.ts'
import { FolderError } from './folder-error.ts'
import { FolderSnapshot, type InFile, type ReadFile } from './folder-snapshot.ts'
import { insideOf, kindOf, LAYOUT } from './layout.ts'
import { ranksOf, type FiledPolicy } from './policy-orders.ts'
import { idIn, plainReference } from './references.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a file is about. @throws FolderError */
export function identify(file: ReadFile): { kind: SyncKind; reference: string; spec: Fields } {
  const { value } = file
  if (!isObject(value)) throw faultAt(file, [], 'must hold fields')
  const kind = SYNC_KINDS.find((one) => one === value['kind'] && !('within' in LAYOUT[one]))
  if (!kind)
    throw faultAt(file, ['kind'], `kind must be ${kindOf(file.path) ?? 'that of an object with a file of its own'}`)
  const spec = value['spec'] ?? {}
  if (!isObject(spec)) throw faultAt(file, ['spec'], 'spec must hold the fields of the object')
  const known = new Set(['kind', 'ref', 'spec', ...insideOf(kind).map(({ field }) => field)])
  const strange = Object.keys(value).find((key) => !known.has(key))
  if (strange !== undefined)
    throw faultAt(file, [strange], `${strange} is no field of a ${SYNCED_KINDS[kind].singular}`)
  const given = value['ref']
  if (given !== undefined && (typeof given !== 'string' || given === ''))
    throw faultAt(file, ['ref'], 'ref must be a text')
  const plain = plainReference({ kind, key: '', id: '', parent: null, call: '', body: spec })
  const reference = given ?? (SYNCED_KINDS[kind].id === null ? kind : plain)
  if (reference === '') throw faultAt(file, ['spec'], `the ${SYNCED_KINDS[kind].singular} has no name`)
  return { kind, reference, spec }
}

const faultAt = ({ path, lineOf }: ReadFile, place: InFile, reason: string) =>
  new FolderError(path, reason, lineOf(place))

/**
 * The organization that files hold. Its ids are the names by which files refer to objects.
 * @param people whether the folder holds people
 * @throws FolderError with file and line
 */
export function fromFiles(
  files: readonly ReadFile[],
  { people, orders }: { people: boolean; orders: ReadFile | null },
): FolderSnapshot {
  const snapshot = new FolderSnapshot(orders)
  const paths = new Map<string, string>()
  const identified = files.map((file) => ({ file, ...identify(file) }))
  const ranks = ranksOf(orders, identified.flatMap(policyIn))
  for (const { file, kind, reference, spec } of identified) {
    const object = topObject(kind, reference, spec, ranks)
    const first = paths.get(`${kind} ${object.key}`)
    if (first !== undefined)
      throw faultAt(file, ['spec'], `the ${SYNCED_KINDS[kind].singular} “${reference}” is in ${first}, too`)
    paths.set(`${kind} ${object.key}`, file.path)
    snapshot.add(object)
    snapshot.notePlace(object, file, ['spec'])
    addInside(object, file.value as Fields, [], { file, snapshot })
  }
  if (!people) leavePeopleOut(snapshot)
  return snapshot
}

const policyIn = ({ kind, reference, spec }: ReturnType<typeof identify>): FiledPolicy[] =>
  kind === 'policy'
    ? [
        {
          ...{ reference, type: textAt(spec, 'type'), list: SYNCED_KINDS.policy.order?.(spec) ?? null },
          isDefault: valueAt(spec, 'system') === true,
        },
      ]
    : []

function topObject(kind: SyncKind, reference: string, spec: Fields, ranks: ReadonlyMap<string, number>): SyncObject {
  const isOnly = SYNCED_KINDS[kind].id === null
  const rank = kind === 'policy' ? ranks.get(reference) : undefined
  const call = kind === 'policy' ? textAt(spec, 'type') : isOnly && reference !== kind ? reference : ''
  const id = isOnly ? '' : reference
  const body: Body = {
    ...{ ...DEFAULTS[kind], ...spec },
    ...(id && { id }),
    ...(rank !== undefined && { priority: rank }),
  }
  // WHY by its id: of several with one name nothing else says which one it is.
  return { kind, key: idIn(id) ?? (id || call || kind), id, parent: null, call, body }
}

interface Inside {
  file: ReadFile
  snapshot: FolderSnapshot
}

function addInside(parent: SyncObject, fields: Fields, place: InFile, known: Inside): void {
  for (const { kind, field, single } of insideOf(parent.kind)) {
    const value = fields[field]
    if (value === undefined) continue
    if (single) addChild(kind, parent, value, { ...known, place: [...place, field], at: 0 })
    else if (Array.isArray(value))
      value.forEach((item, at) => addChild(kind, parent, item, { ...known, place: [...place, field, at], at }))
    else throw faultAt(known.file, [...place, field], `${field} must be a list`)
  }
}

interface Child extends Inside {
  place: InFile
  /** Its place in its list. */
  at: number
}

function addChild(kind: SyncKind, parent: SyncObject, item: unknown, { place, at, ...known }: Child): void {
  const fields = typeof item === 'string' ? { ref: item } : item
  if (!isObject(fields)) throw faultAt(known.file, place, 'must be a name or hold fields')
  const inner = new Set(insideOf(kind).map(({ field }) => field))
  const body = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'ref' && !inner.has(key)))
  const object = childObject(kind, parent, { body, ref: textAt(fields, 'ref'), at })
  if (!object) throw faultAt(known.file, place, `the ${SYNCED_KINDS[kind].singular} has no name`)
  if (!known.snapshot.add(object)) throw faultAt(known.file, place, `the ${SYNCED_KINDS[kind].singular} is there twice`)
  known.snapshot.notePlace(object, known.file, place)
  addInside(object, fields, place, known)
}

function childObject(
  kind: SyncKind,
  parent: SyncObject,
  { body, ref, at }: { body: Fields; ref: string; at: number },
): SyncObject | null {
  const { id: where, order, naturalKey } = SYNCED_KINDS[kind]
  const placed = { ...DEFAULTS[kind], ...body, ...(order && { priority: at + 1 }) }
  const object = { kind, parent: parent.key, call: '', body: placed as Body }
  if (where === null) return { ...object, key: `${parent.key}/${kind}`, id: '' }
  const named = typeof where === 'string' ? textAt(body, where) || nameOf({ ...object, key: '', id: '' }) : ref
  const id = named || (naturalKey && Object.keys(body).length > 0 ? JSON.stringify(naturalKey(body)) : '')
  const isAlike = typeof where === 'string' && naturalKey ? JSON.stringify(naturalKey(body)) : id
  return id === '' ? null : { ...object, key: `${parent.key}/${isAlike}`, id, body: { ...placed, id } }
}

/** A folder without people still names some: they are found on the other side by their sign-in names, and not compared. */
function leavePeopleOut(snapshot: SnapshotBuilder): void {
  for (const kind of PEOPLE_KINDS) snapshot.unread.push({ kind, call: null, reason: 'the folder holds no people' })
  const logins = new Set<string>()
  for (const [kind, objects] of snapshot.objects)
    for (const { body } of objects.values()) for (const login of peopleIn(FIELD_RULES[kind], body)) logins.add(login)
  for (const login of logins)
    snapshot.add({
      kind: 'user',
      key: login,
      id: login,
      parent: null,
      call: '',
      body: { id: login, profile: { login } },
    })
}

function peopleIn(rule: RuleNode | undefined, value: unknown): string[] {
  if (!rule) return []
  if (typeof value === 'string') return rule.refersTo?.includes('user') ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => peopleIn(itemRuleOf(rule), item))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => peopleIn(ruleOf(rule, key), inner))
}
