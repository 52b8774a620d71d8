import type { BackgroundTask } from './background-task.ts'

interface Periodic {
  everyMs: number
  /** How long after the start it is done for the first time; absent: at once. */
  firstAfterMs?: number
  /** Never at the same time twice. A failure is told, and passes: the next time it is tried again. */
  work: () => Promise<unknown>
  onError: (error: unknown) => void
  /** Once more when the service ends. */
  alsoAtStop?: boolean
}

/**
 * When work on the whole file begins, such as to copy it. WHY not at once: a program that opens its window, or the first requests, would wait
 * for the disk with it.
 */
export const ONCE_CALM_MS = 10_000

/** Does something soon after the start and then again and again, as long as the service runs. */
export function startPeriodic({
  everyMs,
  firstAfterMs = 0,
  work,
  onError,
  alsoAtStop = false,
}: Periodic): BackgroundTask {
  let running: Promise<unknown> | null = null
  const begin = () =>
    (running ??= work()
      .catch(onError)
      .finally(() => (running = null)))
  const first = firstAfterMs > 0 ? setTimeout(() => void begin(), firstAfterMs).unref() : undefined
  if (!first) void begin()
  const timer = setInterval(() => void begin(), everyMs)
  timer.unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await running
      if (alsoAtStop) await begin()
    },
  }
}
