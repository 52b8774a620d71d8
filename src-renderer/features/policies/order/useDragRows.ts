import { useSortable, insertNodeAt, removeNode } from '@vueuse/integrations/useSortable'
import { nextTick, type Ref } from 'vue'

/**
 * Rows that can be dragged by their `.handle`, and moved with Alt and the arrow keys while the focus is in them. The
 * pinned ones carry the class `pinned`. Rows bear their id in `data-id`.
 */
export function useDragRows(
  rows: Ref<HTMLElement | null>,
  options: {
    enabled: () => boolean
    moveTo: (id: string, index: number) => void
    moveBy: (id: string, step: 1 | -1) => void
  },
) {
  // WHY an empty list: Vue renders the order, the library only says what was dropped where.
  useSortable(rows, [], {
    handle: '.handle',
    draggable: '.row:not(.pinned)',
    animation: 120,
    watchElement: true,
    onUpdate: ({ item, from, oldIndex, newDraggableIndex }) => {
      if (oldIndex === undefined || newDraggableIndex === undefined) return
      removeNode(item)
      insertNodeAt(from, item, oldIndex)
      if (item.dataset['id']) options.moveTo(item.dataset['id'], newDraggableIndex)
    },
    // A drop among the pinned rows is none.
    onMove: ({ related }) => options.enabled() && !related.classList.contains('pinned'),
  })

  /** Alt and an arrow move the row, whatever in it has the focus, which stays there; an arrow alone goes from row to row. */
  async function onKey(event: KeyboardEvent, id: string) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined
    const [row, focused] = [event.currentTarget as HTMLElement, event.target as HTMLElement]
    if (!step || (focused !== row && !event.altKey)) return
    event.preventDefault()
    if (!event.altKey) {
      const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
      if (next instanceof HTMLElement) next.focus()
      return
    }
    if (!options.enabled()) return
    options.moveBy(id, step)
    await nextTick()
    if (focused.isConnected) focused.focus()
    else rows.value?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }

  return { onKey }
}
