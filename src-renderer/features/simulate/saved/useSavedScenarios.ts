import { useEventListener } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { parseScenarios, storeKey, writeScenarios, type SavedScenario } from './saved-scenarios.ts'

/**
 * The saved scenarios of the open workspace, in the local storage of this browser. `problem` is the error of the last
 * read or write; empty when there is none.
 */
export function useSavedScenarios() {
  const workspace = useWorkspaceStore()
  const key = computed(() => workspace.info && storeKey(workspace.info))
  const scenarios = shallowRef<SavedScenario[]>([])
  const problem = ref('')

  function read() {
    const { scenarios: found, dropped } = parseScenarios(key.value && localStorage.getItem(key.value))
    scenarios.value = found
    problem.value = dropped ? 'Saved scenarios could not be read and were dropped.' : ''
  }
  watch(key, read, { immediate: true })
  // Another window of the same workspace may have changed them.
  useEventListener(window, 'storage', (event) => {
    if (event.key === key.value) read()
  })

  function write(next: SavedScenario[]) {
    scenarios.value = next
    problem.value = ''
    if (!key.value) return
    try {
      localStorage.setItem(key.value, writeScenarios(next))
    } catch {
      problem.value = 'The browser storage is full: this change is lost when you leave the page.'
    }
  }

  return { scenarios, problem, write }
}
