import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { createLanguageEditor, type LanguageEditorOptions } from '../editor/language-editor.ts'
import { completionSource, type Asked } from './completion-source.ts'
import { groupNames, refreshNames, type GroupWord } from './group-names.ts'
import { stretchesOf } from './highlight.ts'

/** The expression editor's own chunk; import it only dynamically (`ExpressionEditor` does). */
export { refreshNames }
export { insertPiece, select, setDisabled, setText, showFindings } from '../editor/language-editor.ts'

export interface EditorOptions extends Asked, Omit<LanguageEditorOptions, 'complete' | 'stretchesOf' | 'more'> {
  groupWord: GroupWord
}

const pointedLook = EditorView.theme({
  '.cm-pointed': { backgroundColor: 'var(--c-selected)', boxShadow: '0 0 0 1px var(--c-accent)', borderRadius: '2px' },
})

const point = StateEffect.define<{ from: number; to: number } | null>()
const POINTED = Decoration.mark({ class: 'cm-pointed' })

/** The stretch that something beside the editor points at. */
const pointed = StateField.define({
  create: () => Decoration.none,
  update: (marks, { effects, changes }) =>
    effects.reduce((at, effect) => {
      if (!effect.is(point)) return at
      return effect.value ? Decoration.set(POINTED.range(effect.value.from, effect.value.to)) : Decoration.none
    }, marks.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
})

/** Builds an editor for expressions in an element. */
export function createEditor(parent: HTMLElement, text: string, options: EditorOptions): EditorView {
  const { groupWord } = options
  return createLanguageEditor(parent, text, {
    ...options,
    complete: completionSource(options),
    stretchesOf,
    more: [pointed, pointedLook, groupNames(groupWord)],
  })
}

/** Marks a stretch of the text; null takes the mark away. */
export function pointAt(view: EditorView, span: { start: number; end: number } | null): void {
  const to = Math.min(span?.end ?? 0, view.state.doc.length)
  view.dispatch({ effects: point.of(span && span.start < to ? { from: span.start, to } : null) })
}
