import type { App } from 'electron'

/** Longest wait for requests and jobs under way, in milliseconds; the database survives a harder end as well. */
const DRAIN_TIMEOUT_MS = 8000

/**
 * Makes every way out the same: the windows close, `drain` stops the service and closes its database, the program ends.
 * @param report hears of a drain that failed or took too long.
 */
export function drainOnQuit(app: App, drain: () => Promise<void>, report: (error: unknown) => void): void {
  let state: 'open' | 'draining' | 'drained' = 'open'
  // The service is not to run unseen, on macOS neither.
  app.on('window-all-closed', () => app.quit())
  // After `before-quit` and the windows: a page that refuses to close keeps its service.
  app.on('will-quit', (event) => {
    if (state === 'drained') return
    event.preventDefault()
    if (state === 'draining') return
    state = 'draining'
    void within(DRAIN_TIMEOUT_MS, drain())
      .catch(report)
      .finally(() => {
        state = 'drained'
        app.quit()
      })
  })
}

/**
 * Makes signals end the program in order. To be called once Electron is ready: it sets handlers of its own before, of which a
 * second signal, as a terminal and a parent process may well send, would end the program on the spot.
 */
export function endOnSignals(end: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

/**
 * Waits for a task with a time limit.
 * @throws Error when the time is over; the task itself goes on.
 */
export async function within<T>(timeoutMs: number, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([task, alarm]).finally(() => clearTimeout(timer))
}
