import { pickedCompletion, startCompletion, type Completion as Listed } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'

/** One thing to choose in an editor's list. */
interface Choice {
  /** As listed, and what typing is matched against. */
  label: string
  detail: string
  kind: string
  insert: string
  /** The place of the caret afterwards, counted from the start of `insert`. */
  cursor: number
  /** Whether one goes on choosing there. */
  more: boolean
  /** Shown beside the list while the choice is pointed at. */
  info?: { signature: string; help: string }
}

/** A choice as CodeMirror lists it; `tail` characters behind the caret are replaced too. */
export function listed({ label, detail, kind, insert, cursor, more, info }: Choice, tail: number): Listed {
  return {
    label,
    detail,
    type: kind,
    ...(info ? { info: () => infoOf(info) } : {}),
    apply: (view, picked, from, to) => {
      view.dispatch({
        changes: { from, to: to + tail, insert },
        selection: { anchor: from + cursor },
        annotations: pickedCompletion.of(picked),
        scrollIntoView: true,
        userEvent: 'input.complete',
      })
      if (more) startCompletion(view)
    },
  }
}

const ORDER_BOOST = 30

/** The language's own order, unless typed text sorts otherwise. */
export function inOrder(options: readonly Listed[]): Listed[] {
  return options.map((option, index) => ({
    ...option,
    boost: ORDER_BOOST - Math.round((index * ORDER_BOOST) / options.length),
  }))
}

function infoOf({ signature, help }: { signature: string; help: string }): HTMLElement {
  const box = document.createElement('div')
  const code = box.appendChild(document.createElement('code'))
  code.className = 'mono'
  code.textContent = signature
  const words = box.appendChild(document.createElement('p'))
  words.textContent = help
  return box
}

/** How lists of completions and what is said beside them look. */
export const completionTheme = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': { boxShadow: 'var(--c-shadow)', overflow: 'visible' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    maxHeight: '230px',
    minWidth: '240px',
    maxWidth: '420px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    alignItems: 'baseline',
    padding: '3px 8px',
    borderRadius: 'var(--radius-small)',
    lineHeight: '18px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--c-selected)',
    color: 'var(--c-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700', color: 'var(--c-accent)' },
  '.cm-completionDetail': {
    flex: '1',
    margin: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    textAlign: 'right',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
    color: 'var(--c-text-soft)',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 10px',
    maxWidth: '280px',
    fontFamily: 'var(--font)',
    fontSize: '12px',
    lineHeight: '17px',
    boxShadow: 'var(--c-shadow)',
    background: 'var(--c-overlay)',
  },
  '.cm-completionInfo code': { overflowWrap: 'anywhere', color: 'var(--c-accent)' },
  '.cm-completionInfo p': { margin: '4px 0 0', color: 'var(--c-text-soft)' },
  '.cm-diagnostic': { padding: '6px 8px', fontFamily: 'var(--font)' },
  '.cm-tooltip.cm-tooltip-lint': { maxWidth: '420px', boxShadow: 'var(--c-shadow)' },
})
