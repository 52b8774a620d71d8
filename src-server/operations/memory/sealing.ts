import type { LogConcern } from '#contract/log/log-concern.ts'
import type { LogSigner } from './log-signer.ts'
import type { SealRecord } from './seal-record.ts'

/** What sealing the log remembers while the service runs. */
export interface Sealing {
  /** The workspace's key, once it was needed. */
  signer: Promise<LogSigner> | null
  /** Where the newest seal is noted outside the workspace file. */
  readonly recordFile: string
  /** What was noted there; in memory once it was read, so that a record that cannot be written counts in this run. */
  record: Promise<SealRecord | 'UNREADABLE' | null> | null
  /** Whether the last run left no write-ahead log, although it had written one. */
  isLogLost: boolean
  /** Whether this run has said that it took over a log that was not known here. */
  isTakenOver: boolean
  /** Why the log is not sealed until a person accepts what was found. */
  concern: LogConcern | null
}

export function newSealing(recordFile: string, isLogLost: boolean): Sealing {
  return { signer: null, recordFile, record: null, isLogLost, isTakenOver: false, concern: null }
}
