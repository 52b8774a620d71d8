import { textMatches, type TextPattern } from '#policy/index.ts'

/** What a text has to be like. */
interface TextDemand {
  matching: readonly TextPattern[]
  /** Patterns that must not match. */
  missing: readonly TextPattern[]
  /** Values that it must not be. */
  not: readonly unknown[]
}

/** What stands around and between the parts that patterns ask for; more than one, because a pattern may exclude one. */
const FILLERS = ['', 'x', 'someone', '7', 'q.z']

/**
 * A text that is as the demand says. Texts are put together of what the patterns name and tried: an expression is not turned round, so there may be a
 * text where none is found.
 */
export function exampleText(demand: TextDemand): string | null {
  const fits = (text: string) =>
    text !== '' &&
    !demand.not.includes(text) &&
    demand.matching.every((pattern) => textMatches(pattern, text) === true) &&
    demand.missing.every((pattern) => textMatches(pattern, text) === false)
  for (const text of candidates(demand.matching))
    for (const written of [text, text.toLowerCase(), text.toUpperCase(), capitalized(text)])
      if (fits(written)) return written
  return null
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()

function* candidates(patterns: readonly TextPattern[]): Generator<string> {
  const of = (type: string) => patterns.filter(({ matchType }) => matchType === type).map(({ value }) => value)
  yield* of('EQUALS')
  const expressions = of('EXPRESSION').flatMap(guesses)
  yield* expressions
  const longest = (texts: readonly string[]) => texts.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const [start, end] = [longest(of('STARTS_WITH')), longest(of('SUFFIX'))]
  const inside = of('CONTAINS').filter(
    (text) => ![start, end].some((has) => has.toLowerCase().includes(text.toLowerCase())),
  )
  const middles = [inside, ...expressions.map((text) => [...inside, text])]
  // A name stands before the @ of an address.
  if (end.startsWith('@')) yield `${start || 'someone'}${inside.join('')}${end}`
  for (const before of FILLERS)
    for (const after of FILLERS)
      for (const between of FILLERS.slice(0, 2))
        for (const middle of middles) yield `${start}${before}${middle.join(between)}${after}${end}`
}

/** Texts that a simple expression may match, made by leaving out its signs. */
function guesses(source: string): string[] {
  const plain = source
    .replace(/^\^|\$$/g, '')
    .replace(/\[\^[^\]]*\]/g, 'x')
    .replace(/\[(\\?.)[^\]]*\]/g, '$1')
    .replace(/\\d/g, '7')
    .replace(/\\w/g, 'x')
    .replace(/\((?:\?:)?([^|()]*)(?:\|[^()]*)?\)/g, '$1')
  const without = (many: string) =>
    plain
      .replace(/(?<!\\)\.[*?]/g, many)
      .replace(/(?<!\\)\.\+?/g, 'x')
      .replace(/(?<!\\)[+*?]/g, '')
      .replace(/\\(.)/g, '$1')
  return [without(''), without('x')]
}
