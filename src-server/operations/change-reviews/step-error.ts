import { ApiError, causeAt } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'

/** Where in a step of a review the parts of its request are. */
const PARTS: Readonly<Record<NonNullable<ErrorCause['locationType']>, string>> = {
  path: 'params',
  query: 'query',
  body: 'body',
  header: 'headers',
}

/**
 * The error of one step of several: its causes say in which, as `steps[2].body.name`. One without causes gets one that names
 * the step; what is no refusal stays as it is.
 * @param at from 0
 */
export function inStep(at: number, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const step = `steps[${at}]`
  const causes = error.causes.map((cause) => causeInStep(step, cause))
  return error.withCauses(causes.length ? causes : [causeAt(step, error.message)])
}

function causeInStep(step: string, cause: ErrorCause): ErrorCause {
  const { location, locationType = 'body', errorSummary } = cause
  if (location === undefined) return { ...cause, ...causeAt(step, errorSummary) }
  const part = PARTS[locationType]
  // A whole part has the name of its kind as its place.
  const inside = location === locationType ? [step, part] : [step, part, location]
  const message = errorSummary.startsWith(`${location}: `) ? errorSummary.slice(location.length + 2) : errorSummary
  return { ...cause, ...causeAt(inside.join('.'), message) }
}
