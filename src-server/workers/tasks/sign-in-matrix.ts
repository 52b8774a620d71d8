import { readDirectory } from '#operations/policies/audience-data.ts'
import { computeMatrix } from '#operations/simulation/sign-in-matrix.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** All of it at one moment: people are read while their sign-ins are answered. */
export const signInMatrix: Task<Tasks['signInMatrix']> = ({ engine, now, ...question }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeMatrix({ directory, read: connection, now, signal }, question)
  })
