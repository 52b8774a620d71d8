import type { Reader } from '#db/connection.ts'
import { wordsOf } from '#db/log-words.ts'
import type { WriteTransaction } from '#db/transaction.ts'

type First = Pick<Reader, 'first'>

/** Whether the index of words has no row for an event. */
const LACKS = (
  end: 'min' | 'max',
) => `EXISTS (SELECT 1 FROM log_events WHERE sequence = (SELECT ${end}(sequence) FROM log_events)
  AND NOT EXISTS (SELECT 1 FROM log_words_docsize WHERE id = sequence))`

/** Whether the oldest event is missing in the index of words. INVARIANT: it is the last one that a rebuilding adds. */
export async function lacksOldest(reader: First): Promise<boolean> {
  return (await reader.first<{ lacks: number }>(`SELECT ${LACKS('min')} AS lacks`))?.lacks === 1
}

/** The same of the oldest and of the newest event, and whether a search finds neither by its first words. */
export async function lacksAnEnd(reader: First): Promise<boolean> {
  const row = await reader.first<{ lacks: number }>(`SELECT ${LACKS('min')} OR ${LACKS('max')} AS lacks`)
  return row?.lacks === 1 || !(await findsNewest(reader))
}

const FIRST_WORDS = 20

/** Whether a search for the first words of the newest event finds it. */
async function findsNewest(reader: First): Promise<boolean> {
  const newest = await reader.first<{ sequence: number; words: string | null }>(
    `SELECT sequence, ${wordsOf('e')} AS words FROM log_events AS e ORDER BY sequence DESC LIMIT 1`,
  )
  const words = (newest?.words ?? '').split(/\s+/).slice(0, FIRST_WORDS).join(' ')
  if (!newest || !/[a-z]/i.test(words)) return true
  const phrase = `"${words.replaceAll('"', '""').replaceAll('\0', ' ')}"`
  const sql = 'SELECT 1 AS found FROM log_words WHERE log_words MATCH ? AND rowid = ?'
  return (await reader.first(sql, [phrase, newest.sequence])) !== undefined
}

/** The number of events of which the index of words has none yet, if it has none below an event. */
export async function countBelow(reader: First, sequence: number): Promise<number> {
  const sql = 'SELECT count(*) AS count FROM log_events WHERE sequence < ?'
  return (await reader.first<{ count: number }>(sql, [sequence]))?.count ?? 0
}

/**
 * Adds the words of some events below a number, the newest first, except of those that the index has.
 * @returns where the next step begins, and how many events this one was about; null where there is none
 */
export async function addWords(
  tx: WriteTransaction,
  below: number,
  most: number,
): Promise<{ first: number; count: number } | null> {
  const step = await tx.first<{ first: number | null; count: number }>(
    `SELECT min(sequence) AS first, count(*) AS count
      FROM (SELECT sequence FROM log_events WHERE sequence < ? ORDER BY sequence DESC LIMIT ?)`,
    [below, most],
  )
  if (!step || step.first === null) return null
  await tx.run(
    `INSERT INTO log_words (rowid, words) SELECT sequence, ${wordsOf('e')} FROM log_events AS e
      WHERE sequence >= ? AND sequence < ? AND sequence NOT IN (SELECT id FROM log_words_docsize WHERE id >= ? AND id < ?)`,
    [step.first, below, step.first, below],
  )
  return { first: step.first, count: step.count }
}
