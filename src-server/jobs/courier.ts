import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../contract/limits.ts'
import type { HookRest } from '../contract/event-hook.ts'
import type { Logger } from '../log.ts'
import { hookBounds, pauseAfter } from '../operations/event-hooks/bounds.ts'
import { nextDay } from '../operations/event-hooks/daily-allowance.ts'
import { leaveOutOverflow } from '../operations/event-hooks/overflow.ts'
import { noteRest } from '../operations/event-hooks/rests.ts'
import { takeDelivery } from '../operations/event-hooks/take-delivery.ts'
import type { Service } from '../operations/service.ts'
import { sendDelivery } from './send-delivery.ts'

/** How long the first event waits for others to share its request. */
const WINDOW_MS = 200
/** After a failure of our own, such as a full disk. */
const TROUBLE_MS = 5_000
/** A rest goes in steps: after each the queue is kept within its bound, and the clock is looked at again. */
const REST_STEP_MS = 60_000

/** Carries the events of one hook to its endpoint: one request at a time, in their order, until nothing waits. */
export interface Courier {
  /** Sets out, unless it is on its way. @param byHand ends a rest after failures as well */
  wake(byHand: boolean): void
  /** Interrupts what is under way and waits for its end. */
  stop(): Promise<void>
}

export interface CourierParts {
  service: Service
  hookId: string
  log: Logger
  /** Hears that the organization has sent what it may today. */
  onDaySpent(): void
}

/**
 * Makes the courier of a hook. While deliveries fail one after the other it rests between them, longer each time, so that an
 * endpoint in trouble is not pressed, and what happens meanwhile waits for it in place of failing too.
 */
export function createCourier({ service, hookId, log, onDaySpent }: CourierParts): Courier {
  const stopping = new AbortController()
  const { signal } = stopping
  let way: Promise<void> | null = null
  /** Whether it was woken while it was on its way. */
  let wokenAgain = false
  let failures = 0
  let rest: { reason: HookRest['reason']; end: AbortController } | null = null

  const wake = (byHand: boolean) => {
    if (signal.aborted) return
    if (byHand) failures = 0
    if (byHand || rest?.reason === 'DAY_LIMIT') rest?.end.abort()
    if (way) wokenAgain = true
    else
      way = deliverAll()
        .catch(recover)
        .finally(() => {
          way = null
          if (wokenAgain) wake(false)
        })
  }

  const recover = async (error: unknown) => {
    if (signal.aborted) return
    log.error({ err: error, hookId }, 'events for a hook could not be delivered')
    wokenAgain = true
    await sleep(TROUBLE_MS, undefined, { signal }).catch(() => {})
  }

  const deliverAll = async () => {
    while (!signal.aborted) {
      if (failures) await restAfterFailures()
      await sleep(WINDOW_MS, undefined, { signal })
      let goesOn: boolean
      do {
        wokenAgain = false
        await leaveOutOverflow(service, hookId)
        const taken = await takeDelivery(service, hookId)
        if (taken === 'day spent') {
          await restForToday()
          break
        }
        noteRest(service, hookId, null)
        if (!taken) return
        const wentWell = await sendDelivery(service, taken, signal)
        failures = wentWell ? 0 : failures + 1
        goesOn = wentWell && taken.delivery.event_count === LIMITS.hookBatch
      } while (goesOn && !signal.aborted)
    }
  }

  const restAfterFailures = async () => {
    const pauseMs = pauseAfter(failures, hookBounds(service).pauseMs)
    const started = performance.now()
    const left = () => started + pauseMs - performance.now()
    const until = new Date(service.clock() + pauseMs).toISOString()
    while (failures && left() > 0 && !signal.aborted) {
      await restStep({ reason: 'FAILURES', until }, left())
      await leaveOutOverflow(service, hookId)
    }
  }

  const restForToday = async () => {
    onDaySpent()
    const now = service.clock()
    const until = nextDay(now)
    await restStep({ reason: 'DAY_LIMIT', until: new Date(until).toISOString() }, until - now)
  }

  const restStep = async (why: HookRest, ms: number) => {
    noteRest(service, hookId, why)
    const end = new AbortController()
    rest = { reason: why.reason, end }
    await sleep(Math.min(ms, REST_STEP_MS), undefined, { signal: end.signal }).catch(() => {})
    rest = null
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      rest?.end.abort()
      await way
    },
  }
}
