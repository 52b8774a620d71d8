import type { DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import type { PlanRequest, StepSecret } from '#contract/gatehouse/sync-plan.ts'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { ExportFormat, LogImport } from '#contract/log/log-transfer.ts'
import type { Tasks } from '#workers/protocol.ts'

/** What an export of the log is asked for; an absent bound is none. */
export interface ExportQuery {
  filter?: string | undefined
  /** Keywords; all must stand in the event. */
  q?: readonly string[] | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface ExportRequest extends ExportQuery {
  format: ExportFormat
}

/** What a job of each type works on; stored as JSON when it is queued. */
export interface JobInputs {
  logExport: {
    request: ExportRequest
    /** Number of the newest event when it was asked for. */
    newest: number
    /** ISO 8601. */
    asked: string
  }
  logImport: {
    /** Path of the file to read. */
    file: string
    /** It is a copy that we made, and goes at the end. */
    isOurs: boolean
    /** Fingerprint of the key that must have signed the file. */
    expectedKey?: string
  }
  logImportRemoval: null
  logVerification: null
  logRetention: null
  bounceRemoval: null
  logColumns: null
  logWords: null
  directoryCheck: null
  directoryImport: null
  directoryRevert: null
  /** The people, where they are named; null for those whom the search of the change finds. */
  peopleChange: { ids: readonly string[] | null }
  peopleRevert: null
  comparison: null
  pull: PullRequest
  /** With the plan that is to be taken back, if it is that. */
  syncPlan: PlanRequest & { takesBack?: string }
  /** With the secrets that were given, without their values: see `GivenSecrets`. */
  syncApply: {
    planId: string
    secrets?: readonly Pick<StepSecret, 'step' | 'path'>[]
    /** The plan is worked on no longer: the job alone is still to end. */
    isOver?: true
  }
  draftPlan: DraftPlanRequest
  draftRebase: DraftPlanRequest
  draftPublication: {
    digest: string
    prefer: DraftPlanRequest['prefer']
    choices?: DraftPlanRequest['choices']
    keep: boolean
    isPartial: boolean
    isConfirmed: boolean
  }
  publicationTakeBack: null
  groupRules: {
    /** Rules that everybody is held against again; those that read groups follow. */
    touched: readonly string[]
    /** Rules that are deleted and whose people leave. */
    dropped: readonly string[]
  }
}

/** What a job of each type leaves behind; stored as JSON when it ends. */
export interface JobResults {
  /** The file is there to be fetched until it is removed. */
  logExport: { isRemoved: boolean }
  logImport: Pick<LogImport, 'problems'>
  logImportRemoval: null
  logVerification: Tasks['verifyLog']['output']
  logRetention: null
  bounceRemoval: null
  logColumns: null
  logWords: null
  directoryCheck: null
  directoryImport: null
  directoryRevert: null
  peopleChange: null
  peopleRevert: null
  comparison: null
  pull: null
  syncPlan: null
  syncApply: null
  draftPlan: null
  draftRebase: null
  draftPublication: null
  publicationTakeBack: { draftId: string }
  groupRules: null
}
