import { defineStore } from 'pinia'
import { ref, shallowReactive, type Component } from 'vue'

/** Something the palette can do. Pages add their own while they are shown, with `usePaletteActions`. */
export interface PaletteAction {
  id: string
  label: string
  hint?: string
  icon?: Component
  run: () => unknown
}

/** Whether the palette, the list of keys or the report of a problem is open, and what actions it offers besides pages and objects. */
export const usePaletteStore = defineStore('palette', () => {
  const open = ref(false)
  const keysOpen = ref(false)
  const reportOpen = ref(false)
  const actions = shallowReactive(new Map<string, PaletteAction>())

  /** Adds actions; the returned function takes them away again, unless a newer page has put its own in their place. */
  function offer(list: readonly PaletteAction[]): () => void {
    for (const action of list) actions.set(action.id, action)
    return () => {
      for (const action of list) if (actions.get(action.id) === action) actions.delete(action.id)
    }
  }

  return { open, keysOpen, reportOpen, actions, offer }
})
