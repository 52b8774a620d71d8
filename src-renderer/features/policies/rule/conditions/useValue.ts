import { computed, type Ref } from 'vue'
import { getIn, isTree, setIn } from '#ui/lib/tree.ts'

/** Fields of a condition's or an action's value by path, to bind controls to. */
export function useValue(model: Ref<unknown>) {
  function get<T>(path: string, fallback: T): T {
    const stored = getIn(model.value, path) ?? fallback
    // JSON that is not right yet must not break the form: what should be a list and is none counts as empty.
    return Array.isArray(fallback) && !Array.isArray(stored) ? fallback : (stored as T)
  }
  const put = (path: string, value: unknown) => (model.value = setIn(model.value, path, value))
  /** Several fields in one step. WHY: the model does not change until its owner has applied the first change. */
  const patch = (changes: Record<string, unknown>) =>
    (model.value = Object.entries(changes).reduce((at: unknown, [path, value]) => setIn(at, path, value), model.value))

  /** A list; an empty one takes the key away when `drop` says so. */
  const list = (path: string, drop = false) =>
    computed<string[]>({
      get: () => get<string[]>(path, []),
      set: (next) => put(path, drop && next.length === 0 ? undefined : next),
    })
  /** A list of objects; what is none is not shown. */
  const rows = <T extends object>(path: string) =>
    computed<T[]>({ get: () => get<unknown[]>(path, []).filter(isTree) as T[], set: (next) => put(path, next) })
  const field = <T>(path: string, fallback: T) =>
    computed<T>({ get: () => get(path, fallback), set: (next) => put(path, next) })
  return { get, put, patch, list, rows, field }
}
