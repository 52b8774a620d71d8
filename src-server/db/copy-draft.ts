import { rm } from 'node:fs/promises'
import { Connection } from './connection.ts'
import { flush, flushName } from './copy-database.ts'
import { DRAFT_TABLES } from './draft-tables.ts'
import { loadDriver, type CopyingDatabase } from './driver.ts'
import { emptyWordIndex } from './log-words.ts'
import { makeForOwner } from './owner-only.ts'

/** The last event of the log that a draft was made after. */
export interface LogPosition {
  sequence: number
  uuid: string
}

/** WHY neither journal nor waiting for the disk: a copy that was cut short is thrown away, and a whole one is flushed at the end. */
const UNSAFE = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;'

/** The share of the file that may be free before the rest is moved together. */
const MOST_FREE = 0.5
/** How often a copy is begun again while another program has the workspace locked, and the wait between, in milliseconds. */
const ATTEMPTS = 50
const PAUSE_MS = 100

/**
 * Copies a workspace without its log to a new file that only its owner can read, as of one moment, and waits until it is on the disk. Neither reads
 * nor writes of the workspace wait for it. WHY all pages first, and then what a draft does not have removed: table by table takes five times as
 * long.
 * @param forget settings that a draft does not have
 * @returns how far the log was at that moment; null for one without events
 * @throws what SQLite or the file system says; nothing is left at `to` then
 */
export async function copyDraft(from: string, to: string, forget: readonly string[]): Promise<LogPosition | null> {
  const driver = await loadDriver()
  await makeForOwner(to)
  try {
    const copy = await Connection.open(driver, to, driver.OPEN_READWRITE, UNSAFE)
    let position: LogPosition | undefined
    try {
      await copyPages(copy.raw as CopyingDatabase, from)
      // The copy has the settings of the workspace.
      await copy.exec(UNSAFE)
      position = await copy.first('SELECT sequence, uuid FROM log_events ORDER BY sequence DESC LIMIT 1')
      await forgetPast(copy, forget)
      await copy.exec('PRAGMA journal_mode = WAL')
    } finally {
      await copy.close()
    }
    await flush(to)
    await flushName(to)
    return position ?? null
  } catch (error) {
    await rm(to, { force: true }).catch(() => {})
    throw error
  }
}

function copyPages(raw: CopyingDatabase, from: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let attempts = 0
    const backup = raw.backup(from, 'main', 'main', false, (failed) => {
      if (failed) return reject(failed)
      const step = () =>
        backup.step(-1, (error, completed) => {
          if (!error && !completed && ++attempts < ATTEMPTS) return void setTimeout(step, PAUSE_MS)
          const problem = error ?? (completed ? null : new Error(`${from} is locked by another program`))
          backup.finish((left) => ((problem ?? left) ? reject(problem ?? left) : resolve()))
        })
      step()
    })
  })
}

/** Empties what a draft begins without. WHY without triggers: with one, SQLite deletes row by row. */
async function forgetPast(copy: Connection, settings: readonly string[]): Promise<void> {
  const empty = JSON.stringify(Object.keys(DRAFT_TABLES).filter((name) => DRAFT_TABLES[name] === 'EMPTY'))
  const there = await copy.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))`,
    [empty],
  )
  const triggers = await copy.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))`,
    [empty],
  )
  await copy.exec('BEGIN')
  for (const { name } of triggers) await copy.exec(`DROP TRIGGER ${name}`)
  for (const { name, sql } of there) if (!sql.startsWith('CREATE VIRTUAL')) await copy.exec(`DELETE FROM ${name}`)
  await emptyWordIndex(copy)
  for (const { sql } of triggers) await copy.exec(sql)
  await copy.run('DELETE FROM sqlite_sequence WHERE name IN (SELECT value FROM json_each(?))', [empty])
  await copy.run('DELETE FROM settings WHERE key IN (SELECT value FROM json_each(?))', [JSON.stringify(settings)])
  await copy.exec('COMMIT')
  const free = await copy.first<{ freelist_count: number }>('PRAGMA freelist_count')
  const all = await copy.first<{ page_count: number }>('PRAGMA page_count')
  if ((free?.freelist_count ?? 0) > (all?.page_count ?? 0) * MOST_FREE) await copy.exec('VACUUM')
}
