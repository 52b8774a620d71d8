import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { edgeOf } from '#vocabulary/edge.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryAttempt } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { callEndpoint, type Exchange } from '#operations/event-hooks/call-endpoint.ts'
import { deliveryBody } from '#operations/event-hooks/deliveries.ts'
import { readDeveloperSettings } from '#operations/event-hooks/developer-settings.ts'
import { settleDelivery } from '#operations/event-hooks/settle-delivery.ts'
import { hookBounds } from '#operations/event-hooks/bounds.ts'
import { agentHeaders } from '#operations/event-hooks/request-headers.ts'
import { headersOf, KEY_LOST } from '#operations/event-hooks/secrets.ts'
import { withoutSecrets } from '#operations/event-hooks/without-secrets.ts'
import type { ClaimedDelivery } from '#operations/event-hooks/claim-delivery.ts'
import type { Service } from '#operations/service/service.ts'

/** The wait between two attempts. */
const RETRY_MS = 1_000
const TRIES = 2

/**
 * Sends one delivery, at most twice, and writes its outcome; an interrupted delivery stays queued.
 * @returns whether the endpoint accepted it
 */
export async function sendDelivery(service: Service, claimed: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
  const { hook, delivery } = claimed
  const body = inWordsOf(service.vocabulary.current, await deliveryBody(service.reader, service.url(), delivery))
  const settle = async (attempts: readonly DeliveryAttempt[], problem: string | null) => {
    await settleDelivery(service, claimed, attempts, problem)
    return problem === null
  }
  if (!hook.secrets) return settle([], KEY_LOST)
  if (body.data.events.length === 0) return settle([], 'the log no longer holds its events')
  const { allowLocalHooks } = await readDeveloperSettings(service.reader)
  const { channel } = hook.record
  const request = {
    method: 'POST' as const,
    uri: channel.uri,
    headers: {
      ...agentHeaders(service),
      ...headersOf(channel, hook.secrets),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  }
  const timeoutMs = hookBounds(service).exchangeMs
  const attempts: DeliveryAttempt[] = []
  let exchange: Exchange
  do {
    if (attempts.length) await sleep(RETRY_MS, undefined, { signal })
    const started = service.now()
    exchange = await callEndpoint(request, { ...service.outbound, allowLocal: allowLocalHooks, timeoutMs, signal })
    if (signal.aborted) return false
    const { durationMs, status, text } = exchange
    const response = status === null ? null : withoutSecrets(text, hook.secrets).slice(0, LIMITS.hookExcerptLength)
    attempts.push({ started, durationMs, status, problem: problemOf(exchange), response })
  } while (problemOf(exchange) && exchange.mayRetry && attempts.length < TRIES)
  const problem = problemOf(exchange)
  return settle(attempts, problem && `the endpoint ${problem}`)
}

/** What is wrong with a reply: only 200 and 204 are accepted (spec/4 §3.2). */
function problemOf({ status, problem }: Exchange): string | null {
  if (problem) return problem
  if (status === 200 || status === 204) return null
  const isRedirect = status !== null && status >= 300 && status < 400
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
}

type DeliveryBody = Awaited<ReturnType<typeof deliveryBody>>

/** A delivery as the clients of the workspace know its words. */
function inWordsOf(vocabulary: Vocabulary | null, body: DeliveryBody) {
  if (vocabulary === null) return body
  const edge = edgeOf(vocabulary)
  const events = body.data.events.map((event) => edge.event(event))
  return { ...body, eventType: edge.outer(body.eventType), data: { events } }
}
