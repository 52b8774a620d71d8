import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import type { CallInput } from './client.ts'

type Request = NonNullable<CallInput<'reviewChange'>['body']>

/** One operation of a change that is reviewed before it is made. */
export type ReviewStep = Request['steps'][number]

/** A step from the call that would make it. */
export function reviewStep<Id extends ReviewableOperation>(operation: Id, input: CallInput<Id>): ReviewStep {
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const texts = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
  return { operation, params: texts(params), query: texts(query), ...(body === undefined ? {} : { body }) }
}
