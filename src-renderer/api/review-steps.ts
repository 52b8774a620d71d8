import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import { ApiError } from './api-error.ts'
import { api, type CallInput } from './client.ts'

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

interface ReviewOptions {
  signal?: AbortSignal
  /** What each step is about, where there are several: an error begins with it. */
  labels?: readonly string[] | undefined
}

/**
 * Whom a change would affect.
 * @throws ApiError as the step that is refused would throw by itself
 */
export async function reviewSteps(
  steps: readonly ReviewStep[],
  { signal, labels }: ReviewOptions = {},
): Promise<ChangeReview> {
  try {
    return await api.call('reviewChange', { body: { steps: [...steps] }, ...(signal ? { signal } : {}) })
  } catch (thrown) {
    throw thrown instanceof ApiError ? ofItsStep(thrown, labels) : thrown
  }
}

/** `steps[2].body.name` is the field `name` of the third step. */
const IN_STEP = /^steps\[(\d+)\](?:\.(?:params|query|body|headers))?\.?(.*)$/

function ofItsStep(error: ApiError, labels: readonly string[] = []): ApiError {
  let label: string | undefined
  const causes = error.causes.flatMap((cause) => {
    const [, at, location = ''] = IN_STEP.exec(cause.location) ?? []
    if (at === undefined) return [cause]
    label ??= labels[Number(at)]
    // Of an error without places the service says in which step it was, and nothing new.
    return location === '' && cause.summary === error.summary ? [] : [{ ...cause, location }]
  })
  const { status, code, errorId, summary } = error
  return new ApiError({ status, code, errorId, causes, summary: label ? `${label}: ${summary}` : summary })
}
