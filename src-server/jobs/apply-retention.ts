import type { Logger } from '#server/log.ts'
import { applyRetention, retentionDays } from '#operations/audit/proof/retention.ts'
import type { Service } from '#operations/service.ts'
import type { Job } from './job.ts'

const EVERY_MS = 3_600_000

/** Removes events that are older than the workspace keeps, at the start and every hour; one run at a time. */
export function startRetention(service: Service, log: Logger, everyMs = EVERY_MS): Job {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const run = async () => {
    try {
      const removed = await applyRetention(service, stopping.signal)
      if (removed)
        log.info({ removed, days: await retentionDays(service.reader) }, 'events older than the log keeps were removed')
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'old events could not be removed; it is tried again')
    }
  }
  const begin = () => (running ??= run().finally(() => (running = null)))
  void begin()
  const timer = setInterval(() => void begin(), everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
