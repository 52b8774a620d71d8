import { defineStore } from 'pinia'
import { reactive } from 'vue'
import { asApiError } from '#ui/api/api-error.ts'
import { ENTITIES, type Named } from '#ui/api/entities.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'

/** What is known about an id. `deleted`: the service says that there is no such object. */
export type NameEntry = { state: 'loading' } | { state: 'known'; name: string; detail: string } | { state: 'deleted' }

const TOGETHER = 6

/** Names of objects by id, so that chips and sentences need not wait twice; asked for at most six at a time. */
export const useNamesStore = defineStore('names', () => {
  const entries = reactive(new Map<string, NameEntry>())
  const queue: { kind: EntityKind; id: string }[] = []
  let running = 0

  function learn(item: Named) {
    entries.set(item.id, { state: 'known', name: item.name, detail: item.detail ?? '' })
  }

  async function fetchOne({ kind, id }: { kind: EntityKind; id: string }) {
    try {
      learn(await ENTITIES[kind].get(id))
    } catch (thrown) {
      if (asApiError(thrown).status === 404) entries.set(id, { state: 'deleted' })
      else entries.delete(id)
    }
  }

  function pump() {
    while (running < TOGETHER && queue.length) {
      const next = queue.shift()
      if (!next) return
      running += 1
      void fetchOne(next).finally(() => {
        running -= 1
        pump()
      })
    }
  }

  /** Asks for the names that are not known yet; they appear in `entries` as they come. */
  function want(kind: EntityKind, ids: readonly string[]) {
    for (const id of ids) {
      if (entries.has(id)) continue
      entries.set(id, { state: 'loading' })
      queue.push({ kind, id })
    }
    pump()
  }

  /** The name of an id, or the id itself while unknown. */
  function nameOf(id: string): string {
    const entry = entries.get(id)
    return entry?.state === 'known' ? entry.name : id
  }

  /** After a rename or deletion: the next `want` asks again. */
  function forget(id: string) {
    entries.delete(id)
  }

  return { entries, want, learn, nameOf, forget }
})
