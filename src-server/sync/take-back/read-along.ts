import { valueAt } from '#contract/sync/definition.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { TargetReader } from '../apply/target-reader.ts'
import { referencesOf } from '../plan/references.ts'
import { withoutSecrets } from '../plan/without-state.ts'
import type { SyncObject } from '../snapshot.ts'
import type { Along } from './given-back.ts'
import type { Lost } from './inverse-steps.ts'

/** What was changed along, as the target has it now. */
export interface ReadAlong {
  readonly along: readonly Along[]
  /** See {@link Gone.isDefault}. */
  readonly isDefault: (id: string) => boolean
}

/** More objects of one list are read with that, instead of one by one. */
const FEW = 10

/** Reads what names something that was removed; what is gone itself is left out. */
export async function readAlong(naming: readonly Lost[], reader: TargetReader): Promise<ReadAlong> {
  const along: Along[] = []
  const defaults = new Map<string, boolean>()
  // Each once, however much of what it names was removed.
  const all = [...new Map(naming.map((one) => [`${one.object.kind} ${one.object.key}`, one])).values()]
  const ofList = Map.groupBy(all, ({ object }) => listName(object))
  for (const one of [...ofList.values()].flat()) {
    const { object } = one
    const isMany = (ofList.get(listName(object))?.length ?? 0) > FEW
    const now = isMany
      ? (await reader.list(object)).find(({ key }) => key === object.key)
      : await reader.one(object, object)
    if (!now) continue
    along.push({ ...one, now: withoutSecrets(now) })
    const former = new Set(referencesOf(object.kind, object.body).map(({ id }) => id))
    for (const { id, kinds } of referencesOf(now.kind, now.body)) {
      const kind = kinds.find((kind) => !SYNCED_KINDS[kind].source.within)
      if (former.has(id) || defaults.has(id) || !kind) continue
      const other = await reader.one({ kind, parent: null, call: '' }, { id, key: id })
      defaults.set(id, valueAt(other?.body, 'system') === true)
    }
  }
  return { along, isDefault: (id) => defaults.get(id) === true }
}

const listName = ({ kind, parent, call }: SyncObject) => JSON.stringify([kind, parent, call])
