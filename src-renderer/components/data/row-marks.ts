import { ref, type Ref } from 'vue'

/** Marks rows of a table, one by one, or all from the last one that was marked (`range`). Keys of rows that are gone stay out. */
export function useRowMarks(keys: () => readonly string[], marked: Ref<ReadonlySet<string>>) {
  const anchor = ref<string | null>(null)

  function toggle(key: string, range = false) {
    const all = keys()
    const next = new Set(marked.value)
    const from = range && anchor.value !== null ? all.indexOf(anchor.value) : -1
    const to = all.indexOf(key)
    if (from >= 0) for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    else if (!next.delete(key)) next.add(key)
    anchor.value = key
    marked.value = next
  }

  const every = () => keys().length > 0 && keys().every((key) => marked.value.has(key))
  return {
    toggle,
    /** Whether all are marked, or only some (`null`). */
    state: () => (every() ? true : keys().some((key) => marked.value.has(key)) ? null : false),
    toggleAll: () => (marked.value = new Set(every() ? [] : keys())),
  }
}
