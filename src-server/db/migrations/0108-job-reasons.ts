import { statements, type Migration } from './migration.ts'

/** Why a job was asked for, as the caller said; null where nothing was said. It stands in the events of the job. */
export const migration0108: Migration = {
  name: '0108-job-reasons',
  up: statements(['ALTER TABLE jobs ADD COLUMN change_reason TEXT']),
}
