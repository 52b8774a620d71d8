import { findUnusedValues } from '#operations/audit/count/forget-values.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** Finds the values that no column of the log holds any more; the service forgets them. */
export const unusedValues: Task<Tasks['unusedValues']> = (_, { atOneMoment }) =>
  atOneMoment(({ searcher }) => findUnusedValues(searcher))
