import type { Completion as Listed, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Completion, Completions, Lookup } from '#expression/index.ts'
import { inOrder, listed } from '../editor/completion-list.ts'

/** The completion source of the editor. */
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

/** From so many letters on whole paths are offered, so that a list from before has to be asked for again. */
const STABLE_FROM = 2

/** Asks the language, and the service where names of groups are expected. */
export function completionSource({ complete, lookUp }: Asked) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { pos, state, explicit } = context
    const found = complete(state.doc.toString(), pos)
    if (!found || !(explicit || found.eager)) return null
    const { from, to, lookup, textOption, options } = found
    // WHY not as `to`: the editor would take what stands behind the cursor for something typed, and filter by it.
    const tail = to - pos
    const own = inOrder(options.map((option) => listedOf(option, tail)))
    if (!lookup) {
      return { from, options: own, ...(pos - from < STABLE_FROM ? {} : { validFor: /^[\w ]*$/ }) }
    }
    const abort = new AbortController()
    context.addEventListener('abort', () => abort.abort(), { onDocChange: true })
    const values = await lookUp(lookup, state.sliceDoc(from, pos), abort.signal)
    const looked = values.map(({ text, label, help }) => listedOf(textOption(text, label, help), tail))
    return { from, options: [...looked, ...own], filter: false }
  }
}

function listedOf(option: Completion, tail: number): Listed {
  const { kind, signature, help } = option
  const type = /: (?!any$)(\w+)$/.exec(signature)?.[1]
  const speaks = kind === 'value' || kind === 'operator'
  const detail = speaks ? help : (type ?? '')
  return listed({ ...option, detail, ...(speaks ? {} : { info: { signature, help } }) }, tail)
}
