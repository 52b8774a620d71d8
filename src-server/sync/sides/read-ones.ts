import pMap from 'p-map'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Body, Source } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { toSyncObject, type SyncObject } from '../snapshot.ts'
import type { Asked, Reading } from './known.ts'
import { asInput, paramsOf, readList } from './read-list.ts'
import { isGone } from './refusals.ts'

/** Reads objects of a kind that are asked for by themselves; of those that are gone there is none. */
export async function readOnes(kind: SyncKind, reading: Reading): Promise<SyncObject[]> {
  const asked = reading.known?.asked(kind) ?? []
  if (kind === 'groupMembership') return readMemberships(asked, reading)
  const { source } = SYNCED_KINDS[kind]
  const found = await pMap(asked, (one) => readOne(kind, source, one, reading), {
    concurrency: LIMITS.remoteConcurrency,
    signal: reading.signal,
  })
  return found.filter((object) => object !== null)
}

async function readOne(
  kind: SyncKind,
  { one, where, within }: Source,
  { id, parent: key }: Asked,
  { caller, snapshot, signal }: Reading,
): Promise<SyncObject | null> {
  const parent = key === null || !within ? undefined : snapshot.of(within.kind).get(key)
  if (!one || (within && !parent)) return null
  const params = { ...paramsOf({ operation: one.operation, within }, parent), [one.param]: id }
  try {
    const body = (await caller.call(one.operation, asInput({ params }, signal))) as Body
    return (where?.(body) ?? true) ? toSyncObject(kind, body, { parent, call: one.callOf?.(body) ?? '' }) : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Whether the members of a group are read: an event may name another one. */
const hasMembers = SYNCED_KINDS.groupMembership.source.within?.where ?? (() => true)

/** Whether people are members of groups, by the groups of each person: no operation tells it of one person and one group. */
async function readMemberships(asked: readonly Asked[], { caller, snapshot, signal }: Reading): Promise<SyncObject[]> {
  const ofPerson = Map.groupBy(asked, ({ id }) => id)
  const read = async ([userId, pairs]: [string, readonly Asked[]]): Promise<SyncObject[]> => {
    const person = snapshot.of('user').get(userId)
    if (!person) return []
    const groups = await groupsOf(userId)
    return pairs.flatMap(({ parent: key }) => {
      const parent = snapshot.of('group').get(key ?? '')
      return parent && hasMembers(parent.body) && groups.has(parent.id)
        ? [toSyncObject('groupMembership', person.body, { parent })]
        : []
    })
  }
  const groupsOf = async (userId: string) => {
    try {
      const { items } = await readList(caller, 'listUserGroups', { params: { userId }, query: {} }, signal)
      return new Set(items.map(({ id }) => id))
    } catch (error) {
      if (isGone(error)) return new Set()
      throw error
    }
  }
  return (await pMap([...ofPerson], read, { concurrency: LIMITS.remoteConcurrency, signal })).flat()
}
