import {
  pickedCompletion,
  startCompletion,
  type Completion as Listed,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import type { Completion, Completions, Lookup } from '../../../src-server/expression/index.ts'

/** Whom the editor asks what can stand at a place. */
export interface Asked {
  complete: (source: string, at: number) => Completions | null
  /** Finds values by what is typed; never throws. */
  lookUp: (lookup: Lookup, typed: string, signal: AbortSignal) => Promise<readonly Found[]>
}

/** A value that was looked up, with what people know it by. */
export interface Found {
  text: string
  label: string
  help: string
}

/** From so many letters on whole paths are offered, so that a list from before has to be asked for anew. */
const STABLE_FROM = 2
const ORDER_BOOST = 30

/** Asks the language, and the service where names of groups are wanted. */
export function completionSource({ complete, lookUp }: Asked) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { pos, state, explicit } = context
    const found = complete(state.doc.toString(), pos)
    if (!found || !(explicit || found.eager)) return null
    const { from, to, lookup, textOption, options } = found
    // WHY not as `to`: the editor would take what stands behind the cursor for something typed, and filter by it.
    const tail = to - pos
    const listed = options.map((option, index) => ({
      ...listedOf(option, tail),
      // The language's own order stands where nothing is typed that would sort.
      boost: ORDER_BOOST - Math.round((index * ORDER_BOOST) / options.length),
    }))
    if (!lookup) {
      return { from, options: listed, ...(pos - from < STABLE_FROM ? {} : { validFor: /^[\w ]*$/ }) }
    }
    const giveUp = new AbortController()
    context.addEventListener('abort', () => giveUp.abort(), { onDocChange: true })
    const values = await lookUp(lookup, state.sliceDoc(from, pos), giveUp.signal)
    const looked = values.map(({ text, label, help }) => listedOf(textOption(text, label, help), tail))
    return { from, options: [...looked, ...listed], filter: false }
  }
}

function listedOf(option: Completion, tail: number): Listed {
  const { label, kind, insert, cursor, more, signature, help } = option
  const type = /: (?!any$)(\w+)$/.exec(signature)?.[1]
  return {
    label,
    detail: kind === 'value' ? help : kind === 'operator' ? help : (type ?? ''),
    type: kind,
    ...(kind === 'value' || kind === 'operator' ? {} : { info: () => infoOf(option) }),
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

function infoOf({ signature, help }: Completion): HTMLElement {
  const box = document.createElement('div')
  const code = box.appendChild(document.createElement('code'))
  code.className = 'mono'
  code.textContent = signature
  const words = box.appendChild(document.createElement('p'))
  words.textContent = help
  return box
}

export const completionLook = EditorView.theme({
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
