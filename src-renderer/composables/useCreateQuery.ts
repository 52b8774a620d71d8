import { watch } from 'vue'
import { useQueryState } from './useQueryState.ts'

/** Opens the dialog that creates one where the address asks for it (`?create=group`), as the palette's actions do. */
export function useCreateQuery(kind: string, open: () => unknown): void {
  const asked = useQueryState<string>('create', '')
  watch(
    asked,
    (now) => {
      if (now !== kind) return
      asked.value = ''
      open()
    },
    { immediate: true },
  )
}
