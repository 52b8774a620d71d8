import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { completeFilter, LOG_EVENTS, type FilterOption } from '#filter/index.ts'
import { inOrder, listed } from '#ui/components/editor/completion-list.ts'
import { KNOWN_TO_LOG, valuesInLog } from './known-values.ts'

const VALUE_REST = /^[^"\\()]*$/
const WORD_REST = /^[\w.-]*$/

function choice(option: FilterOption, tail: number) {
  const { label, detail, kind, insert } = option
  // Behind all but a whole value there is more to choose.
  const more = kind !== 'value' && /[\s(]$/.test(insert)
  return listed({ label, detail, kind, insert, cursor: insert.length, more }, tail)
}

/** Completion of filters in the editor: from the grammar, the event catalogue, and the values in the log. */
export async function completionSource(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context
  const found = completeFilter(state.doc.toString(), pos, LOG_EVENTS, KNOWN_TO_LOG)
  if (!found) return null
  const { from, to, options, attribute, valueOption } = found
  const isTyped = pos > from || attribute !== null
  if (!explicit && !isTyped) return null
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort(), { onDocChange: true })
  const looked = attribute === null ? [] : await valuesInLog(attribute, abort.signal)
  // Names of values match too: people do not type ids.
  const values = looked.map(({ value, detail }) => valueOption(value, detail || value, detail ? value : ''))
  const all = [...values, ...options].map((option) => choice(option, to - pos))
  return { from, options: inOrder(all), validFor: attribute === null ? WORD_REST : VALUE_REST }
}
