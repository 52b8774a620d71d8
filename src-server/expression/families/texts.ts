import { boundedText, checkTextLength } from '../bounds.ts'
import { ConversionError } from '../values.ts'

/** What text methods and the `String` functions of Classic have in common. All throw ConversionError out of bounds. */

export function upper(text: string): string {
  return boundedText(text.toUpperCase())
}

/** @throws ConversionError when the places do not lie within the text, in order */
export function cut(text: string, start: number, end: number): string {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length)
    return text.slice(start, end)
  throw new ConversionError(`a text of ${text.length} characters has no part from ${start} to ${end}`)
}

/** Literal, so that nothing can backtrack; an empty match changes nothing. */
export function replaceEvery(text: string, match: string, replacement: string): string {
  if (match === '') return text
  const parts = text.split(match)
  checkTextLength(text.length + (parts.length - 1) * (replacement.length - match.length))
  return parts.join(replacement)
}

/** As `replaceEvery`, for the first occurrence. */
export function replaceOnce(text: string, match: string, replacement: string): string {
  const at = match === '' ? -1 : text.indexOf(match)
  return at === -1 ? text : boundedText(text.slice(0, at) + replacement + text.slice(at + match.length))
}

export function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

export function before(text: string, search: string): string {
  const at = text.indexOf(search)
  return at === -1 ? text : text.slice(0, at)
}

export function after(text: string, search: string): string {
  const at = text.indexOf(search)
  return at === -1 ? '' : text.slice(at + search.length)
}
