import { packEvents } from '#operations/audit/count/block.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** Makes the columns of a block of the log; the service stores them. */
export const packBlock: Task<Tasks['packBlock']> = ({ number }, { atOneMoment }) =>
  atOneMoment(({ searcher }) => packEvents(searcher, number))
