import { EditorView } from '@codemirror/view'

/** What every CodeMirror editor looks like, by our tokens; apart from `codemirror.ts`, which brings JSON along. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--c-text)', backgroundColor: 'var(--c-canvas)', fontSize: '12px', height: '100%' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--c-text)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--c-sunken)', color: 'var(--c-text-faint)', border: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--c-hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--c-selected) !important' },
  '.cm-cursor': { borderLeftColor: 'var(--c-text)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--c-overlay)',
    color: 'var(--c-text)',
    border: '1px solid var(--c-line)',
    borderRadius: 'var(--radius-control)',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--c-hover)', border: 'none', color: 'var(--c-text-soft)' },
})
