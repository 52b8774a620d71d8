import { ref, shallowRef } from 'vue'
import { asApiError, isAbort, type ApiError } from '#ui/api/api-error.ts'

/**
 * Runs something that changes the world (save, delete), once at a time. `run` gives the result, or undefined when it
 * failed, in which case `error` says why.
 */
export function useAction<Args extends unknown[], T>(act: (...args: Args) => Promise<T>) {
  const busy = ref(false)
  const error = shallowRef<ApiError | null>(null)

  async function run(...args: Args): Promise<T | undefined> {
    if (busy.value) return undefined
    busy.value = true
    error.value = null
    try {
      return await act(...args)
    } catch (thrown) {
      if (!isAbort(thrown)) error.value = asApiError(thrown)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return { busy, error, run }
}
