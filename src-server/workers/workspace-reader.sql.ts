import { BUSY_TIMEOUT, type Connection } from '#db/connection.ts'

/** Settings of a connection that reads. The store has set what the file itself remembers, such as its write-ahead log. */
export const READER_PRAGMAS = `PRAGMA query_only = ON; ${BUSY_TIMEOUT} PRAGMA temp_store = MEMORY`

/** A number that another connection's commit changes. INVARIANT: asked inside the transaction, which it begins. */
export async function dataVersion(connection: Connection): Promise<number | undefined> {
  return (await connection.first<{ data_version: number }>('PRAGMA data_version'))?.data_version
}
