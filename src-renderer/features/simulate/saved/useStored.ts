import { useEventListener } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

interface StoredFormat<Item> {
  /** The key in the local storage, for the workspace that is open. */
  keyOf: (workspace: { organization: string; file: string }) => string
  /** Reads the stored text; what is damaged, or of another version, is `dropped`. */
  parse: (text: string | null) => { items: Item[]; dropped: boolean }
  write: (items: readonly Item[]) => string
  /** What there is a list of, at the beginning of a sentence. */
  what: string
}

/**
 * A list that belongs to the open workspace, in the local storage of this browser. `problem` is the error of the last read or write;
 * empty when there is none.
 */
export function useStored<Item>(format: StoredFormat<Item>) {
  const workspace = useWorkspaceStore()
  const key = computed(() => workspace.info && format.keyOf(workspace.info))
  const items = shallowRef<Item[]>([])
  const problem = ref('')

  function read() {
    const found = format.parse(key.value && localStorage.getItem(key.value))
    items.value = found.items
    problem.value = found.dropped ? `${format.what} could not be read and were dropped.` : ''
  }
  watch(key, read, { immediate: true })
  // Another window of the same workspace may have changed them.
  useEventListener(window, 'storage', (event) => {
    if (event.key === key.value) read()
  })

  function write(next: Item[]) {
    items.value = next
    problem.value = ''
    if (!key.value) return
    try {
      localStorage.setItem(key.value, format.write(next))
    } catch {
      problem.value = 'The browser storage is full: this change is lost when you leave the page.'
    }
  }

  return { items, problem, write }
}
