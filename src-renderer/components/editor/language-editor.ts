import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
  type CompletionSource,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { Problem } from '#language/source-text.ts'
import { editorTheme } from './codemirror-theme.ts'
import { completionTheme } from './completion-list.ts'

/** A stretch of a text that has a colour of its own; offsets as in the source. */
export interface Stretch {
  start: number
  end: number
  style: 'call' | 'text' | 'constant' | 'operator' | 'broken'
}

/** A problem as the editor marks it: errors are refused on saving, warnings are not. */
export interface Finding extends Problem {
  severity: 'error' | 'warning'
}

/** What makes an editor one for a language of ours; loaded only dynamically. */
export interface LanguageEditorOptions {
  /** Attributes of the field itself, asked after every change. */
  attributes: () => Record<string, string>
  compact: boolean
  placeholder: string
  disabled: boolean
  complete: CompletionSource
  stretchesOf: (text: string) => readonly Stretch[]
  onChange: (text: string) => void
  /** Whether the list of completions is open. */
  onChoosing: (choosing: boolean) => void
  /** Enter in a compact field; left to the form otherwise. */
  onEnter?: () => void
  /** Escape where no list is open; otherwise left to the surroundings. */
  onEscape?: () => void
  more?: Extension
}

const colours = EditorView.theme({
  '.cm-x-call': { color: 'var(--c-accent)' },
  '.cm-x-text': { color: 'var(--c-success)' },
  '.cm-x-constant': { color: 'var(--c-warning)' },
  '.cm-x-operator': { color: 'var(--c-text-soft)' },
  '.cm-x-broken': { color: 'var(--c-danger)' },
  '.cm-lintRange-error, .cm-lintRange-warning': { backgroundImage: 'none', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy 1px var(--c-danger)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy 1px var(--c-warning)' },
})

const MARKS = new Map<string, Decoration>()

function markOf(style: string): Decoration {
  const made = MARKS.get(style) ?? Decoration.mark({ class: `cm-x-${style}` })
  MARKS.set(style, made)
  return made
}

function highlighting(stretchesOf: LanguageEditorOptions['stretchesOf']): Extension {
  const paint = (view: EditorView) =>
    Decoration.set(
      stretchesOf(view.state.doc.toString()).map(({ start, end, style }) => markOf(style).range(start, end)),
    )
  return ViewPlugin.define(
    (view) => ({
      marks: paint(view),
      update(update: ViewUpdate) {
        if (update.docChanged) this.marks = paint(update.view)
      },
    }),
    { decorations: (plugin) => plugin.marks },
  )
}

/** One line: what is pasted loses its line breaks, and Enter is left to the form. */
const oneLine: Extension = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged && transaction.newDoc.lines > 1
    ? [transaction, { changes: lineBreaks(transaction.newDoc.toString()), sequential: true }]
    : transaction,
)

function lineBreaks(text: string) {
  return [...text.matchAll(/\n/g)].map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }))
}

const writable = new Compartment()

function readOnly(disabled: boolean): Extension {
  return disabled ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []
}

/** Builds the editor in an element. Tab is not bound: it leaves the field as it leaves any other. */
export function createLanguageEditor(parent: HTMLElement, text: string, options: LanguageEditorOptions): EditorView {
  const { compact, onChange, onChoosing, attributes, onEnter, onEscape } = options
  const run = (act: () => void) => () => {
    act()
    return true
  }
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: compact ? text.replaceAll('\n', ' ') : text,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [options.complete], defaultKeymap: false, icons: false, maxRenderedOptions: 100 }),
        // Escape with the list open closes the list and not the drawer around it.
        keymap.of([{ key: 'Escape', run: closeCompletion, stopPropagation: true }, ...completionKeymap]),
        onEscape ? keymap.of([{ key: 'Escape', run: run(onEscape), stopPropagation: true }]) : [],
        keymap.of([...lintKeymap, ...historyKeymap]),
        compact ? [oneLine, keymap.of([{ key: 'Enter', run: run(() => onEnter?.()) }])] : EditorView.lineWrapping,
        keymap.of(defaultKeymap),
        placeholder(options.placeholder),
        EditorView.contentAttributes.of(attributes),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
          onChoosing(completionStatus(update.state) === 'active')
        }),
        writable.of(readOnly(options.disabled)),
        highlighting(options.stretchesOf),
        options.more ?? [],
        editorTheme,
        colours,
        completionTheme,
      ],
    }),
  })
}

/** Underlines what is wrong; also makes the editor ask for its attributes. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { length } = view.state.doc
  const marks = findings.map(({ start, end, severity, message }) => ({
    // What is missing at the end has no character of its own: the one before it is underlined.
    from: Math.min(start, Math.max(0, length - 1)),
    to: Math.min(Math.max(end, start + 1), length),
    severity,
    message,
  }))
  view.dispatch(setDiagnostics(view.state, marks))
}

/** Opens or closes the field to writing. */
export function setDisabled(view: EditorView, disabled: boolean): void {
  view.dispatch({ effects: writable.reconfigure(readOnly(disabled)) })
}

/** Puts another text in; the undo history keeps the former. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}

/** Puts a piece in place of the selection, and goes on choosing where `more` says so. */
export function insertPiece(view: EditorView, piece: { insert: string; cursor: number; more: boolean }): void {
  const { from, to } = view.state.selection.main
  view.dispatch({
    changes: { from, to, insert: piece.insert },
    selection: { anchor: from + piece.cursor },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
  if (piece.more) startCompletion(view)
}

/** Selects a stretch and goes there. */
export function select(view: EditorView, from: number, to: number): void {
  const { length } = view.state.doc
  view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true })
  view.focus()
}
