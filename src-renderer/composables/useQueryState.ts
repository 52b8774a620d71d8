import { computed, nextTick, type WritableComputedRef } from 'vue'
import { useRoute, useRouter, type LocationQueryRaw, type Router } from 'vue-router'

/** Changes of one tick go into one navigation; else the second would undo the first. */
let pending: { query: LocationQueryRaw; push: boolean } | null = null

function change(router: Router, key: string, value: string | undefined, push: boolean) {
  if (pending) {
    pending.query[key] = value
    pending.push ||= push
    return
  }
  pending = { query: { [key]: value }, push }
  void nextTick(() => {
    const now = pending
    pending = null
    if (now) void router[now.push ? 'push' : 'replace']({ query: { ...router.currentRoute.value.query, ...now.query } })
  })
}

/**
 * A part of the page's state that is in the address (`?type=…`), so that back, reload and a shared link restore it.
 * The fallback is left out of the address. `history: true` makes each change a step that Back undoes.
 */
export function useQueryState<T extends string>(
  key: string,
  fallback: T,
  options: { history?: boolean } = {},
): WritableComputedRef<T> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => {
      const value = route.query[key]
      return (typeof value === 'string' && value ? value : fallback) as T
    },
    set: (value) => change(router, key, value && value !== fallback ? value : undefined, options.history ?? false),
  })
}
