import { useDebounceFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { PLACES } from '../../app/places.ts'
import { fromQuery, isAskable, isNothing, NOTHING, normalize, toQuery, type SignIn } from './context.ts'

const WAIT_MS = 250

const keyOf = (signIn: SignIn) => JSON.stringify(toQuery(signIn))

/**
 * The sign-in of the page. It is edited here and follows into the address a moment later, so that typing is never held
 * up; Back, a reload and a shared link bring it back. `asked` is what the service should be asked: settled, and with
 * somebody in it, else null.
 */
export function useSignIn() {
  const route = useRoute()
  const router = useRouter()
  const signIn = ref<SignIn>(fromQuery(route.query))
  // WHY a copy each time: fields are edited in place, and what is asked must not move with every key.
  const settled = shallowRef<SignIn>(normalize(signIn.value))

  function settle() {
    settled.value = normalize(signIn.value)
    // The page may have been left while one waited.
    if (router.currentRoute.value.path !== PLACES.simulate) return
    if (keyOf(fromQuery(router.currentRoute.value.query)) === keyOf(signIn.value)) return
    void router.replace({ path: PLACES.simulate, query: toQuery(signIn.value) })
  }
  const settleSoon = useDebounceFn(settle, WAIT_MS)

  watch(signIn, () => void settleSoon(), { deep: true })
  watch(
    () => route.query,
    (query) => {
      if (route.path !== PLACES.simulate) return
      const given = fromQuery(query)
      if (keyOf(given) === keyOf(signIn.value)) return
      signIn.value = given
      settled.value = normalize(given)
    },
  )

  const asked = computed(() => (isAskable(settled.value) ? settled.value : null))
  const empty = computed(() => isNothing(signIn.value))

  /** Takes another sign-in whole, at once. */
  function replace(next: SignIn) {
    signIn.value = { ...next }
    settle()
  }

  return { signIn, asked, empty, replace, reset: () => replace(NOTHING) }
}
