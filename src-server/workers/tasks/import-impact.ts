import { computeImportImpact } from '#operations/change-reviews/import-impact.ts'
import { readDirectory } from '#operations/policies/audience-data.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** All of it at one moment: the rows of the import and the people they are about belong together. */
export const importImpact: Task<Tasks['importImpact']> = ({ engine, now, importId }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeImportImpact({ directory, read: connection, now, signal }, importId)
  })
