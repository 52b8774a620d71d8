import { LIMITS } from '#contract/interface/limits.ts'
import type { Logger } from '#server/log.ts'
import { connections } from '#db/tables/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { LogFollower } from '#sync/follow/log-follower.ts'
import type { BackgroundTask } from './background-task.ts'
import { startPeriodic } from './periodic.ts'

/** Reads the logs of remotes on that are followed, every minute, and at once where a connection was changed. */
export function startFollowingLogs(service: Service, log: Logger): BackgroundTask {
  const follower = new LogFollower({
    service,
    onProblem: (connection, problem) => log.warn({ connection, problem }, 'the log of a remote cannot be followed'),
    onError: (connection, error) =>
      log.error({ connection, err: error }, 'the log of a remote could not be followed; it is tried again'),
  })
  const onError = (error: unknown) =>
    log.error({ err: error }, 'which logs are followed could not be read; it is tried again')
  const stopListening = service.onCommit((changes) => {
    if (changes.touches(connections)) follower.tickNow().catch(onError)
  })
  const timer = startPeriodic({ everyMs: LIMITS.followEveryMs, work: () => follower.tick(), onError })
  return {
    async stop() {
      stopListening()
      await timer.stop()
      await follower.stop()
    },
  }
}
