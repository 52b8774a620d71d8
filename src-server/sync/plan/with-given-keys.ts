import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { ownNature } from '../compare/pair-objects.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import { comesAlong } from './comes-along.ts'

type Objects = Pick<Snapshot, 'objects'>

/**
 * What a side once was, with the keys that the side has now for what is made by itself. WHY: the scopes of an authorization server, for example, get
 * ids of their own wherever one is made, so that a draft that was brought up to date calls those of a new one otherwise than the workspace.
 */
export function withGivenKeys(base: Objects, { objects }: Objects): Objects {
  const kinds = SYNC_KINDS.map((kind) => {
    const [before, now] = [base.objects.get(kind) ?? NONE, objects.get(kind) ?? NONE]
    const made = givenIn(now, before)
    const given = new Map(made.map((one) => [ownNature(one), one]))
    const former = givenIn(before, now).flatMap((one) => {
      const { key, id } = given.get(ownNature(one)) ?? one
      return key === one.key ? [] : [[one.key, { ...one, key, id }] as const]
    })
    if (former.length === 0) return [kind, before] as const
    const renamed = new Map(former)
    const all = [...before.values()].map((one) => renamed.get(one.key) ?? one)
    return [kind, new Map(all.map((one) => [one.key, one]))] as const
  })
  return { objects: new Map(kinds) }
}

const NONE: ReadonlyMap<string, SyncObject> = new Map()

/** What one side has made by itself under keys that the other does not have. */
const givenIn = (side: ReadonlyMap<string, SyncObject>, other: ReadonlyMap<string, SyncObject>): SyncObject[] =>
  [...side.values()].filter((one) => !other.has(one.key) && comesAlong(one))
