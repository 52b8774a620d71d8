import { closeBrackets } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { linter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { editorTheme } from './codemirror-theme.ts'

/** The editor chunk; import it only dynamically (`JsonEditor` does), so that pages without an editor stay small. */
export { EditorState, EditorView }

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--c-accent)' },
    { tag: tags.string, color: 'var(--c-success)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--c-warning)' },
    { tag: tags.punctuation, color: 'var(--c-text-soft)' },
  ]),
)

/** Our colours and keys for any CodeMirror editor; a language and `linter`s are added by the caller. */
function baseExtensions(label: string): Extension[] {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    // `tabindex`: also text that is only read is reached, and scrolled, by keyboard.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    editorTheme,
    colours,
  ]
}

/** A JSON editor; `check` adds problems beyond syntax (a schema's), with positions in the text. */
export function jsonExtensions(options: {
  label: string
  readonly: boolean
  onChange?: (text: string) => void
  check?: (text: string) => Diagnostic[]
}): Extension[] {
  const { label, readonly, onChange, check } = options
  const reading = [EditorState.readOnly.of(true), EditorView.editable.of(false)]
  const syntax = jsonParseLinter()
  const writing = [
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    linter((view) => {
      const broken = syntax(view)
      return broken.length ? broken : (check?.(view.state.doc.toString()) ?? [])
    }),
    keymap.of(lintKeymap),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange?.(update.state.doc.toString())
    }),
  ]
  return [...baseExtensions(label), json(), foldGutter(), keymap.of(foldKeymap), ...(readonly ? reading : writing)]
}
