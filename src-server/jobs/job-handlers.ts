import type { JobType } from '#contract/gatehouse/job.ts'
import type { RunJob } from '#operations/jobs/job-work.ts'
import { runComparison } from '#sync/compare-with-remote.ts'
import { runPull } from '#sync/pull/run-pull.ts'
import { runApplication } from '#sync/apply/run-apply.ts'
import { runDraftPlan, runPublication } from '#sync/drafts/publish-draft.ts'
import { runRebase } from '#sync/drafts/rebase-draft.ts'
import { runTakeBack } from '#sync/drafts/take-back-publication.ts'
import { runPlan } from '#sync/run-plan.ts'
import { runGroupRules } from '#operations/directory/group-rules/run-job.ts'
import { runColumns } from '#operations/audit/count/columns-job.ts'
import { runRetention } from '#operations/audit/proof/retention-job.ts'
import { runWords } from '#operations/audit/search/words-job.ts'
import { runVerification } from '#operations/audit/proof/verification.ts'
import { runExport } from '#operations/audit/transfer/run-export.ts'
import { runImport } from '#operations/audit/transfer/run-import.ts'
import { removeBounces } from '#operations/organization/remove-bounces.ts'
import { runImportRemoval } from '#operations/audit/transfer/remove-import.ts'
import { runDirectoryImport } from '#operations/directory/transfer/apply-job.ts'
import { runDirectoryCheck } from '#operations/directory/transfer/check-job.ts'
import { runPeopleChange } from '#operations/directory/people-changes/apply-job.ts'
import { runPeopleRevert } from '#operations/directory/people-changes/revert-job.ts'
import { runDirectoryRevert } from '#operations/directory/transfer/revert-job.ts'

/** The work for each type of job. */
export type JobHandlers = { readonly [Type in JobType]: RunJob<Type> }

export const JOB_HANDLERS: JobHandlers = {
  logExport: runExport,
  logImport: runImport,
  logImportRemoval: runImportRemoval,
  logVerification: runVerification,
  logRetention: runRetention,
  bounceRemoval: removeBounces,
  logColumns: runColumns,
  logWords: runWords,
  directoryCheck: runDirectoryCheck,
  directoryImport: runDirectoryImport,
  directoryRevert: runDirectoryRevert,
  peopleChange: runPeopleChange,
  peopleRevert: runPeopleRevert,
  comparison: runComparison,
  pull: runPull,
  syncPlan: runPlan,
  syncApply: runApplication,
  draftPlan: runDraftPlan,
  draftRebase: runRebase,
  draftPublication: runPublication,
  publicationTakeBack: runTakeBack,
  groupRules: runGroupRules,
}
