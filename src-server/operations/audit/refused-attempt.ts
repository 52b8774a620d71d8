import { ApiError } from '../../contract/api-error.ts'
import type { Act } from '../service.ts'
import { failed } from './targets.ts'
import type { EventDraft } from './to-log-event.ts'

/**
 * What somebody is about to do to something that is there. `forbidden` counts only refusals of what is understood (403,
 * 409 and the like), for requests with a body: a value that will not do (400) is a slip of the pen, no act.
 */
export interface Attempt extends Pick<EventDraft, 'type' | 'targets'> {
  refusals?: 'all' | 'forbidden'
}

/**
 * The event that a refusal leaves: a denied deletion is an event. None for what is not there, what the service itself
 * could not do, and whoever was turned away before the act began, without a token or a scope that reaches so far: no
 * type of event stands for those.
 */
export function refusalOf({ type, targets, refusals = 'all' }: Attempt, error: unknown, act: Act): EventDraft | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) return null
  if (refusals === 'forbidden' && error.status === 400) return null
  const reason = [error.message, ...error.causes.map(({ errorSummary }) => errorSummary)].join('; ')
  const errorId = act.transactionType === 'WEB' ? { errorId: act.transactionId } : {}
  return { type, targets, outcome: failed(reason), debugData: { errorCode: error.code, ...errorId } }
}
