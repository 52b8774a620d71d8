import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import sqlite3 from 'sqlite3'
import { Connection } from '#db/connection.ts'
import type { Driver } from '#db/driver.ts'

/** What a file holds, in one short text. */
export async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** The names beside a file that begin with its own, such as its log and its lock. */
export async function companionsOf(file: string): Promise<string[]> {
  const names = await readdir(dirname(file))
  return names.filter((name) => name.startsWith(basename(file)) && name !== basename(file)).sort()
}

/** Opens a database as any other program might, and closes it afterwards. */
export async function withDatabase<T>(file: string, work: (database: Connection) => Promise<T>): Promise<T> {
  const driver = sqlite3 as unknown as Driver
  const database = await Connection.open(
    driver,
    file,
    driver.OPEN_READWRITE | driver.OPEN_CREATE,
    'PRAGMA busy_timeout = 0',
  )
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
