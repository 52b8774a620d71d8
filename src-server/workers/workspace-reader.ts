import type { SqlValue } from '#db/driver.ts'
import type { Searcher } from '#db/searches.ts'
import type { Connection } from '#db/connection.ts'
import type { Revision } from './protocol.ts'
import { dataVersion } from './workspace-reader.sql.ts'

/** Reads that all see the workspace as of one moment. */
export interface Moment {
  readonly connection: Connection
  /** For statements that differ with each query: they are not cached. */
  readonly searcher: Searcher
  /**
   * What was read before, as long as nothing was committed since that may have changed it.
   * @param load reads it, at this very moment
   */
  cached<T>(name: string, load: (connection: Connection) => Promise<T>): Promise<T>
}

/** How a thread reads the workspace. */
export interface WorkspaceReader {
  /** Says what the workspace is at now, where its owner knows better than the file; null: every commit counts. */
  asOf(revision: Revision | null): void
  atOneMoment<T>(work: (moment: Moment) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openWorkspaceReader(connection: Connection): WorkspaceReader {
  let given: Revision | null = null
  let held: { revision: Revision; values: Map<string, unknown> } = { revision: '', values: new Map() }
  const searcher = searcherOn(connection)

  const cached: Moment['cached'] = async (name, load) => {
    const { values } = held
    if (!values.has(name)) values.set(name, await load(connection))
    return values.get(name) as Awaited<ReturnType<typeof load>>
  }

  return {
    asOf: (revision) => void (given = revision),
    async atOneMoment(work) {
      await connection.exec('BEGIN')
      try {
        const revision = given ?? `file ${await dataVersion(connection)}`
        if (held.revision !== revision) held = { revision, values: new Map() }
        return await work({ connection, searcher, cached })
      } finally {
        await connection.exec('COMMIT').catch(() => {})
      }
    },
    close: () => connection.close(),
  }
}

function searcherOn({ raw }: Connection): Searcher {
  return {
    all: <Row>(sql: string, params: readonly SqlValue[]) =>
      new Promise<Row[]>((resolve, reject) => {
        raw.all(sql, params, (error, rows) => (error ? reject(error) : resolve(rows as Row[])))
      }),
  }
}
