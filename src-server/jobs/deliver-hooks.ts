import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryAttempt } from '../contract/event-hook.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Logger } from '../log.ts'
import { callEndpoint, type Exchange } from '../operations/event-hooks/call-endpoint.ts'
import {
  deliveryBody,
  hooksWithWork,
  recordDelivery,
  takeDelivery,
  type DeliveryRow,
} from '../operations/event-hooks/deliveries.ts'
import { readDeveloperSettings } from '../operations/event-hooks/developer-settings.ts'
import type { OpenedHook } from '../operations/event-hooks/event-hooks.ts'
import { agentHeaders } from '../operations/event-hooks/request-headers.ts'
import { headersOf, KEY_LOST, withoutSecrets } from '../operations/event-hooks/secrets.ts'
import type { Service } from '../operations/service.ts'
import type { Job } from './job.ts'

/** How long the first event waits for others to share its request. */
const WINDOW_MS = 200
/** Between a try that failed and the next one. */
const RETRY_MS = 1_000
/** After a failure of our own, such as a full disk. */
const TROUBLE_MS = 5_000
const TRIES = 2

/**
 * Sends what is queued for hooks, and goes on where the last run stopped. Each hook has one request under way, in the
 * order of events, and waits for no other hook: at most `listeningHooks` of them are there at all (spec/4 §3.2).
 */
export function startHookDelivery(service: Service, log: Logger): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  const couriers = new Map<string, Promise<void>>()
  /** Hooks that were woken while their courier was on its way. */
  const wokenAgain = new Set<string>()

  const wake = (hookId: string) => {
    if (signal.aborted) return
    if (couriers.has(hookId)) return void wokenAgain.add(hookId)
    const courier = deliverAll(hookId)
      .catch(async (error: unknown) => {
        if (signal.aborted) return
        log.error({ err: error, hookId }, 'events for a hook could not be delivered')
        wokenAgain.add(hookId)
        await sleep(TROUBLE_MS, undefined, { signal }).catch(() => {})
      })
      .finally(() => {
        couriers.delete(hookId)
        if (wokenAgain.delete(hookId)) wake(hookId)
      })
    couriers.set(hookId, courier)
  }

  const deliverAll = async (hookId: string) => {
    while (!signal.aborted) {
      await sleep(WINDOW_MS, undefined, { signal })
      let taken: Awaited<ReturnType<typeof takeDelivery>>
      do {
        wokenAgain.delete(hookId)
        taken = await takeDelivery(service, hookId)
        if (!taken) return
        await deliver(service, taken, signal)
      } while (taken.delivery.event_count === LIMITS.hookBatch && !signal.aborted)
    }
  }

  service.outbox.onWake((hookIds) => hookIds.forEach(wake))
  const begun = hooksWithWork(service).then((hookIds) => hookIds.forEach(wake))
  begun.catch((error: unknown) => log.error({ err: error }, 'queued events of hooks could not be read'))

  return {
    async stop() {
      service.outbox.onWake(null)
      stopping.abort()
      await begun.catch(() => {})
      await Promise.all(couriers.values())
    },
  }
}

/** Sends one delivery, twice at most, and notes what came of it; interrupted, it stays in line. */
async function deliver(
  service: Service,
  taken: { hook: OpenedHook; delivery: DeliveryRow },
  signal: AbortSignal,
): Promise<void> {
  const { hook, delivery } = taken
  const body = await deliveryBody(service, delivery)
  if (!hook.secrets) return recordDelivery(service, taken, [], KEY_LOST)
  if (body.data.events.length === 0) return recordDelivery(service, taken, [], 'the log no longer holds its events')
  const { allowLocalHooks } = await readDeveloperSettings(service)
  const request = {
    method: 'POST' as const,
    uri: hook.channel.uri,
    headers: {
      ...agentHeaders(service),
      ...headersOf(hook.channel, hook.secrets),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  }
  const attempts: DeliveryAttempt[] = []
  let exchange: Exchange
  do {
    if (attempts.length) await sleep(RETRY_MS, undefined, { signal })
    const started = service.now()
    exchange = await callEndpoint(request, { ...service.outbound, allowLocal: allowLocalHooks, signal })
    if (signal.aborted) return
    const { durationMs, status, text } = exchange
    const response = status === null ? null : withoutSecrets(text, hook.secrets).slice(0, LIMITS.hookExcerptLength)
    attempts.push({ started, durationMs, status, problem: problemOf(exchange), response })
  } while (problemOf(exchange) && exchange.mayRetry && attempts.length < TRIES)
  const problem = problemOf(exchange)
  await recordDelivery(service, taken, attempts, problem && `the endpoint ${problem}`)
}

/** What is wrong with an answer: only 200 and 204 will do (spec/4 §3.2). */
function problemOf({ status, problem }: Exchange): string | null {
  if (problem) return problem
  if (status === 200 || status === 204) return null
  const isRedirect = status !== null && status >= 300 && status < 400
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`
}
