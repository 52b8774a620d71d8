import { METHODS } from './catalogue.ts'
import { argumentTexts, CRITERION_VALUES, KNOWN_VALUES, type TextSource } from './known-names.ts'
import { tokenizeLeniently, type Token } from './lexer.ts'

/** The kind of text that fits at the cursor. */
type Slot =
  | { kind: 'member'; receiver: string }
  /** A key of a group criterion, with the keys that are there already. */
  | { kind: 'key'; used: readonly string[] }
  /** A whole criterion, as an argument of `isMemberOf`. */
  | { kind: 'criterion' }
  | { kind: 'operator'; operand: string }
  /** Any value; `texts` are the ones that are usual here. */
  | { kind: 'value'; texts: TextSource | null }

/** The place of a cursor: its slot, the part of a word before it, and the quotes around it. */
export interface Place {
  slot: Slot
  from: number
  partial: string
  /** The quote of the text that the cursor is in; null outside texts. */
  quote: string | null
}

const VALUE_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not'])
const CLOSING = new Set([')', '}'])
const TEXT_START = /^["']/

/** Finds the place of a cursor from the text before it; null inside a number or among characters without meaning. */
export function placeAt(before: string): Place | null {
  const tokens = tokenizeLeniently(before)
  const last = tokens.at(-1)
  if (last?.kind === 'broken') {
    if (!TEXT_START.test(last.text)) return null
    const partial = last.text.slice(1)
    return { slot: slotAfter(before, tokens.slice(0, -1)), from: last.start + 1, partial, quote: last.text.charAt(0) }
  }
  const touches = last?.end === before.length
  if (last?.kind === 'number' && touches) return null
  const partial = last?.kind === 'name' && touches ? last.text : ''
  const whole = partial ? tokens.slice(0, -1) : tokens
  return { slot: slotAfter(before, whole), from: before.length - partial.length, partial, quote: null }
}

function slotAfter(source: string, tokens: readonly Token[]): Slot {
  const last = tokens.at(-1)
  if (last?.text === '.' && last.kind === 'symbol') {
    const end = tokens.length - 1
    return { kind: 'member', receiver: textBetween(source, tokens, chainStart(tokens, end), end) }
  }
  if (last && endsValue(last)) {
    const operand = textBetween(source, tokens, chainStart(tokens, tokens.length), tokens.length)
    return { kind: 'operator', operand }
  }
  return valueSlot(source, tokens)
}

function endsValue({ kind, text }: Token): boolean {
  if (kind === 'symbol') return CLOSING.has(text)
  return kind === 'number' || kind === 'text' || (kind === 'name' && !VALUE_WORDS.has(text.toLowerCase()))
}

function textBetween(source: string, tokens: readonly Token[], from: number, to: number): string {
  const first = tokens[from]
  const last = tokens[to - 1]
  return first && last && from < to ? source.slice(first.start, last.end) : ''
}

/** The index at which the chain of members and calls begins that ends before `end`. */
function chainStart(tokens: readonly Token[], end: number): number {
  let at = end - 1
  for (;;) {
    const token = tokens[at]
    if (!token) return at + 1
    if (token.kind === 'symbol') {
      if (!CLOSING.has(token.text)) return at + 1
      at = opening(tokens, at)
      if (tokens[at]?.text === '(' && isName(tokens[at - 1])) at -= 1
    }
    if (tokens[at - 1]?.text !== '.') return Math.max(at, 0)
    at -= 2
  }
}

function isName(token: Token | undefined): boolean {
  return token?.kind === 'name' && !VALUE_WORDS.has(token.text.toLowerCase())
}

/** The index of the bracket that the one at `close` closes; 0 when there is none. */
function opening(tokens: readonly Token[], close: number): number {
  let depth = 0
  for (let at = close; at > 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'end', text: '' }
    if (kind !== 'symbol') continue
    if (CLOSING.has(text)) depth += 1
    else if (text === '(' || text === '{') depth -= 1
    if (depth === 0) return at
  }
  return 0
}

/** Indexes of the brackets that are open at the end, outermost first. */
function openBrackets(tokens: readonly Token[]): number[] {
  const open: number[] = []
  tokens.forEach(({ kind, text }, index) => {
    if (kind !== 'symbol') return
    if (text === '(' || text === '{') open.push(index)
    else if (CLOSING.has(text)) open.pop()
  })
  return open
}

function valueSlot(source: string, tokens: readonly Token[]): Slot {
  const open = openBrackets(tokens)
  const inner = open.at(-1)
  const last = tokens.at(-1)?.text
  const value = (texts: TextSource | null): Slot => ({ kind: 'value', texts })
  if (last === '==' || last === '!=') return value(comparedValues(source, tokens, tokens.length - 1))
  if (inner === undefined) return value(null)
  if (tokens[inner]?.text === '(') {
    if (last !== '(' && last !== ',') return value(null)
    return isCriterionCall(tokens, inner) ? { kind: 'criterion' } : value(argumentValues(source, tokens, inner))
  }
  const outer = open.at(-2)
  if (last === ':')
    return value(outer !== undefined && isCriterionCall(tokens, outer) ? keyValues(tokens.at(-2)) : null)
  if (outer !== undefined && isCriterionCall(tokens, outer)) return { kind: 'key', used: keysSince(tokens, inner) }
  if (tokens[inner - 1]?.text === '(') return value(argumentValues(source, tokens, inner - 1))
  const listed = tokens[inner - 1]?.text === ':' && open.length > 2 && isCriterionCall(tokens, open.at(-3) ?? 0)
  return value(listed ? keyValues(tokens[inner - 2]) : null)
}

/** Whether a bracket opens the arguments of a method that takes group criteria. */
function isCriterionCall(tokens: readonly Token[], bracket: number): boolean {
  const name = tokens[bracket - 1]
  if (tokens[bracket]?.text !== '(' || name?.kind !== 'name') return false
  return METHODS.get(name.text)?.get('user')?.takes[0]?.type === 'criterion'
}

function keysSince(tokens: readonly Token[], brace: number): string[] {
  return tokens.slice(brace).flatMap(({ kind, value }, index, all) => {
    return kind === 'text' && all[index + 1]?.text === ':' ? [String(value)] : []
  })
}

function keyValues(key: Token | undefined): TextSource | null {
  return CRITERION_VALUES.get(String(key?.value)) ?? null
}

function comparedValues(source: string, tokens: readonly Token[], end: number): TextSource | null {
  return known(textBetween(source, tokens, chainStart(tokens, end), end))
}

function argumentValues(source: string, tokens: readonly Token[], bracket: number): TextSource | null {
  const name = tokens[bracket - 1]?.text ?? ''
  const own = argumentTexts(name, argumentsBefore(tokens, bracket))
  if (own) return own
  const isContains = name === 'contains' && tokens[bracket - 2]?.text === '.'
  return isContains ? known(textBetween(source, tokens, chainStart(tokens, bracket - 2), bracket - 2)) : null
}

/** How many arguments of the call that a bracket opens are complete. */
function argumentsBefore(tokens: readonly Token[], bracket: number): number {
  const inside = tokens.slice(bracket + 1)
  return inside.filter(({ text }, at) => text === ',' && openBrackets(inside.slice(0, at)).length === 0).length
}

function known(path: string): TextSource | null {
  const values = Object.hasOwn(KNOWN_VALUES, path) ? KNOWN_VALUES[path] : undefined
  return values ? { values } : null
}
