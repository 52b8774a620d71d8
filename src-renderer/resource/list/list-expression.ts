import { completeFilter, OPERATOR_WORDS, parseFilter, tokenizeLeniently, type Dialect } from '#filter/index.ts'
import type { Finding } from '#ui/components/expression/problems.ts'

/** How a list reads its search field: as words, as an expression of the interface's own grammar, or as one that is not right yet. */
type FindReading = { kind: 'words' | 'expression' } | { kind: 'wrong'; findings: readonly Finding[] }

/** An attribute and an operator, or a bracket before them: names and logins do not begin so. */
function isExpression(text: string): boolean {
  const words = tokenizeLeniently(text).filter((token) => token.text !== '(' && token.text.toLowerCase() !== 'not')
  const [attribute, operator] = words
  return (
    attribute?.kind === 'word' &&
    operator?.kind === 'word' &&
    Object.hasOwn(OPERATOR_WORDS, operator.text.toLowerCase())
  )
}

/** An attribute of a profile, so far without an operator: nothing is wrong, and there is nothing to ask yet. */
const ONLY_BEGUN = /^[(\s]*profile\.[\w.-]*$/

/** @param grammar absent where the list takes words alone */
export function readFind(text: string, grammar: Dialect | undefined): FindReading {
  if (!grammar) return { kind: 'words' }
  if (ONLY_BEGUN.test(text)) return { kind: 'wrong', findings: [] }
  if (!isExpression(text)) return { kind: 'words' }
  const read = parseFilter(text, grammar)
  if (read.ok) return { kind: 'expression' }
  return { kind: 'wrong', findings: read.problems.map((problem) => ({ ...problem, severity: 'error' })) }
}

/** One way on from the end of a search: the whole text with it, as the field takes it from `label`, and how it is listed. */
type FindCompletion = { label: string; value: string; listed: string; detail: string }

const MOST_LISTED = 12

/** What can follow at the end of an expression that was begun; nothing for words. */
export function completeFind(text: string, grammar: Dialect): FindCompletion[] {
  if (!isBegun(text, grammar)) return []
  const found = completeFilter(text, text.length, grammar)
  // Behind a whole condition without a blank, the choice of `and` would stand in the way of Enter.
  if (!found || (found.attribute === null && found.from === text.length && /\S$/.test(text))) return []
  const partial = text.slice(found.from).toLowerCase()
  return found.options
    .filter(({ label }) => label.toLowerCase().startsWith(partial) && label.toLowerCase() !== partial)
    .slice(0, MOST_LISTED)
    .map(({ label: listed, detail, insert }) => {
      const whole = text.slice(0, found.from) + insert
      return { label: whole, value: whole, listed, detail }
    })
}

/** A whole attribute with a blank, or a name with a dot, which no person has. */
function isBegun(text: string, grammar: Dialect): boolean {
  const [first] = tokenizeLeniently(text).filter((token) => token.text !== '(')
  if (first?.kind !== 'word') return false
  return first.end < text.length
    ? grammar.attributes.has(first.text) || first.text.includes('.')
    : /^profile\b/.test(first.text)
}
