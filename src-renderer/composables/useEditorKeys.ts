import { useEventListener } from '@vueuse/core'
import { nextTick, onMounted, type Ref } from 'vue'
import { onSaveKey } from '#ui/lib/save-key.ts'

/** Ctrl+Enter saves wherever the focus is while an editor is open, and the focus starts in its first field. */
export function useEditorKeys(content: Ref<HTMLElement | null>, submit: () => void): void {
  useEventListener(window, 'keydown', (event) => onSaveKey(event, submit), { capture: true })
  onMounted(async () => {
    await nextTick()
    content.value?.querySelector<HTMLElement>('input:not([disabled])')?.focus()
  })
}
