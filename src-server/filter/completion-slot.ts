import { tokenizeLeniently, type Token } from './lexer.ts'
import { OPERATORS } from './types.ts'

/** What the grammar lets follow somewhere. */
type Slot =
  /** A comparison, `not`, or an opening bracket. */
  | { readonly kind: 'term' }
  /** The bracket that `not` needs. */
  | { readonly kind: 'bracket' }
  | { readonly kind: 'operator'; readonly path: string }
  | { readonly kind: 'value'; readonly path: string; readonly operator: string }
  /** `and`, `or`, or a closing bracket where one is open. */
  | { readonly kind: 'joint'; readonly isOpen: boolean }

/** The place of a caret: its slot, the part of a token before it, and the span that a choice replaces. */
export interface Place {
  readonly slot: Slot
  readonly from: number
  readonly to: number
  /** Before the caret, without its quote. */
  readonly partial: string
  /** Whether the caret is in a text, behind its first quote. */
  readonly inText: boolean
}

const WORD_REST = /^[\w.-]*/
/** What can be the rest of a text that has no end, and the quote right behind it. */
const TEXT_REST = /^[\w.:@-]*"?/
/** A name that ends in its dot is still being typed. */
const PARTIAL = /[A-Za-z_][\w.-]*$/
const JOINTS: ReadonlySet<string> = new Set(['and', 'or'])
const OPERATOR_WORDS: ReadonlySet<string> = new Set(OPERATORS)

/** Finds the place of a caret; null inside a number and behind what the grammar gives no meaning. */
export function placeAt(source: string, caret: number): Place | null {
  const before = tokenizeLeniently(source.slice(0, caret))
  const last = before.at(-1)
  if (last?.kind === 'broken' && last.text.startsWith('"')) {
    const slot = slotAfter(before.slice(0, -1))
    const partial = last.text.slice(1)
    return slot?.kind === 'value'
      ? { slot, from: last.start + 1, to: endOfText(source, last.start, caret), partial, inText: true }
      : null
  }
  if (last?.kind === 'number' && last.end === caret) return null
  const partial = PARTIAL.exec(source.slice(0, caret))?.[0] ?? ''
  const from = caret - partial.length
  const slot = slotAfter(before.filter(({ start }) => start < from))
  const rest = partial === '' ? '' : (WORD_REST.exec(source.slice(caret))?.[0] ?? '')
  return slot && { slot, from, to: caret + rest.length, partial, inText: false }
}

/** Where the text ends that a caret is in. A quote far behind it counts only where all quotes of the whole pair up. */
function endOfText(source: string, start: number, caret: number): number {
  const tokens = tokenizeLeniently(source)
  const whole = tokens.find((token) => token.start === start)
  const paired = whole?.kind === 'text' && tokens.every(({ kind, text }) => kind !== 'broken' || !text.startsWith('"'))
  return paired ? whole.end : caret + (TEXT_REST.exec(source.slice(caret))?.[0].length ?? 0)
}

function slotAfter(tokens: readonly Token[]): Slot | null {
  let slot: Slot | null = { kind: 'term' }
  let depth = 0
  for (const token of tokens) {
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    slot = step(slot, token, depth)
  }
  return slot
}

/** Behind a token that does not fit nothing is known until the next joint or bracket. */
function step(slot: Slot | null, { kind, text }: Token, depth: number): Slot | null {
  const word = kind === 'word' ? text.toLowerCase() : ''
  if (kind === 'broken') return null
  if (kind === 'symbol') return text === '(' ? { kind: 'term' } : { kind: 'joint', isOpen: depth > 0 }
  if (JOINTS.has(word)) return { kind: 'term' }
  switch (slot?.kind) {
    case 'term':
      if (word === 'not') return { kind: 'bracket' }
      return word === '' ? null : { kind: 'operator', path: text }
    case 'operator':
      if (!OPERATOR_WORDS.has(word)) return null
      return word === 'pr' ? { kind: 'joint', isOpen: depth > 0 } : { ...slot, kind: 'value', operator: word }
    case 'value':
      return { kind: 'joint', isOpen: depth > 0 }
    default:
      return null
  }
}
