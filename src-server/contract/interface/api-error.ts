import type { ErrorKindOf } from '../kinds.ts'
import type { ErrorBody, ErrorCause } from './error-body.ts'
import { ERROR_CATALOGUE, summarize, type ErrorCode } from './error-codes.ts'
import { LIMITS } from './limits.ts'

/**
 * A refusal that the client is told about, with a code of the catalogue. Everything else that is thrown becomes
 * `E0000009` and is told to the log alone.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly causes: readonly ErrorCause[]

  constructor(
    code: ErrorCode,
    options: { values?: Record<string, string | number>; causes?: readonly ErrorCause[]; status?: number } = {},
  ) {
    super(summarize(code, options.values))
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? ERROR_CATALOGUE[code].status
    this.causes = options.causes ?? []
  }

  /** The same refusal, for reasons that are told in another way. */
  withCauses(causes: readonly ErrorCause[]): ApiError {
    const same = new ApiError(this.code, { status: this.status, causes })
    same.message = this.message
    return same
  }

  /**
   * The body on the wire; `errorId` is the request's.
   * @param located whether causes say where they point besides their text
   * @param subject of a validation that failed; absent: the place of the first cause
   */
  toBody(errorId: string, { located, subject }: { located: boolean; subject?: string | undefined }): ErrorBody {
    const isNamed = this.code === 'E0000001' && subject !== undefined
    return {
      errorCode: this.code,
      errorSummary: isNamed ? summarize(this.code, { subject }) : this.message,
      errorLink: this.code,
      errorId,
      errorCauses: located ? [...this.causes] : this.causes.map(withoutPlace),
    }
  }
}

/** A reason stays: it is a word of the interface (spec/2 "Errors"). */
const withoutPlace = ({ errorSummary, reason }: ErrorCause): ErrorCause =>
  reason === undefined ? { errorSummary } : { errorSummary, reason }

/** What is wrong with one part of a request, as text and as place. */
export function causeAt(
  location: string,
  message: string,
  locationType: NonNullable<ErrorCause['locationType']> = 'body',
): ErrorCause {
  return { errorSummary: `${location}: ${message}`, location, locationType }
}

/** A field of the request that will not do: `E0000001` with one cause that names it. */
export function invalid(
  location: string,
  message: string,
  locationType: ErrorCause['locationType'] = 'body',
): ApiError {
  return invalidAll([causeAt(location, message, locationType)])
}

/** Several fields at once, up to the limit; the summary names the first. */
export function invalidAll(causes: readonly ErrorCause[]): ApiError {
  const values = { subject: causes[0]?.location ?? 'request' }
  return new ApiError('E0000001', { values, causes: causes.slice(0, LIMITS.errorCauses) })
}

const MEBIBYTE = 1_048_576
const GIBIBYTE = 1_024 * MEBIBYTE

/** A body that cannot be read: `E0000003`. */
export function unreadableBody(why: string): ApiError {
  return new ApiError('E0000003', { causes: [causeAt('body', why)] })
}

/** A body beyond the limit of its route: `E0000020` with status 413. */
export function bodyTooLong(maxBytes: number): ApiError {
  const size = maxBytes < GIBIBYTE ? `${maxBytes / MEBIBYTE} MiB` : `${maxBytes / GIBIBYTE} GiB`
  return new ApiError('E0000020', { status: 413, causes: [causeAt('body', `longer than ${size}`)] })
}

/** Kinds that `E0000007` names (spec/4 §3.6). */
export type Kind = ErrorKindOf

/** An object that does not exist: `E0000007`. */
export function notFound(id: string, kind: Kind): ApiError {
  return new ApiError('E0000007', { values: { id, kind } })
}
