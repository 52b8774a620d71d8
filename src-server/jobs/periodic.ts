import type { BackgroundTask } from './background-task.ts'

interface Periodic {
  everyMs: number
  /** Never at the same time twice. A failure is told, and passes: the next time it is tried again. */
  work: () => Promise<unknown>
  onError: (error: unknown) => void
  /** Once more when the service ends. */
  alsoAtStop?: boolean
}

/** Does something at the start and then again and again, as long as the service runs. */
export function startPeriodic({ everyMs, work, onError, alsoAtStop = false }: Periodic): BackgroundTask {
  let running: Promise<unknown> | null = null
  const begin = () =>
    (running ??= work()
      .catch(onError)
      .finally(() => (running = null)))
  void begin()
  const timer = setInterval(() => void begin(), everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      if (alsoAtStop) await begin()
    },
  }
}
