import type { Page } from '@playwright/test'

/** Long tasks of the page since it was loaded; what takes less than 50 ms is none. */
interface Watch {
  tasks: { start: number; duration: number }[]
  observer: PerformanceObserver
}

/** Watches the main thread of every document that the page loads from now on. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = { tasks: [] } as unknown as Watch
    const keep = (entries: readonly PerformanceEntry[]) =>
      watch.tasks.push(...entries.map(({ startTime, duration }) => ({ start: startTime, duration })))
    watch.observer = new PerformanceObserver((list) => keep(list.getEntries()))
    watch.observer.observe({ type: 'longtask' })
    Object.assign(globalThis, { longTasks: watch })
  })
}

/**
 * How long the longest task of the main thread was while something was done, in milliseconds; 0 when none took 50. The
 * page must have come to rest before, and `act` must not end before it has: no query of the test's own may be in between,
 * since it runs in the same thread.
 */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const from = await atRest(page)
  await act()
  const until = await atRest(page)
  return page.evaluate(
    ([start, end]) => {
      const { tasks, observer } = (globalThis as unknown as { longTasks: Watch }).longTasks
      const late = observer.takeRecords().map(({ startTime, duration }) => ({ start: startTime, duration }))
      tasks.push(...late)
      return Math.max(
        0,
        ...tasks.filter((task) => task.start >= start && task.start < end).map((task) => task.duration),
      )
    },
    [from, until] as const,
  )
}

/** Waits until the page has nothing to do, and gives its clock. WHY a limit: a page that draws nothing may not be told that it is idle. */
function atRest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let quiet = 0; quiet < 3; quiet += 1)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
    return performance.now()
  })
}
