import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import type { Snapshot } from '../snapshot.ts'
import { pairObjects } from './pair-objects.ts'

type Objects = Pick<Snapshot, 'objects'>

/**
 * What a side once was, under the keys that the side has for it now, in steps. WHY keys change: what was deleted and made again has another id, and what
 * comes along with something new, such as the scopes of an authorization server, gets an id of its own wherever that is made.
 */
export function* withKeysOf(now: Objects, base: Objects): Generator<void, Objects> {
  const pairing = yield* pairObjects(now, base)
  const kinds = SYNC_KINDS.map((kind) => {
    const [pairs, there] = [pairing.ours.get(kind), now.objects.get(kind)]
    const objects = [...(base.objects.get(kind)?.values() ?? [])].map((one) => {
      const { key = one.key, id = one.id, parent = one.parent } = there?.get(pairs?.get(one.key) ?? '') ?? {}
      return key === one.key ? one : { ...one, key, id, parent }
    })
    return [kind, new Map(objects.map((one) => [one.key, one]))] as const
  })
  return { objects: new Map(kinds) }
}
