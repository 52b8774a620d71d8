import type { LogEvent } from '#contract/log/log-event.ts'
import { detectedBehaviors, EVALUATION_EVENT, signInOf } from '#ui/domain/event-sign-in.ts'
import { isTokenEvent, tokenRequestOf } from '#ui/domain/event-token.ts'
import type { SignIn } from '#ui/domain/sign-in.ts'
import { api } from './client.ts'

/** A sign-in event with the evaluation of policies in its transaction; null where there is none, or it is that itself. */
interface RecordedSignIn {
  event: LogEvent
  evaluation: LogEvent | null
}

/** An evaluation is written within moments of its sign-in. */
const AROUND_MS = 10 * 60_000
const at = (event: LogEvent, byMs: number) => new Date(Date.parse(event.published) + byMs).toISOString()

/** Finds the evaluation that belongs to a sign-in event: the nearest before it in the same transaction. */
export async function withEvaluation(event: LogEvent, signal?: AbortSignal): Promise<RecordedSignIn> {
  if (event.eventType === EVALUATION_EVENT || isTokenEvent(event)) return { event, evaluation: null }
  const filter = `eventType eq "${EVALUATION_EVENT}" and transaction.id eq ${JSON.stringify(event.transaction.id)}`
  const range = { since: at(event, -AROUND_MS), until: at(event, AROUND_MS) }
  const query = { ...range, filter, sortOrder: 'DESCENDING', limit: 10 } as const
  const found = await api.call('listLogEvents', { query, signal })
  const evaluation = found.find(({ published }) => published <= event.published) ?? found[0] ?? null
  return { event, evaluation }
}

/** A sign-in event by its uuid, with its evaluation. @throws ApiError 404 where the log does not have it */
export async function readRecordedSignIn(uuid: string, signal?: AbortSignal): Promise<RecordedSignIn> {
  const { event } = await api.call('getLogEvent', { params: { uuid }, signal })
  return withEvaluation(event, signal)
}

/** The sign-in or the token request that an event records, with what its evaluation and the names of behaviors add. */
export async function signInOfRecorded(recorded: RecordedSignIn, signal?: AbortSignal): Promise<SignIn> {
  const { event, evaluation } = recorded
  if (isTokenEvent(event)) return tokenRequestOf(event)
  const named = [event, ...(evaluation ? [evaluation] : [])].some((one) => detectedBehaviors(one)?.length)
  const behaviors = named ? await api.call('listBehaviors', { signal }) : []
  return signInOf(event, { evaluation, behaviorIds: new Map(behaviors.map(({ id, name }) => [name, id])) })
}
