import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'

/** Everything by which one type of background job differs from the others, apart from its work. */
interface JobTypeDefinition {
  /** What it does, as a heading. */
  readonly title: string
  /** The same inside a sentence, with its article. */
  readonly noun: string
  /** What its progress counts, in the plural. */
  readonly unit: string
  /** Jobs of one queue run one after another, in the order in which they were asked for. */
  readonly queue:
    | 'exports'
    | 'imports'
    | 'verification'
    | 'retention'
    | 'columns'
    | 'words'
    | 'directory'
    | 'bounces'
    | 'groupRules'
    | 'people'
    | 'sync'
    | 'drafts'
  /** What becomes of one that the end of the service cut short: it begins again, or it says so. */
  readonly onRestart: 'RESUME' | 'INTERRUPT'
  readonly isCancellable: boolean
  /** The service asked for it itself: a completed one is removed from the list. */
  readonly isHousekeeping: boolean
}

const ASKED_FOR = { onRestart: 'INTERRUPT', isCancellable: true, isHousekeeping: false } as const

/** The types of background jobs, one row each. */
export const JOB_TYPES = {
  logExport: {
    ...ASKED_FOR,
    title: 'Export of the audit log',
    noun: 'an export of the audit log',
    unit: 'events',
    queue: 'exports',
  },
  logImport: {
    ...ASKED_FOR,
    title: 'Import of an audit log',
    noun: 'an import of an audit log',
    unit: 'events',
    queue: 'imports',
  },
  logImportRemoval: {
    ...ASKED_FOR,
    title: 'Removal of imported events',
    noun: 'a removal of imported events',
    unit: 'events',
    queue: 'imports',
    onRestart: 'RESUME',
    isCancellable: false,
  },
  logVerification: {
    ...ASKED_FOR,
    title: 'Verification of the audit log',
    noun: 'a verification of the audit log',
    unit: 'events',
    queue: 'verification',
  },
  logRetention: {
    ...ASKED_FOR,
    title: 'Removal of events past their retention',
    noun: 'a removal of events past their retention',
    unit: 'events',
    queue: 'retention',
    onRestart: 'RESUME',
  },
  directoryCheck: {
    ...ASKED_FOR,
    title: 'Check of an import into the directory',
    noun: 'a check of an import into the directory',
    unit: 'rows',
    queue: 'directory',
  },
  directoryImport: {
    ...ASKED_FOR,
    title: 'Import into the directory',
    noun: 'an import into the directory',
    unit: 'rows',
    queue: 'directory',
    // It does not go on, but takes back what it had changed.
    onRestart: 'RESUME',
  },
  directoryRevert: {
    ...ASKED_FOR,
    title: 'Undoing of an import into the directory',
    noun: 'an undoing of an import into the directory',
    unit: 'rows',
    queue: 'directory',
    onRestart: 'RESUME',
    isCancellable: false,
  },
  peopleChange: {
    ...ASKED_FOR,
    title: 'Change of people',
    noun: 'a change of people',
    unit: 'people',
    queue: 'people',
  },
  peopleRevert: {
    ...ASKED_FOR,
    title: 'Undoing of a change of people',
    noun: 'an undoing of a change of people',
    unit: 'people',
    queue: 'people',
    onRestart: 'RESUME',
    isCancellable: false,
  },
  comparison: {
    ...ASKED_FOR,
    title: 'Comparison with another instance',
    noun: 'a comparison with another instance',
    unit: 'objects',
    queue: 'sync',
  },
  pull: {
    ...ASKED_FOR,
    title: 'Pull from another instance',
    noun: 'a pull from another instance',
    unit: 'objects',
    queue: 'sync',
    onRestart: 'RESUME',
  },
  syncPlan: {
    ...ASKED_FOR,
    title: 'Plan of changes of another instance',
    noun: 'a plan of changes of another instance',
    unit: 'objects',
    queue: 'sync',
  },
  syncApply: {
    ...ASKED_FOR,
    title: 'Change of another instance',
    noun: 'a change of another instance',
    unit: 'steps',
    queue: 'sync',
    onRestart: 'RESUME',
  },
  draftPlan: {
    ...ASKED_FOR,
    title: 'Plan of the publication of a draft',
    noun: 'a plan of the publication of a draft',
    unit: 'objects',
    queue: 'drafts',
  },
  draftRebase: {
    ...ASKED_FOR,
    title: 'Update of a draft from the workspace',
    noun: 'an update of a draft from the workspace',
    unit: 'objects',
    queue: 'drafts',
  },
  draftPublication: {
    ...ASKED_FOR,
    title: 'Publication of a draft',
    noun: 'a publication of a draft',
    unit: 'steps',
    queue: 'drafts',
  },
  publicationTakeBack: {
    ...ASKED_FOR,
    title: 'Draft that takes back a publication',
    noun: 'a draft that takes back a publication',
    unit: 'steps',
    queue: 'drafts',
  },
  bounceRemoval: {
    ...ASKED_FOR,
    title: 'Removal from the bounce list',
    noun: 'a removal from the bounce list',
    unit: 'bounces',
    queue: 'bounces',
    onRestart: 'RESUME',
    isCancellable: false,
  },
  logColumns: {
    title: 'Preparation of counts over the audit log',
    noun: 'a preparation of counts over the audit log',
    unit: 'blocks',
    queue: 'columns',
    onRestart: 'RESUME',
    isCancellable: false,
    isHousekeeping: true,
  },
  logWords: {
    title: 'Rebuilding of the word index of the audit log',
    noun: 'a rebuilding of the word index of the audit log',
    unit: 'events',
    queue: 'words',
    onRestart: 'RESUME',
    isCancellable: false,
    isHousekeeping: true,
  },
  groupRules: {
    ...ASKED_FOR,
    title: 'Application of group rules',
    noun: 'an application of group rules',
    unit: 'people',
    queue: 'groupRules',
    onRestart: 'RESUME',
  },
} as const satisfies Record<string, JobTypeDefinition>

export type JobType = keyof typeof JOB_TYPES
export type JobQueue = JobTypeDefinition['queue']
export const JOB_TYPE_NAMES = Object.keys(JOB_TYPES) as [JobType, ...JobType[]]

/** `INTERRUPTED`: the service ended before the job was done. */
export const JOB_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'INTERRUPTED'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Whether a job in this state will still do something. */
export const isActive = (state: JobState) => state === 'QUEUED' || state === 'RUNNING'

/** Background work: waiting, under way, or ended. */
export const jobSchema = z
  .object({
    id: z.string(),
    type: z.enum(JOB_TYPE_NAMES),
    state: z.enum(JOB_STATES),
    /** What is worked on, such as the name of a file; null where the type says it all. */
    name: z.string().nullable(),
    /** The export or the import that it belongs to; null for other types. */
    subjectId: z.string().nullable(),
    /** How far it is, in the unit of its type; `total` is null while that is not known. */
    done: z.int(),
    total: z.int().nullable(),
    /** Counts of what was done, by name, such as `added` and `known` of an import. */
    facts: z.record(z.string(), z.number()),
    /** Why it FAILED, in a sentence. */
    problem: z.string().nullable(),
    startedBy: z.object({ id: z.string(), displayName: z.string().nullable() }),
    cancellable: z.boolean(),
    /** It was asked to end and has not done so yet, or has ended for that. */
    cancelRequested: z.boolean(),
    created: momentSchema,
    started: momentSchema.nullable(),
    finished: momentSchema.nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.output<typeof jobSchema>
