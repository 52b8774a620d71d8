import { readDirectory } from '#operations/policies/audience-data.ts'
import { countRouted } from '#operations/policies/routed-people.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** All of it at one moment: people are read while they are counted. */
export const routedPeople: Task<Tasks['routedPeople']> = ({ engine, now, request }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return countRouted({ directory, read: connection, now, signal }, request)
  })
