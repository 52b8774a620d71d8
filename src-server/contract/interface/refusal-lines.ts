import { KIND_LIST } from '../kinds.ts'
import type { ApiError } from './api-error.ts'
import type { ErrorCause } from './error-body.ts'

/** Why something is refused: what is wrong in which field, where that is known. */
export function refusalLines({ message, causes, code }: ApiError): string[] {
  if (causes.length > 0) return causes.map(lineOf)
  return [code === 'E0000007' ? notFound(message) : message]
}

/** WHY not its place: what a path names is no word of a command line. */
function lineOf({ errorSummary, location, locationType }: ErrorCause): string {
  const kind = locationType === 'path' ? KIND_LIST.find(({ param }) => param === location) : undefined
  return kind ? `The ${kind.singular} ${errorSummary.slice(`${location}: `.length)}.` : errorSummary
}

/** What the interface says in a form of its own, as a sentence. */
function notFound(message: string): string {
  const [, name, errorKind] = /^Not found: (.*) \((\w+)\)$/s.exec(message) ?? []
  const kind = KIND_LIST.find((one) => one.errorKind === errorKind)
  return kind ? `There is no ${kind.singular} “${name}”.` : message
}
