import { stat } from 'node:fs/promises'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { headOf } from './file-facts.ts'

const DATABASE_HEADER_BYTES = 100
/** Offset of the write version in a database header: 2 with a write-ahead log, 1 without. */
const WRITE_VERSION_AT = 18
const PAGE_SIZE_AT = 16
const USER_VERSION_AT = 60
const LARGEST_PAGE = 65_536

const LOG_HEADER_BYTES = 32
/** The last bit is the byte order of the checksums. */
const LOG_MAGIC = 0x377f0682
const LOG_PAGE_SIZE_AT = 8
const CHECKED_BYTES = 24

/**
 * Rejects a file with a write-ahead log that belongs to another file or cannot be read. SQLite would write the first into the file,
 * and silently ignore or remove the second. Nothing is changed.
 * @param lastRun the number that the last run gave the file, if it is known (`db/run-number.ts`)
 * @throws StartError that says what to do
 */
export async function checkWriteAheadLog(file: string, lastRun: number | null): Promise<void> {
  const path = `${file}-wal`
  if (!((await stat(path).catch(() => null))?.size ?? 0)) return
  const [database, log] = [await headOf(file, DATABASE_HEADER_BYTES), await headOf(path, LOG_HEADER_BYTES)]
  if (database.length < DATABASE_HEADER_BYTES) throw without(file)
  if (!isReadable(log)) throw damaged(file)
  const signs = [
    database[WRITE_VERSION_AT] !== 2,
    log.readUInt32BE(LOG_PAGE_SIZE_AT) !== pageSizeOf(database),
    lastRun !== null && database.readInt32BE(USER_VERSION_AT) !== lastRun,
  ]
  if (signs.includes(true)) throw foreign(file)
}

/** 65,536 does not fit into two bytes; it is written as 1. */
function pageSizeOf(database: Buffer): number {
  const size = database.readUInt16BE(PAGE_SIZE_AT)
  return size === 1 ? LARGEST_PAGE : size
}

/** The checksum of SQLite's file format: two sums, each of which includes the other. */
function isReadable(log: Buffer): boolean {
  if (log.length < LOG_HEADER_BYTES) return false
  const magic = log.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== LOG_MAGIC) return false
  const word = (at: number) => (magic & 1 ? log.readUInt32BE(at) : log.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < CHECKED_BYTES; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return first === log.readUInt32BE(CHECKED_BYTES) && second === log.readUInt32BE(CHECKED_BYTES + 4)
}

const foreign = (file: string) =>
  new StartError(
    'WAL_FOREIGN',
    `${file} was put in the place of another file after a crash: ${file}-wal holds changes of the former one, which would damage this one; move ${file}-wal to another folder, then open ${file} again.`,
  )

const without = (file: string) =>
  new StartError(
    'WAL_FOREIGN',
    `${file} is missing or empty, but ${file}-wal holds changes that belong to it; put the file or a backup back, or move ${file}-wal to another folder to begin with an empty workspace.`,
  )

const damaged = (file: string) =>
  new StartError(
    'WAL_DAMAGED',
    `${file}-wal, which holds the newest changes, is damaged; to open ${file} without them, move ${file}-wal to another folder, and keep it.`,
  )
