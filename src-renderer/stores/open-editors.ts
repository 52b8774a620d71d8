import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import { bridge, type LeaveWay } from '#ui/api/bridge.ts'

/** An editor that is open. */
interface OpenEditor {
  /** As the question names it, such as `the rule`. */
  readonly what: string
  isDirty(): boolean
  /** @returns whether it is saved; an editor that cannot be saved has said why */
  save(): Promise<boolean>
  /** Forgets what was changed. */
  discard(): Promise<void>
  /** Keeps what was changed as a draft. */
  keep(): Promise<void>
}

/** The editors that are open, and what becomes of their changes when the page goes. */
export const useOpenEditorsStore = defineStore('openEditors', () => {
  const editors = shallowReactive(new Set<OpenEditor>())
  const dirty = computed(() => [...editors].filter((editor) => editor.isDirty()))
  /** What has unsaved changes, in words; null when nothing has. */
  const unsaved = computed(() => {
    const [first, second] = dirty.value
    return first ? (second ? 'what you edit' : first.what) : null
  })

  const inTurn: Record<LeaveWay, () => Promise<boolean>> = {
    /** Ends at the first that is not saved: it has said why. */
    save: async () => {
      for (const editor of dirty.value) if (!(await editor.save())) return false
      return true
    },
    discard: async () => {
      for (const editor of dirty.value) await editor.discard()
      return true
    },
    keep: async () => {
      for (const editor of dirty.value) await editor.keep()
      return true
    },
  }

  function add(editor: OpenEditor): () => void {
    editors.add(editor)
    return () => void editors.delete(editor)
  }

  /** @returns whether all did as they were asked */
  const leave = (way: LeaveWay) => inTurn[way]()
  bridge.onLeave(leave)
  // At once: the program asks by what it was told last.
  watch(
    unsaved,
    (what) => {
      if (bridge.available) void bridge.tellUnsaved(what)
    },
    { flush: 'sync' },
  )
  // The desktop asks before the page goes, in words of its own; a browser by itself.
  useEventListener(window, 'beforeunload', (event) => {
    if (unsaved.value !== null) event.preventDefault()
  })
  return { unsaved, add, leave }
})
