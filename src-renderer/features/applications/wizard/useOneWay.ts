import { onBeforeRouteUpdate, useRouter } from 'vue-router'

/**
 * Keeps Back and Forward from the steps of a wizard once what it makes exists: they would change the address, and nothing that is
 * shown. `close` goes back to where the wizard was opened, so that Back leaves it.
 * @param isClosed whether there is no way back to the steps
 */
export function useOneWay(isClosed: () => boolean) {
  const router = useRouter()
  /** Where in the browser's history the page is. */
  const position = () => Number(router.options.history.state['position'] ?? 0)
  const opened = position()
  let isGoing = false
  onBeforeRouteUpdate(() => isGoing || !isClosed())

  return {
    close() {
      const steps = opened - position()
      if (steps >= 0) return
      isGoing = true
      const stop = router.afterEach(() => {
        isGoing = false
        stop()
      })
      router.go(steps)
    },
  }
}
