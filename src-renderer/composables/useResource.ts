import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue'
import { asApiError, isAbort, type ApiError } from '#ui/api/api-error.ts'
import { undone } from '#ui/lib/undo-signal.ts'

/** A request that a page shows. Old `data` stays while it is read again, so that nothing flickers. */
export interface Resource<T> {
  data: ShallowRef<T | undefined>
  error: ShallowRef<ApiError | null>
  loading: Readonly<Ref<boolean>>
  /** Reads again; never throws: a failure is in `error`. */
  reload: () => Promise<void>
}

interface Options {
  /** Reads again whenever one of these changes; a call under way is given up. */
  watch?: WatchSource | WatchSource[]
  /** False: the first read waits for `reload` or a change. */
  immediate?: boolean
  /** Whether data that belongs to former inputs is dropped at once. Default false. */
  clear?: boolean
}

/** Runs a request for a page, gives it up when the page goes or asks again, and holds its states. */
export function useResource<T>(read: (signal: AbortSignal) => Promise<T>, options: Options = {}): Resource<T> {
  const data = shallowRef<T>()
  const error = shallowRef<ApiError | null>(null)
  const loading = ref(false)
  let current: AbortController | null = null

  async function reload() {
    current?.abort()
    const mine = new AbortController()
    current = mine
    loading.value = true
    try {
      const value = await read(mine.signal)
      if (current !== mine) return
      data.value = value
      error.value = null
    } catch (thrown) {
      if (current !== mine || isAbort(thrown)) return
      error.value = asApiError(thrown)
    } finally {
      if (current === mine) loading.value = false
    }
  }

  if (options.watch)
    watch(options.watch, () => {
      if (options.clear) data.value = undefined
      void reload()
    })
  // What was taken back may be anywhere on the page.
  watch(undone, () => void (data.value !== undefined && reload()))
  if (options.immediate !== false) void reload()
  onScopeDispose(() => {
    const last = current
    current = null
    last?.abort()
  })
  return { data, error, loading, reload }
}
