import { computed } from 'vue'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'

/** Whether the dialog that creates one of a kind is open: it stands in the address (`createPathOf`), so that a link opens it. */
export function useCreating(kind: EntityKind) {
  const open = useQueryState<string>('create', '')
  return computed({
    get: () => open.value === kind,
    set: (show) => (open.value = show ? kind : ''),
  })
}
