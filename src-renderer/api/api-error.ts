import type { ErrorBody } from '#contract/interface/error-body.ts'

/** One reason of a refusal; `location` is the field's path in the request, empty when it has none. */
export interface Cause {
  summary: string
  location: string
}

/** Codes that this side gives when no reply of the service explains the failure. */
const NETWORK = 'NETWORK'
const UNREADABLE = 'UNREADABLE'
/** Of all that may be asked again later; its summary speaks of rate limits, so where a cause says more, that is what is told. */
const COME_AGAIN = 'E0000047'

/** Why a call failed, in the service's own words. `status` 0: there was no reply. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly summary: string
  readonly causes: readonly Cause[]
  /** Stands in the service's log too; empty when the service did not answer. */
  readonly errorId: string

  constructor(facts: { status: number; code: string; summary: string; causes?: readonly Cause[]; errorId?: string }) {
    super(facts.summary)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.summary = facts.summary
    this.causes = facts.causes ?? []
    this.errorId = facts.errorId ?? ''
  }
}

/** The failure for a request that never got a reply. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: NETWORK,
    summary: 'The service does not answer. It may have stopped, or it is still starting.',
  })
}

function isErrorBody(body: unknown): body is Partial<ErrorBody> & { errorSummary: string } {
  return typeof body === 'object' && body !== null && typeof (body as ErrorBody).errorSummary === 'string'
}

/** The service begins a cause with its location, which is beside it already: "name: is required". */
function withoutLocation(summary: string, location: string): string {
  return location && summary.startsWith(`${location}: `) ? summary.slice(location.length + 2) : summary
}

/** Reads the body of a failed reply; a body that is not the interface's error still gives a usable message. */
export function errorFromReply(status: number, body: unknown): ApiError {
  if (!isErrorBody(body))
    return new ApiError({
      status,
      code: UNREADABLE,
      summary: `The service answered with status ${status} and no explanation.`,
    })
  const { errorCode = UNREADABLE, errorSummary, errorId = '' } = body
  const causes = (body.errorCauses ?? []).map((cause) => ({
    summary: withoutLocation(cause.errorSummary, cause.location ?? ''),
    location: cause.location ?? '',
  }))
  const [why, ...others] = causes
  if (why && errorCode === COME_AGAIN)
    return new ApiError({ status, code: errorCode, summary: why.summary, errorId, causes: others })
  return new ApiError({ status, code: errorCode, summary: errorSummary, errorId, causes })
}

/** Whatever was thrown, as an `ApiError`; a mistake of our own keeps its message. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const summary = thrown instanceof Error ? thrown.message : String(thrown)
  return new ApiError({ status: 0, code: 'PROGRAM', summary })
}

/** The whole of an error in one text: what failed, then each of its causes. */
export function errorText({ summary, causes }: ApiError): string {
  return [summary, ...causes.map((cause) => cause.summary)].join(' ')
}

/** Whether it was thrown because the caller gave up, which is no failure. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}
