import { Check, CircleAlert, CircleSlash, Clock, LoaderCircle, Unplug } from '@lucide/vue'
import type { Job, JobState, JobType } from '#contract/gatehouse/job.ts'
import { PATHS, pathOf } from '#ui/domain/paths.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'
import { bytesText, count, counted } from '#ui/lib/numbers.ts'

/** Word, tone and icon of each state of a job. */
export const JOB_STATE: Readonly<Record<JobState, StatusMeta>> = {
  QUEUED: { word: 'Waiting', tone: 'neutral', icon: Clock },
  RUNNING: { word: 'Running', tone: 'accent', icon: LoaderCircle },
  COMPLETED: { word: 'Completed', tone: 'success', icon: Check },
  FAILED: { word: 'Failed', tone: 'danger', icon: CircleAlert },
  CANCELLED: { word: 'Cancelled', tone: 'neutral', icon: CircleSlash },
  INTERRUPTED: { word: 'Interrupted', tone: 'warning', icon: Unplug },
}

/** What the page shows of one type of job, beside what the contract says of it. */
interface JobLabels {
  /** Where its subject is shown. */
  readonly path: string | ((job: Job) => string)
  /** What a completed one did, in parts. */
  readonly done: (job: Job) => readonly string[]
  /** When a job that did not complete leaves behind what it had done until then; absent where it never does. */
  readonly keepsPart?: 'ALWAYS' | 'UNLESS_CANCELLED'
  /** What is lost by cancelling, where that is more than the time spent: asked before. */
  readonly lostByCancelling?: (job: Job) => string
}

const draftPathOf = (id: string | null) => (id === null ? PATHS.drafts : PATHS.publishDraft(id))
const connectionPath = (id: string | null) => (id === null ? PATHS.sync : pathOf('connection', id))
const events = (value: number) => counted(value, 'event')

/** The text of each type of job. */
export const JOB_LABELS: Readonly<Record<JobType, JobLabels>> = {
  logExport: {
    path: PATHS.auditIntegrity,
    done: ({ done, facts }) => [events(done), ...(facts['bytes'] ? [bytesText(facts['bytes'])] : [])],
  },
  logImport: {
    path: PATHS.auditIntegrity,
    done: ({ facts }) => [
      `${count(facts['added'] ?? 0)} added`,
      ...(facts['known'] ? [`${count(facts['known'])} known`] : []),
    ],
    keepsPart: 'UNLESS_CANCELLED',
    lostByCancelling: ({ facts }) =>
      `The events that it has added so far (${count(facts['added'] ?? 0)}) are removed from this log; a signed record of the removal stays. The imported file is not changed.`,
  },
  logImportRemoval: {
    path: PATHS.auditIntegrity,
    done: ({ done }) => [`${events(done)} removed`],
    keepsPart: 'ALWAYS',
  },
  logVerification: {
    path: PATHS.auditIntegrity,
    done: ({ done, facts }) => [`${events(done)} checked`, ...(facts['violations'] ? [] : ['unmodified'])],
  },
  logRetention: { path: PATHS.auditIntegrity, done: ({ done }) => [`${events(done)} removed`], keepsPart: 'ALWAYS' },
  directoryCheck: { path: PATHS.directoryImports(), done: ({ done }) => [`${counted(done, 'row')} checked`] },
  directoryImport: {
    path: PATHS.directoryImports(),
    done: ({ done }) => [`${counted(done, 'row')} applied`],
    lostByCancelling: ({ done }) => `What was applied so far (${counted(done, 'row')}) is taken back.`,
  },
  directoryRevert: {
    path: PATHS.directoryImports(),
    done: ({ facts }) => [
      `${counted(facts['reverted'] ?? 0, 'row')} taken back`,
      ...(facts['kept'] ? [`${count(facts['kept'])} changed since, left as they are`] : []),
    ],
    keepsPart: 'ALWAYS',
  },
  peopleChange: {
    path: PATHS.peopleChanges,
    done: ({ facts }) => [
      `${counted(facts['changed'] ?? 0, 'person', 'people')} changed`,
      ...(facts['unchanged'] ? [`${count(facts['unchanged'])} were so already`] : []),
      ...(facts['refused'] ? [`${count(facts['refused'])} could not be`] : []),
    ],
    keepsPart: 'ALWAYS',
    lostByCancelling: ({ facts }) =>
      `Those who were changed so far (${count(facts['changed'] ?? 0)}) stay as they are now; it can be taken back on the page of people.`,
  },
  peopleRevert: {
    path: PATHS.peopleChanges,
    done: ({ facts }) => [
      `${counted(facts['reverted'] ?? 0, 'person', 'people')} taken back`,
      ...(facts['kept'] ? [`${count(facts['kept'])} changed since, left as they are`] : []),
    ],
    keepsPart: 'ALWAYS',
  },
  comparison: {
    path: ({ subjectId }) => connectionPath(subjectId),
    done: ({ done }) => [`${counted(done, 'object')} read`],
  },
  syncPlan: {
    path: ({ subjectId }) => connectionPath(subjectId),
    done: ({ done }) => [`${counted(done, 'object')} read`],
  },
  syncApply: {
    path: ({ subjectId }) => connectionPath(subjectId),
    done: ({ done, facts }) => [`${counted(done, 'step')} done`, `${count(facts['written'] ?? 0)} written`],
    keepsPart: 'ALWAYS',
  },
  draftPlan: {
    path: ({ subjectId }) => draftPathOf(subjectId),
    done: ({ done, facts }) => [`${counted(done, 'object')} read`, `${counted(facts['steps'] ?? 0, 'step')} planned`],
  },
  draftRebase: {
    path: ({ subjectId }) => draftPathOf(subjectId),
    done: ({ done, facts }) => [
      `${counted(done, 'object')} read`,
      `${counted(facts['steps'] ?? 0, 'change')} brought into the draft`,
    ],
  },
  draftPublication: {
    path: PATHS.drafts,
    done: ({ done }) => [`${counted(done, 'step')} done`],
  },
  publicationTakeBack: {
    path: PATHS.drafts,
    done: ({ done, facts }) => [
      `${counted(done, 'step')} taken back in a draft`,
      ...(facts['leftOut'] ? [`${count(facts['leftOut'])} left as they are`] : []),
    ],
  },
  pull: {
    path: ({ subjectId }) => connectionPath(subjectId),
    done: ({ facts }) => [
      `${counted(facts['written'] ?? 0, 'object')} written`,
      ...(facts['conflicts'] ? [counted(facts['conflicts'], 'conflict')] : []),
      ...(facts['refused'] ? [`${count(facts['refused'])} refused`] : []),
    ],
  },
  bounceRemoval: {
    path: PATHS.organization,
    done: ({ done }) => [`${counted(done, 'bounce')} removed`],
    keepsPart: 'ALWAYS',
  },
  groupRules: {
    path: PATHS.groupRules,
    done: ({ done, facts }) => [
      `${counted(done, 'person', 'people')} changed`,
      `${count(facts['added'] ?? 0)} joined`,
      `${count(facts['removed'] ?? 0)} left`,
    ],
    keepsPart: 'ALWAYS',
    lostByCancelling: ({ facts }) =>
      `A rule that it activates becomes inactive again. Those who joined so far (${count(facts['added'] ?? 0)}) stay, as after any deactivation.`,
  },
  logColumns: { path: PATHS.audit, done: ({ done }) => [`${counted(done, 'block')} prepared`] },
  logWords: { path: PATHS.audit, done: ({ done }) => [`${counted(done, 'event')} indexed`] },
}
