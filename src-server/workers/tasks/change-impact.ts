import { readDirectory } from '#operations/policies/audience-data.ts'
import { computeImpact, computeStepImpacts } from '#operations/change-reviews/change-impact.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** All of it at one moment: attributes are read while people are counted. */
export const changeImpact: Task<Tasks['changeImpact']> = ({ engine, now, change, from }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeImpact({ directory, read: connection, now, signal }, change, from)
  })

export const stepImpacts: Task<Tasks['stepImpacts']> = ({ engine, now, ...tried }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeStepImpacts({ directory, read: connection, now, signal }, tried)
  })
