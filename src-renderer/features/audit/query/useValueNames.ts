import { watch } from 'vue'
import type { LogFacetAttribute } from '#contract/log/log-browse.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { nameInLog } from './known-values.ts'

const asked = new Set<string>()

/** Finds what the ids in filters are called: what pages learnt already, else the latest name in the log. */
export function useValueNames(ids: () => readonly { path: LogFacetAttribute; id: string }[]) {
  const names = useNamesStore()
  watch(
    ids,
    (expected) => {
      for (const { path, id } of expected) {
        if (names.entries.has(id) || asked.has(id)) continue
        asked.add(id)
        void nameInLog(path, id).then((name) => {
          if (name !== null) names.learn({ id, name })
          else asked.delete(id)
        })
      }
    },
    { immediate: true },
  )
  return (id: string): string | undefined => {
    const entry = names.entries.get(id)
    return entry?.state === 'known' ? entry.name : undefined
  }
}
