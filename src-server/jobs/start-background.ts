import { systemContext } from '#audit-log/request-context.ts'
import { queueColumnsAtStart } from '#operations/audit/count/columns-job.ts'
import { checkWordsAtStart } from '#operations/audit/search/words-job.ts'
import type { Service } from '#operations/service/service.ts'
import type { Logger } from '../log.ts'
import { startRetention } from './apply-retention.ts'
import type { BackgroundTask } from './background-task.ts'
import { startClearingOAuthRecords } from './clear-oauth-records.ts'
import { startClearingRemoteRequests } from './clear-remote-requests.ts'
import { startClearingSessions } from './clear-sessions.ts'
import { startClearingTransfers } from './clear-transfers.ts'
import { startHookDelivery } from './deliver-hooks.ts'
import { startEndingLockouts } from './end-lockouts.ts'
import { startEndingSupportAccess } from './end-support-access.ts'
import { startExpiringPasswords } from './expire-passwords.ts'
import { startFollowingLogs } from './follow-logs.ts'
import { startBackups } from './make-backups.ts'
import { ONCE_CALM_MS } from './periodic.ts'
import { startJobRunner } from './runner.ts'
import { startSealing } from './seal-log.ts'

/** What the service does beside its requests, in the order in which it is ended. */
export async function startBackground(
  service: Service,
  log: Logger,
  calmAfterMs = ONCE_CALM_MS,
): Promise<BackgroundTask[]> {
  const transfers = startClearingTransfers(service, log)
  const runner = startJobRunner({ service, log })
  await service.write(systemContext(), queueColumnsAtStart).catch((error: unknown) => {
    log.warn({ err: error }, 'columns of the audit log were not asked for; counting asks again')
  })
  await checkWordsAtStart(service).catch((error: unknown) => {
    log.warn(
      { err: error },
      'the index of words of the audit log could not be checked; a search by words checks it again',
    )
  })
  // Sealing last: what the others wrote at the end is sealed too.
  return [
    startBackups(service, log, calmAfterMs),
    startHookDelivery(service, log),
    startRetention(service, log, calmAfterMs),
    startEndingSupportAccess(service, log),
    startEndingLockouts(service, log),
    startExpiringPasswords(service, log),
    startClearingOAuthRecords(service, log),
    startClearingSessions(service, log),
    startClearingRemoteRequests(service, log, calmAfterMs),
    startFollowingLogs(service, log),
    runner,
    transfers,
    startSealing(service, log),
  ]
}

/** Ends background work, one after the other in the order in which it was given. */
export async function stopAll(tasks: readonly BackgroundTask[]): Promise<void> {
  for (const task of tasks) await task.stop()
}
