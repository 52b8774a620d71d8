import { errorSentence } from '#ui/domain/error-text.ts'
import type { Problem } from '#ui/lib/json-text.ts'
import { counted } from '#ui/lib/numbers.ts'
import { isWithin } from '#ui/lib/tree.ts'

/** The service's words without the path that they begin with: beside the field it is plain which one is meant. */
export function withoutPath(words: string): string {
  return words.replaceAll(/(^|; )(?:name|description|status|priority|type|conditions|actions|settings)[\w.]*: /g, '$1')
}

/** The words beside a field, as sentences: the service's (`refused`) first, then the schema's. */
export function fieldError(path: string, refused: string | undefined, problems: readonly Problem[]) {
  if (refused) return errorSentence(path, withoutPath(refused))
  const mine = problems.filter((problem) => isWithin(problem.path, path))
  return [...new Set(mine.map((one) => errorSentence(one.path, one.message)))].join(' ') || undefined
}

/** "1 person", "214 people". */
export function peopleText(number: number): string {
  return counted(number, 'person', 'people')
}

/** "a, b and 2 more": names cut after the first ones. */
export function someNames(names: readonly string[], shown = 3): string {
  const cut = names.slice(0, shown)
  const rest = names.length - cut.length
  if (rest > 0) return `${cut.join(', ')} and ${rest} more`
  return cut.length < 2 ? cut.join('') : `${cut.slice(0, -1).join(', ')} and ${cut.at(-1)}`
}

/** The name of something that may be gone. */
export function nameOrGone(named: { id: string; name: string | null }): string {
  return named.name ?? `${named.id} (deleted)`
}

/** Priorities are places: "1st", "2nd", "11th". */
export function ordinal(number: number): string {
  const tens = number % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** Why a list of what is considered in an order cannot be sorted, where one looks for that. */
export const UNSORTED = 'Rows are in evaluation order, so they cannot be sorted.'
