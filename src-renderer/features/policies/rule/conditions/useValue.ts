import { computed, type Ref } from 'vue'
import { getIn, setIn } from '../../../../components/tree.ts'

/** Fields of a condition's or an action's value by path, to bind controls to. */
export function useValue(model: Ref<unknown>) {
  const get = <T>(path: string, fallback: T): T => (getIn(model.value, path) as T | undefined | null) ?? fallback
  const put = (path: string, value: unknown) => (model.value = setIn(model.value, path, value))
  /** Several fields in one step. WHY: the model does not move until its owner has taken the first change over. */
  const patch = (changes: Record<string, unknown>) =>
    (model.value = Object.entries(changes).reduce((at: unknown, [path, value]) => setIn(at, path, value), model.value))

  /** A list; an empty one takes the key away when `drop` says so. */
  const list = (path: string, drop = false) =>
    computed<string[]>({
      get: () => get<string[]>(path, []),
      set: (next) => put(path, drop && next.length === 0 ? undefined : next),
    })
  const field = <T>(path: string, fallback: T) =>
    computed<T>({ get: () => get(path, fallback), set: (next) => put(path, next) })
  return { get, put, patch, list, field }
}
