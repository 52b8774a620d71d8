import { useDialog } from 'naive-ui'
import { onBeforeRouteLeave, onBeforeRouteUpdate, type RouteLocationNormalized } from 'vue-router'
import { dialogTitle } from '#ui/lib/dialog-title.ts'
import { useOpenEditor, type EditorParts } from './useOpenEditor.ts'

/**
 * Asks before unsaved changes of an editor are lost: when the route changes, when the window closes, and wherever the caller
 * asks `mayLeave` itself (a drawer's close). It is an open editor (see `useOpenEditor`), whose draft is offered.
 * @param options.keeps whether the changes live on under another address of the same page, so that nothing is asked
 */
export function useUnsavedGuard(
  editor: EditorParts,
  options: { keeps?: (to: RouteLocationNormalized, from: RouteLocationNormalized) => boolean } = {},
) {
  const dialog = useDialog()
  const { what, dirty } = editor
  const offer = useOpenEditor(editor)

  let asked: Promise<boolean> | null = null

  function ask(): Promise<boolean> {
    const { title, content, leave, stay } = editor.leaving?.() ?? {
      title: `Leave without saving ${what}?`,
      content: 'Unsaved changes will be lost.',
      leave: 'Leave without saving',
      stay: 'Keep editing',
    }
    return new Promise((resolve) => {
      dialog.warning({
        title: dialogTitle(title),
        content,
        positiveText: leave,
        negativeText: stay,
        // What loses work is no invitation: it is outlined, in the colour of danger.
        positiveButtonProps: { type: 'error', ghost: true },
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
    if (!dirty()) return Promise.resolve(true)
    asked ??= ask().finally(() => (asked = null))
    return asked
  }

  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate((to, from) => options.keeps?.(to, from) || mayLeave())
  return { mayLeave, offer }
}
