import type { EditorView } from '@codemirror/view'
import { onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import type * as Chunk from './editor.ts'
import type { Piece } from './reference.ts'

interface Source {
  text: Ref<string>
  /** Read once, when the editor has been loaded. */
  options: () => Omit<Chunk.EditorOptions, 'onChange'>
  disabled: () => boolean
  findings: () => Parameters<typeof Chunk.showFindings>[1]
}

/** The caret in the plain field that the editor takes the place of; null where that has no focus. */
function caretIn(host: HTMLElement) {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement) || !host.contains(field)) return null
  return { anchor: field.selectionStart, head: field.selectionEnd }
}

/**
 * The editor inside an element: loaded when it is first shown, then kept in step with the text, the findings and `disabled`.
 * `view` is null until then, and for good if loading fails.
 */
export function useExpressionView(host: Readonly<Ref<HTMLElement | null>>, source: Source) {
  const view = shallowRef<EditorView | null>(null)
  let chunk: typeof Chunk | null = null
  let gone = false

  /** Does something with the editor once it is there. */
  function withEditor(act: (editor: typeof Chunk, on: EditorView) => void) {
    if (view.value && chunk) act(chunk, view.value)
  }
  const show = () => withEditor((editor, on) => editor.showFindings(on, source.findings()))

  onMounted(async () => {
    const loaded = await import('./editor.ts').catch(() => null)
    if (gone || !host.value || !loaded) return
    chunk = loaded
    const caret = caretIn(host.value)
    view.value = loaded.createEditor(host.value, source.text.value, {
      ...source.options(),
      onChange: (now) => (source.text.value = now),
    })
    if (caret) {
      view.value.dispatch({ selection: caret })
      view.value.focus()
    }
    show()
  })
  onBeforeUnmount(() => {
    gone = true
    view.value?.destroy()
  })
  watch(source.text, (now) => withEditor((editor, on) => editor.setText(on, now)))
  watch(source.disabled, (now) => withEditor((editor, on) => editor.setDisabled(on, now)))

  return {
    view,
    show,
    refreshNames: () => withEditor((editor, on) => editor.refreshNames(on)),
    select: (start: number, end: number) => withEditor((editor, on) => editor.select(on, start, end)),
    insert: (piece: Piece) => withEditor((editor, on) => editor.insertPiece(on, piece)),
    point: (span: { start: number; end: number } | null) => withEditor((editor, on) => editor.pointAt(on, span)),
  }
}
