import type { BackgroundTask } from './background-task.ts'

interface Periodic {
  everyMs: number
  /** The delay of the first run after the start; absent: none. */
  firstAfterMs?: number
  /** Runs never overlap. A failure is logged, and the next run tries again. */
  work: () => Promise<unknown>
  onError: (error: unknown) => void
  /** A last run when the service stops. */
  alsoAtStop?: boolean
}

/**
 * The delay of work on the whole file, such as a copy. WHY not at once: the opening window and the first requests would wait for
 * the disk.
 */
export const ONCE_CALM_MS = 10_000

/** Repeats a task while the service runs. */
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
