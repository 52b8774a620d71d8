import { EditorView } from '@codemirror/view'
import { createLanguageEditor, type LanguageEditorOptions } from '#ui/components/editor/language-editor.ts'
import { completionSource } from './completion.ts'
import { stretchesOf } from './filter-problems.ts'

/** The filter editor's own chunk; import it only dynamically (`FilterText` does). */
export { select, setText, showFindings } from '#ui/components/editor/language-editor.ts'

/** Builds an editor for filters in an element, without line breaks; what is longer than the line wraps. */
export function createFilterEditor(
  parent: HTMLElement,
  text: string,
  options: Omit<LanguageEditorOptions, 'complete' | 'stretchesOf' | 'compact' | 'disabled' | 'more'>,
): EditorView {
  return createLanguageEditor(parent, text, {
    ...options,
    compact: true,
    disabled: false,
    complete: completionSource,
    stretchesOf,
    more: EditorView.lineWrapping,
  })
}
