import type { LogConcernKind } from '#contract/log/log-concern.ts'

/** What each concern about the log is called, and what may have caused it. */
export const CONCERNS: Readonly<Record<LogConcernKind, { title: string; help: string }>> = {
  OLDER: {
    title: 'The workspace is older than the log sealed on this machine',
    help: 'Expected after a backup was restored. Otherwise, the file may have been replaced or the log cut off.',
  },
  DIFFERENT: {
    title: 'The log differs from what was sealed on this machine',
    help: 'Expected after the file was replaced by another workspace. Otherwise, verify the log and compare with an export.',
  },
  RECORD: {
    title: 'The record of the newest seal was modified',
    help: 'It is kept outside the workspace file, and only the service writes to it. Verify the log before you accept.',
  },
  SETTINGS: {
    title: 'A protective setting was changed outside Gatehouse',
    help: 'The setting is in force. Change it back if it is not what you want.',
  },
  UNSEALED: {
    title: 'Seals are missing',
    help: 'Expected where the log could not be sealed for some time, such as on a full disk.',
  },
  LOST: {
    title: 'The newest changes are lost',
    help: 'Restore the write-ahead log if you have it, or a newer backup.',
  },
  CLOCK: {
    title: 'The clock jumped',
    help: 'Expected ahead when the service was off, or the machine asleep, for that long; back when a wrong clock was corrected.',
  },
}
