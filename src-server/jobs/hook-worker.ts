import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '#contract/interface/limits.ts'
import type { HookBackoff } from '#contract/hooks/event-hook.ts'
import type { Logger } from '#server/log.ts'
import { hookBounds, backoffMs } from '#operations/event-hooks/bounds.ts'
import { nextDay } from '#operations/event-hooks/daily-allowance.ts'
import { dropOverflow } from '#operations/event-hooks/overflow.ts'
import { setBackoff } from '#operations/event-hooks/backoffs.ts'
import { claimDelivery, DAILY_LIMIT, type ClaimedDelivery } from '#operations/event-hooks/claim-delivery.ts'
import type { Service } from '#operations/service/service.ts'
import { sendDelivery } from './send-delivery.ts'

/** How long the first event of a batch waits for others. */
const WINDOW_MS = 200
/** The wait after an error of our own, such as a full disk. */
const ERROR_PAUSE_MS = 5_000
/** A long wait is done in steps: after each the queue is cut to its limit and the clock is read again. */
const WAIT_STEP_MS = 60_000

/** Delivers the events of one hook to its endpoint: one request at a time, in order, until the queue is empty. */
export interface HookWorker {
  /** Starts the worker unless it runs. @param options.manual also ends a backoff */
  trigger(options: { manual: boolean }): void
  /** Aborts the current request and waits for its end. */
  stop(): Promise<void>
}

interface HookWorkerParts {
  service: Service
  hookId: string
  log: Logger
  /** Called when the organization has reached its daily limit of events. */
  onDailyLimit(): void
}

/**
 * The state of a worker. After each failed delivery it backs off, longer each time, to spare a failing endpoint; events that
 * arrive in the meantime wait instead of failing too.
 */
type State = 'backing off' | 'collecting' | 'sending' | 'waiting for the next day' | 'idle'

/** Makes the worker of a hook; it is idle until it is triggered. */
export function createHookWorker({ service, hookId, log, onDailyLimit }: HookWorkerParts): HookWorker {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  /** Whether there was a trigger since the queue was last read. */
  let isTriggered = false
  /** Failed deliveries since the last success or manual trigger. */
  let failures = 0
  let wait: { reason: HookBackoff['reason']; end: AbortController } | null = null

  const trigger = ({ manual }: { manual: boolean }) => {
    if (signal.aborted) return
    if (manual) failures = 0
    if (manual || wait?.reason === 'DAY_LIMIT') wait?.end.abort()
    isTriggered = true
    running ??= run()
  }

  const run = async () => {
    while (isTriggered && !signal.aborted) await deliverQueue().catch(recover)
    // INVARIANT: nothing is awaited since the last look at isTriggered, or a trigger could be lost in between.
    running = null
  }

  const recover = async (error: unknown) => {
    if (signal.aborted) return
    log.error({ err: error, hookId }, 'events for a hook could not be delivered')
    isTriggered = true
    await sleep(ERROR_PAUSE_MS, undefined, { signal }).catch(() => {})
  }

  const begin = (): State => (failures ? 'backing off' : 'collecting')

  const deliverQueue = async () => {
    for (let state = begin(); state !== 'idle' && !signal.aborted;) state = await STEPS[state]()
  }

  /** One step for each state, which returns the next state. */
  const STEPS: Readonly<Record<Exclude<State, 'idle'>, () => Promise<State>>> = {
    'backing off': async () => {
      await backOff()
      return 'collecting'
    },
    collecting: async () => {
      await sleep(WINDOW_MS, undefined, { signal })
      return 'sending'
    },
    sending: async () => {
      isTriggered = false
      await dropOverflow(service, hookId)
      const delivery = await claimDelivery(service, hookId)
      if (delivery === DAILY_LIMIT) return 'waiting for the next day'
      setBackoff(service, hookId, null)
      return delivery ? send(delivery) : 'idle'
    },
    'waiting for the next day': async () => {
      onDailyLimit()
      const now = service.clock()
      const until = nextDay(now)
      await waitStep({ reason: 'DAY_LIMIT', until: new Date(until).toISOString() }, until - now)
      return begin()
    },
  }

  const send = async (delivery: ClaimedDelivery): Promise<State> => {
    const succeeded = await sendDelivery(service, delivery, signal)
    failures = succeeded ? 0 : failures + 1
    if (!succeeded) return 'backing off'
    return delivery.delivery.eventCount === LIMITS.hookBatch ? 'sending' : 'collecting'
  }

  const backOff = async () => {
    const ms = backoffMs(failures, hookBounds(service).pauseMs)
    const started = performance.now()
    const left = () => started + ms - performance.now()
    const until = new Date(service.clock() + ms).toISOString()
    while (failures && left() > 0 && !signal.aborted) {
      await waitStep({ reason: 'FAILURES', until }, left())
      await dropOverflow(service, hookId)
    }
  }

  const waitStep = async (backoff: HookBackoff, ms: number) => {
    setBackoff(service, hookId, backoff)
    const end = new AbortController()
    wait = { reason: backoff.reason, end }
    await sleep(Math.min(ms, WAIT_STEP_MS), undefined, { signal: end.signal }).catch(() => {})
    wait = null
  }

  return {
    trigger,
    async stop() {
      stopping.abort()
      wait?.end.abort()
      await running
    },
  }
}
