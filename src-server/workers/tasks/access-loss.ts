import { computeLoss } from '#operations/apps/access-loss/compute-loss.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

export const accessLoss: Task<Tasks['accessLoss']> = (question, { atOneMoment }) =>
  atOneMoment(({ connection }) => computeLoss(connection, question))
