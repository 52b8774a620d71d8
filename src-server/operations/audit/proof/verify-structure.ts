import type { Driver } from '#db/driver.ts'
import { migrate } from '#db/migrate.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { Connection } from '#db/connection.ts'
import { unreadableSettings } from '../../service/settings.ts'
import { violation, type Finding } from './finding.ts'
import { hasOtherTypes, readColumns, readStructure, type Column, type Part } from './verify-structure.sql.ts'

type Reader = Pick<Connection, 'all' | 'first' | 'models'>

/** A file as this program makes it. */
interface Made {
  parts: Part[]
  columns: Column[]
}

/**
 * What of a file is not as this program makes it: a trigger, put in, could keep events from being written, a rule of a table refuse
 * them, and a value of another type hide a row.
 */
export async function changedStructure(driver: Driver, reader: Reader): Promise<Finding | null> {
  const made = await newFile(driver)
  return (
    changedPart(await readStructure(reader), made.parts) ??
    (await otherTypes(reader, made.columns)) ??
    (await otherSettings(reader))
  )
}

function changedPart(found: readonly Part[], made: readonly Part[]): Finding | null {
  const textOf = (parts: readonly Part[]) => new Map(parts.map(({ name, text }) => [name, text]))
  const [here, due] = [textOf(found), textOf(made)]
  const name = [...due.keys(), ...here.keys()].find((each) => here.get(each) !== due.get(each))
  if (name === undefined) return null
  const what = !here.has(name) ? 'is missing' : !due.has(name) ? 'was put in' : 'was changed'
  const reason = `The structure of the file, which decides what is written and found, is not as it was made: ${name} ${what}.`
  return violation('INDEX', 0, reason)
}

async function otherTypes(reader: Reader, columns: readonly Column[]): Promise<Finding | null> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  for (const [table, of] of tables)
    if (await hasOtherTypes(reader, table, of))
      return violation('INDEX', 0, `The table ${table} has a value of another type than it was written with.`)
  return null
}

async function otherSettings(reader: Reader): Promise<Finding | null> {
  const [key] = await unreadableSettings(reader)
  if (key === undefined) return null
  const reason = `The setting ${key} has a value that this program does not write; it is read as if it had never been set.`
  return violation('SETTING', 0, reason)
}

async function newFile(driver: Driver): Promise<Made> {
  const empty = await Connection.open(driver, ':memory:', driver.OPEN_READWRITE | driver.OPEN_CREATE, '')
  try {
    await migrate(empty, MIGRATIONS, '')
    return { parts: await readStructure(empty), columns: await readColumns(empty) }
  } finally {
    await empty.close()
  }
}
