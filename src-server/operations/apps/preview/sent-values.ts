import type { GroupFilterType } from '#contract/apps/modes/federation.ts'
import { compile, compileTemplate, fillTemplate, missingIn, parse, relatedAsked, textsOf } from '#expression/index.ts'
import type { ExpressionContext, RelatedAsked } from '#expression/index.ts'
import { groupFilter } from '#policy/index.ts'
import { compilePattern } from '../../directory/pattern.ts'

/** What came of one value of a statement. */
export interface Sent {
  values: readonly string[]
  /** Null where it is sent. */
  missing: string | null
}

/** What nothing but a plain text would hold: no operator, no call, no path, no quote. */
/** A text that looks like no expression. */
export const PLAIN_TEXT = /^[^"'(){}[\]+=<>!?&|.,]*$/

/**
 * What a value of an attribute statement comes to: an expression of the Classic language, or a template. What cannot be read as one
 * and looks like none is a text, as which the public service sends it.
 */
export function sentBy(source: string, context: ExpressionContext): Sent {
  if (source.includes('${')) {
    const { text, missing } = filled(source, context)
    return { values: text === '' ? [] : [text], missing }
  }
  const parsed = parse(source, 'classic', { result: 'value' })
  if (parsed.ok) return textsOf(compile(parsed.expression), context)
  if (PLAIN_TEXT.test(source)) return { values: [source], missing: null }
  return { values: [], missing: parsed.problems.map(({ message }) => message).join('; ') }
}

/** What values of statements and templates ask of others than the person. */
export function relatedAskedIn(sources: readonly string[]): RelatedAsked {
  const expressions = sources.flatMap((source) => {
    if (source.includes('${'))
      return compileTemplate(source).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]))
    const parsed = parse(source, 'classic', { result: 'value' })
    return parsed.ok ? [parsed.expression] : []
  })
  return relatedAsked(expressions)
}

/** A template with a person's values in it; empty where it cannot be filled in, and why. */
export function filled(source: string, context: ExpressionContext): { text: string; missing: string | null } {
  const template = compileTemplate(source)
  const [problem] = template.problems
  if (problem !== undefined) return { text: '', missing: problem }
  const text = fillTemplate(template, context) ?? ''
  const missing = missingIn(template, context)
  return { text, missing: text === '' || missing.length ? missing.join('; ') || `${source} is empty` : null }
}

/** The names of a person's groups that a filter lets through, in their order; a pattern has to fit the whole name. */
export function groupsThrough(names: readonly string[], filter: GroupFilterType, value: string): Sent {
  const matches = groupFilter(filter, value, compilePattern)
  if (typeof matches === 'string') return { values: [], missing: `${value} ${matches}` }
  const values = names.filter(matches)
  return { values, missing: values.length ? null : `none of their groups is let through (they are in ${names.length})` }
}
