import { useDebounceFn } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { PLACES } from '../../app/places.ts'
import { benchFromQuery, benchToQuery, type Bench } from './bench.ts'
import { normalize } from './context.ts'

const WAIT_MS = 250

const keyOf = (bench: Bench) => JSON.stringify(benchToQuery(bench))
const copyOf = ({ a, b, types }: Bench): Bench => ({ a: normalize(a), b: b && normalize(b), types })

/**
 * The sign-ins and types of the page. They are edited in `bench` and follow into the address a moment later, so that
 * typing is never held up; Back, a reload and a shared link bring them back. `settled` is what the service is asked.
 */
export function useBench() {
  const route = useRoute()
  const router = useRouter()
  const bench = ref<Bench>(benchFromQuery(route.query))
  // WHY a copy each time: fields are edited in place, and what is asked must not move with every key.
  const settled = shallowRef<Bench>(copyOf(bench.value))

  function settle(history = false) {
    settled.value = copyOf(bench.value)
    // The page may have been left while one waited.
    if (router.currentRoute.value.path !== PLACES.simulate) return
    if (keyOf(benchFromQuery(router.currentRoute.value.query)) === keyOf(bench.value)) return
    void router[history ? 'push' : 'replace']({ path: PLACES.simulate, query: benchToQuery(bench.value) })
  }
  const settleSoon = useDebounceFn(() => settle(), WAIT_MS)

  watch(bench, () => void settleSoon(), { deep: true })
  watch(
    () => route.query,
    (query) => {
      if (route.path !== PLACES.simulate) return
      const given = benchFromQuery(query)
      if (keyOf(given) === keyOf(bench.value)) return
      bench.value = given
      settled.value = copyOf(given)
    },
  )

  /** Changes it in one stroke, at once; a step that Back undoes. */
  function change(next: Partial<Bench>) {
    bench.value = { ...bench.value, ...next }
    settle(true)
  }

  return { bench, settled, change }
}
