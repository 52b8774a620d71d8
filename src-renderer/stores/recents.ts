import { useStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { useNamesStore } from './names.ts'
import { useWorkspaceStore } from './workspace.ts'

interface Recent {
  kind: EntityKind
  id: string
}

const KEPT = 6

/** The objects that were opened last in each workspace, the newest first. */
export const useRecentsStore = defineStore('recents', () => {
  const workspace = useWorkspaceStore()
  const names = useNamesStore()
  const byFile = useStorage<Record<string, Recent[]>>('gatehouse.recents', {})
  const file = computed(() => workspace.info?.file ?? '')
  const list = computed(() => byFile.value[file.value] ?? [])

  function visit(one: Recent) {
    if (!file.value) return
    const others = list.value.filter(({ id }) => id !== one.id)
    byFile.value = { ...byFile.value, [file.value]: [one, ...others].slice(0, KEPT) }
  }

  /** Those whose names are known; what was deleted meanwhile is not among them. */
  const named = computed(() =>
    list.value.flatMap((one) => {
      const entry = names.entries.get(one.id)
      return entry?.state === 'known' ? [{ ...one, name: entry.name }] : []
    }),
  )
  /** Asks for the names. */
  const load = () => list.value.forEach(({ kind, id }) => names.want(kind, [id]))
  return { visit, named, load }
})
