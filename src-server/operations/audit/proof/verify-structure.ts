import type { ChainViolation } from '#contract/log/log-proof.ts'
import type { Driver } from '#db/driver.ts'
import { migrate } from '#db/migrate.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { Connection } from '#db/connection.ts'
import { readStructure, type Part } from './verify-structure.sql.ts'

/** What of a file's structure is not as this program makes it: a trigger, put in, could keep events from being written. */
export async function changedStructure(
  driver: Driver,
  reader: Pick<Connection, 'all'>,
): Promise<ChainViolation | null> {
  const [found, made] = [await readStructure(reader), await structureOfNew(driver)]
  const sqlOf = (parts: readonly Part[]) => new Map(parts.map(({ name, sql }) => [name, sql]))
  const [here, due] = [sqlOf(found), sqlOf(made)]
  const name = [...due.keys(), ...here.keys()].find((each) => here.get(each) !== due.get(each))
  if (name === undefined) return null
  const reason = `What decides which events are written and found was changed: ${name}.`
  return { kind: 'INDEX', sequence: 0, uuid: null, published: null, eventType: null, reason }
}

async function structureOfNew(driver: Driver): Promise<Part[]> {
  const empty = await Connection.open(driver, ':memory:', driver.OPEN_READWRITE | driver.OPEN_CREATE, '')
  try {
    await migrate(empty, MIGRATIONS, '')
    return await readStructure(empty)
  } finally {
    await empty.close()
  }
}
