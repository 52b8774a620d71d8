import { useTimeoutFn } from '@vueuse/core'
import { ref, shallowRef, watchSyncEffect } from 'vue'
import type { Resource } from './useResource.ts'

/**
 * A request whose answer is shown in rows that are there before it: the rows wait for it, so that they do not move under the
 * pointer, but no longer than `patienceMs`, and not where it failed; they are then shown with `without` in its place.
 */
export function useHeld<T>(resource: Resource<T>, patienceMs: number, without: T): Resource<T> {
  const data = shallowRef<T>()
  const late = ref(false)
  useTimeoutFn(() => (late.value = true), patienceMs)
  watchSyncEffect(() => {
    const given = resource.data.value
    if (given !== undefined) data.value = given
    else if (late.value || resource.error.value) data.value = without
  })
  return { ...resource, data, error: shallowRef(null) }
}
