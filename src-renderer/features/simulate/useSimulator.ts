import { useDebounceFn } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { PATHS } from '#ui/domain/paths.ts'
import { stateFromQuery, stateToQuery, type SimulatorState } from './simulator-state.ts'
import { normalize } from '#ui/domain/sign-in.ts'

const WAIT_MS = 250

const keyOf = (state: SimulatorState) => JSON.stringify(stateToQuery(state))
const copyOf = ({ a, b, ...rest }: SimulatorState): SimulatorState => ({
  a: normalize(a),
  b: b && normalize(b),
  ...rest,
})
/** What is chosen from a list, never typed: whose sign-in it is, and to what. */
const chosenIn = ({ a, b }: SimulatorState) => JSON.stringify([a.user, a.app, b?.user, b?.app])

/**
 * The state of the page, kept in the address. Edits of `state` reach the address after a debounce, so that typing stays
 * fast, and a person or an application that is chosen at once; Back, a reload and a shared link restore it. `settled` is the debounced state that is sent to the service.
 */
export function useSimulator() {
  const route = useRoute()
  const router = useRouter()
  const state = ref<SimulatorState>(stateFromQuery(route.query))
  // WHY a copy: fields are edited in place, and the request must not change with every key.
  const settled = shallowRef<SimulatorState>(copyOf(state.value))

  function settle(history = false) {
    settled.value = copyOf(state.value)
    // The page may have been left during the debounce.
    if (router.currentRoute.value.path !== PATHS.simulate) return
    if (keyOf(stateFromQuery(router.currentRoute.value.query)) === keyOf(state.value)) return
    void router[history ? 'push' : 'replace']({ path: PATHS.simulate, query: stateToQuery(state.value) })
  }
  const settleSoon = useDebounceFn(() => settle(), WAIT_MS)

  const settleChosen = () => void (chosenIn(state.value) === chosenIn(settled.value) ? settleSoon() : settle())
  watch(state, settleChosen, { deep: true })
  watch(
    () => route.query,
    (query) => {
      if (route.path !== PATHS.simulate) return
      const given = stateFromQuery(query)
      if (keyOf(given) === keyOf(state.value)) return
      state.value = given
      settled.value = copyOf(given)
    },
  )

  /** Changes the state at once, as one step that Back undoes. */
  function change(next: Partial<SimulatorState>) {
    state.value = { ...state.value, ...next }
    settle(true)
  }

  return { state, settled, change }
}
