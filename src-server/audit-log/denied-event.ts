import { ApiError } from '#contract/interface/api-error.ts'
import { failed } from '#contract/log/targets.ts'
import type { RequestContext } from './request-context.ts'
import type { EventDraft } from './to-log-event.ts'
import type { DenialAudit } from './transaction.ts'

/** An attempted action on an existing object, declared before it is checked. */
export interface Attempt extends Pick<EventDraft, 'type' | 'targets'> {
  audit: DenialAudit
}

/** Whether it is a failure of the service. 501 is not: it rejects an unsupported action, such as deactivating the password. */
const isFailure = (status: number) => status >= 500 && status !== 501

/**
 * The event of a denied action, for example a deletion. There is none for an object that does not exist, for a failure of the service
 * itself, and for requests without a token or without the needed scope: no event type exists for those.
 */
export function deniedEvent(
  { type, targets, audit }: Attempt,
  error: unknown,
  { principal, transaction }: RequestContext,
): EventDraft | null {
  if (principal.kind === 'none') return null
  if (!(error instanceof ApiError) || error.status === 404 || isFailure(error.status)) return null
  if (audit === 'never' || (audit === 'well-formed' && error.status === 400)) return null
  const reason = [error.message, ...error.causes.map(({ errorSummary }) => errorSummary)].join('; ')
  const errorId = transaction.type === 'WEB' ? { errorId: transaction.id } : {}
  return { type, targets, outcome: failed(reason), debugData: { errorCode: error.code, ...errorId } }
}
