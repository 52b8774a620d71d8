import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { JobState, JobType } from '#contract/gatehouse/job.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** The requester of a job, for its later events. */
interface StoredPrincipal {
  kind: 'user' | 'client' | 'endUser' | 'system' | 'none'
  id: string
  login: string | null
  displayName: string | null
  tokenId: string | null
}

class Job extends Model<InferAttributes<Job>, InferCreationAttributes<Job>> {
  declare id: string
  declare type: JobType
  declare state: JobState
  declare name: string | null
  /** The export or import that it belongs to. */
  declare subjectId: string | null
  /** The input of its type; see `JobInputs`. */
  declare input: object | null
  /** The result of its type; see `JobResults`. */
  declare result: object | null
  declare done: CreationOptional<number>
  declare total: CreationOptional<number | null>
  declare facts: CreationOptional<Readonly<Record<string, number>>>
  declare problem: CreationOptional<string | null>
  declare principal: StoredPrincipal
  /** The id of the transaction that its events share. */
  declare transactionId: string
  /** The reason given with the request. */
  declare changeReason: CreationOptional<string | null>
  /** The run of the service: an unfinished job of another run was interrupted. */
  declare run: string
  declare cancelRequested: CreationOptional<boolean>
  declare created: string
  declare started: CreationOptional<string | null>
  declare finished: CreationOptional<string | null>
}

export type JobRecord = RecordOf<Job>

export const jobs = defineTable(
  Job,
  {
    id: key(),
    type: TEXT,
    state: TEXT,
    name: TEXT,
    subjectId: TEXT,
    input: JSON_TEXT,
    result: JSON_TEXT,
    done: INTEGER,
    total: INTEGER,
    facts: JSON_TEXT,
    problem: TEXT,
    principal: JSON_TEXT,
    transactionId: TEXT,
    changeReason: TEXT,
    run: TEXT,
    cancelRequested: BOOLEAN,
    created: TEXT,
    started: TEXT,
    finished: TEXT,
  },
  { table: 'jobs', kind: { error: 'Job', id: 'job' } },
)
