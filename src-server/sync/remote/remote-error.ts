import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import type { OperationId } from '#contract/routes/index.ts'

/** After which failures a request may be sent again: of any kind, since nothing was done; of reading alone; never. */
type Again = 'any' | 'reading' | 'never'

/** How a call of a remote can fail. */
const PROBLEMS = {
  /** No connection came about, so that nothing was sent. */
  NOT_CONNECTED: 'any',
  /** Refused because of limits or overload, before anything was done. */
  BUSY: 'any',
  CUT: 'reading',
  TIMEOUT: 'reading',
  /** An error of the remote. */
  FAILED: 'reading',
  CERTIFICATE: 'never',
  /** It would lead to another address. */
  ELSEWHERE: 'never',
  NOT_JSON: 'never',
  WRONG_SHAPE: 'never',
  TOO_LONG: 'never',
  TOO_DEEP: 'never',
  ENDLESS: 'never',
  /** Its token does not let in, or not any more. */
  REFUSED: 'never',
  NOT_PERMITTED: 'never',
  NOT_FOUND: 'never',
  INVALID: 'never',
  /** It asks to come again at a time that is too far away. */
  LONG_WAIT: 'never',
  /** The connection may not write. */
  READ_ONLY: 'never',
  /** The secret of the connection cannot be read here. */
  NO_SECRET: 'never',
  CLOSED: 'never',
} as const satisfies Record<string, Again>
export type RemoteProblem = keyof typeof PROBLEMS

/** Whether a request that failed may be sent again. @param isReading whether it changes nothing */
export const mayRetry = (problem: RemoteProblem, isReading: boolean): boolean =>
  PROBLEMS[problem] === 'any' || (PROBLEMS[problem] === 'reading' && isReading)

/** Whether a request that failed may have been carried out all the same. */
const isOutcomeUnknown = (problem: RemoteProblem, isReading: boolean) => PROBLEMS[problem] === 'reading' && !isReading

/** Which call failed. */
interface FailedCall {
  /** The name of the connection. */
  connection: string
  /** Of the remote, without a path. */
  address: string
  operation: OperationId
  summary: string
  method: string
  /** With its query, in the words of the remote. */
  path: string
}

/** Why, in one clause, and what the remote said. */
export interface Failure {
  problem: RemoteProblem
  why: string
  status?: number | null
  /** Of the remote, such as `E0000006`. */
  errorCode?: string | null
}

/** What failed: without a connection the remote itself, whichever call was the first to notice. */
const subjectOf = ({ address, summary, method, path }: FailedCall, problem: RemoteProblem) =>
  problem === 'NOT_CONNECTED' ? `the remote at ${address}` : `“${summary}” (${method} ${path})`

/** A call of an instance elsewhere that did not succeed; its message is one sentence, without anything secret. */
export class RemoteError extends UserFacingError {
  readonly problem: RemoteProblem
  readonly call: FailedCall
  /** Null without an answer. */
  readonly status: number | null
  readonly errorCode: string | null
  /** Whether a change may have been made all the same. */
  readonly isOutcomeUnknown: boolean

  constructor(call: FailedCall, { problem, why, status = null, errorCode = null }: Failure) {
    const unknown = isOutcomeUnknown(problem, call.method === 'GET')
    const more = unknown ? '; whether it was carried out is not known' : ''
    super(`${call.connection}: ${subjectOf(call, problem)} ${why}${more}.`)
    this.name = 'RemoteError'
    this.problem = problem
    this.call = call
    this.status = status
    this.errorCode = errorCode
    this.isOutcomeUnknown = unknown
  }
}
