import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { look } from '../codemirror-look.ts'
import { completionLook, completionSource, type Asked } from './completion-source.ts'
import { groupNames, refreshNames, type GroupWord } from './group-names.ts'
import { stretchesOf } from './highlight.ts'
import type { Finding } from './problems.ts'

/** The expression editor's own chunk; import it only dynamically (`ExpressionEditor` does). */
export { refreshNames }

export interface EditorOptions extends Asked {
  /** Attributes of the field itself, asked after every change. */
  attributes: () => Record<string, string>
  compact: boolean
  placeholder: string
  disabled: boolean
  groupWord: GroupWord
  onChange: (text: string) => void
  /** Whether the list of completions is open. */
  onChoosing: (choosing: boolean) => void
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
  '.cm-pointed': { backgroundColor: 'var(--c-selected)', boxShadow: '0 0 0 1px var(--c-accent)', borderRadius: '2px' },
})

const MARKS = new Map<string, Decoration>()

function markOf(look: string): Decoration {
  const made = MARKS.get(look) ?? Decoration.mark({ class: `cm-x-${look}` })
  MARKS.set(look, made)
  return made
}

function paint(view: EditorView) {
  const stretches = stretchesOf(view.state.doc.toString())
  return Decoration.set(stretches.map(({ start, end, look }) => markOf(look).range(start, end)))
}

const highlighting = ViewPlugin.define(
  (view) => ({
    marks: paint(view),
    update(update: ViewUpdate) {
      if (update.docChanged) this.marks = paint(update.view)
    },
  }),
  { decorations: (plugin) => plugin.marks },
)

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
export function createEditor(parent: HTMLElement, text: string, options: EditorOptions): EditorView {
  const { compact, onChange, onChoosing, attributes } = options
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: compact ? text.replaceAll('\n', ' ') : text,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({
          override: [completionSource(options)],
          defaultKeymap: false,
          icons: false,
          maxRenderedOptions: 100,
        }),
        // Escape with the list open closes the list and not the drawer around it.
        keymap.of([{ key: 'Escape', run: closeCompletion, stopPropagation: true }, ...completionKeymap]),
        keymap.of([...lintKeymap, ...historyKeymap]),
        compact ? [oneLine, keymap.of([{ key: 'Enter', run: () => true }])] : EditorView.lineWrapping,
        keymap.of(defaultKeymap),
        placeholder(options.placeholder),
        EditorView.contentAttributes.of(attributes),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
          onChoosing(completionStatus(update.state) === 'active')
        }),
        writable.of(readOnly(options.disabled)),
        highlighting,
        pointed,
        groupNames(options.groupWord),
        look,
        colours,
        completionLook,
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

/** Marks a stretch of the text; null takes the mark away. */
export function pointAt(view: EditorView, span: { start: number; end: number } | null): void {
  const to = Math.min(span?.end ?? 0, view.state.doc.length)
  view.dispatch({ effects: point.of(span && span.start < to ? { from: span.start, to } : null) })
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
