import { useEventListener } from '@vueuse/core'
import { useDialog } from 'naive-ui'
import { toValue, type MaybeRefOrGetter } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router'
import { dialogTitle } from '#ui/lib/dialog-title.ts'

/**
 * Asks before unsaved changes are lost: when the route changes, when the window closes, and wherever the caller asks
 * `mayLeave` itself (a drawer's close). `what` stands in the question, such as `the rule`.
 * @param options.keeps whether the changes live on under another address of the same page, so that nothing is asked
 */
export function useUnsavedGuard(
  dirty: MaybeRefOrGetter<boolean>,
  what = 'your changes',
  options: { keeps?: (to: RouteLocationNormalized, from: RouteLocationNormalized) => boolean } = {},
) {
  const dialog = useDialog()

  let asked: Promise<boolean> | null = null

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      dialog.warning({
        title: dialogTitle(`Leave without saving ${what}?`),
        content: 'Unsaved changes will be lost.',
        positiveText: 'Leave without saving',
        negativeText: 'Keep editing',
        onPositiveClick: () => resolve(true),
        onNegativeClick: () => resolve(false),
        onClose: () => resolve(false),
        onMaskClick: () => resolve(false),
        onEsc: () => resolve(false),
      })
    })
  }

  /** True when nothing is lost or the administrator agrees to lose it. Asks once at a time, however often it is called. */
  function mayLeave(): Promise<boolean> {
    if (!toValue(dirty)) return Promise.resolve(true)
    asked ??= ask().finally(() => (asked = null))
    return asked
  }

  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate((to, from) => options.keeps?.(to, from) || mayLeave())
  useEventListener(window, 'beforeunload', (event) => {
    if (toValue(dirty)) event.preventDefault()
  })
  return { mayLeave }
}
