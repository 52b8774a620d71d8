import { useEventListener } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useWorkspaceStore } from '../../../stores/workspace.ts'
import { parseKept, storeKey, writeKept, type Kept } from './kept-contexts.ts'

/**
 * The named sign-ins of the open workspace, kept by this browser. `problem` says what went wrong with keeping them: they
 * were unreadable and dropped, or the browser refused to write.
 */
export function useKeptContexts() {
  const workspace = useWorkspaceStore()
  const key = computed(() => workspace.info && storeKey(workspace.info))
  const contexts = shallowRef<Kept[]>([])
  const problem = ref('')

  function read() {
    const { contexts: found, dropped } = parseKept(key.value && localStorage.getItem(key.value))
    contexts.value = found
    problem.value = dropped ? 'Saved contexts could not be read and were dropped.' : ''
  }
  watch(key, read, { immediate: true })
  // Another window of the same workspace may have changed them.
  useEventListener(window, 'storage', (event) => {
    if (event.key === key.value) read()
  })

  function write(next: Kept[]) {
    contexts.value = next
    problem.value = ''
    if (!key.value) return
    try {
      localStorage.setItem(key.value, writeKept(next))
    } catch {
      problem.value = 'The browser keeps no more: the change lasts until the page is left.'
    }
  }

  return { contexts, problem, write }
}
