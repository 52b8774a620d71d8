import { compile, type CompiledExpression } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { trace } from './trace.ts'
import type { ExpressionContext } from './types.ts'
import { Country, Group, isList, Time, UNDEFINED, type Value } from './values.ts'

/** A text with expressions of the Classic language between `${` and `}`, made ready to be filled in often. */
export interface Template {
  parts: readonly (string | CompiledExpression)[]
  /** What keeps it from being filled in, as sentences; empty where nothing does. */
  problems: readonly string[]
}

/** What came of an expression: its values as texts, and why there is none where there is none. */
interface Texts {
  values: string[]
  /** Null where there are values. */
  missing: string | null
}

const OPEN = '${'
/** Texts in quotes stay as they are; `fn:` is how templates were first written (spec/5 §8.1). */
const QUOTED_OR_FUNCTION = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\bfn:(\w+)\(/g

/** Where the expression that begins at a place ends: at the brace that closes it, not one in quotes; -1 without one. */
function endOf(source: string, from: number): number {
  let quote = ''
  for (let at = from, depth = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (quote && character === '\\') at += 1
    else if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth += 1
    else if (character === '}' && depth > 0) depth -= 1
    else if (character === '}') return at
  }
  return -1
}

/** Texts and expressions in turn: every second one is an expression; null where one is not closed. */
function piecesOf(source: string): string[] | null {
  const pieces: string[] = []
  let at = 0
  for (let open = source.indexOf(OPEN); open >= 0; open = source.indexOf(OPEN, at)) {
    const end = endOf(source, open + OPEN.length)
    if (end < 0) return null
    pieces.push(source.slice(at, open), source.slice(open + OPEN.length, end))
    at = end + 1
  }
  return [...pieces, source.slice(at)]
}

/**
 * Reads a template such as `${source.login}` or `${fn:substringBefore(source.email, "@")}.ext` (spec/4 §2.3, spec/5 §8.1).
 * `source` is the person's profile, `user` too.
 */
export function compileTemplate(source: string): Template {
  const pieces = piecesOf(source)
  if (!pieces) return { parts: [], problems: ['`${` is not closed by `}`'] }
  const problems: string[] = []
  const parts = pieces.flatMap((piece, index): (string | CompiledExpression)[] => {
    if (index % 2 === 0) return piece ? [piece] : []
    const expression = piece.replaceAll(QUOTED_OR_FUNCTION, (all, text?: string, name?: string) =>
      text === undefined ? `String.${name}(` : all,
    )
    const parsed = parse(expression, 'classic', { result: 'value' })
    if (parsed.ok) return [compile(parsed.expression)]
    problems.push(...parsed.problems.map(({ message }) => message))
    return []
  })
  return { parts, problems }
}

/**
 * The text that a template comes to, absent values being empty; null where the context does not hold what it reads.
 * @see missingIn for why
 */
export function fillTemplate({ parts }: Template, context: ExpressionContext): string | null {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const value = evaluate(part, context)
    return value === UNDEFINED ? null : listOf(value).flatMap(textOf).join(',')
  })
  return texts.includes(null) ? null : texts.join('')
}

/** Why expressions of a template have no value, one sentence for each. */
export function missingIn({ parts }: Template, context: ExpressionContext): string[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : (textsOf(part, context).missing ?? [])))
}

/** What an expression comes to, as texts: several of a list, none where it has no value. */
export function textsOf(compiled: CompiledExpression, context: ExpressionContext): Texts {
  const values = listOf(evaluate(compiled, context)).flatMap(textOf)
  if (values.length) return { values, missing: null }
  return { values, missing: reasonIn(compiled, context) }
}

const listOf = (value: Value): readonly Value[] => (isListValue(value) ? value : [value])
const isListValue = (value: Value): value is readonly Value[] =>
  value !== UNDEFINED && typeof value === 'object' && value !== null && isList(value)

function textOf(value: Value): string[] {
  if (value === UNDEFINED || value === null || value === '') return []
  if (typeof value !== 'object') return [String(value)]
  if (value instanceof Time) return [new Date(value.epochMs).toISOString()]
  if (value instanceof Country) return [value.alpha2]
  if (value instanceof Group) return [value.record.name ?? value.record.id]
  return []
}

/** The first reason that the evaluation gives, from the outside in. */
export function reasonIn(compiled: CompiledExpression, context: ExpressionContext): string {
  const { source } = compiled.expression
  for (let nodes = [trace(compiled, context)]; nodes.length; nodes = nodes.flatMap(({ children }) => children)) {
    const found = nodes.find(({ reason, skipped }) => reason !== null && !skipped)
    if (found?.reason) return found.reason.startsWith(found.source) ? found.reason : `${found.source}: ${found.reason}`
  }
  return `${source} has no value`
}
