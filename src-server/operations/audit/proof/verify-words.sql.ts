import type { Connection } from '#db/connection.ts'
import { driverError } from '#db/errors.ts'
import { isDamage, wordsOf } from '#db/log-words.ts'
import { violation, type Finding } from './finding.ts'

type Reader = Pick<Connection, 'all' | 'first' | 'exec' | 'run'>

/** Events whose words are compared at once: more would take more memory, fewer would look each word up more often. */
const STRETCH = 20_000

/** An index as it is due, in memory or a temporary file, and both of them by word. */
const DUE = `CREATE VIRTUAL TABLE temp.words_due USING fts5 (words, content = '', tokenize = 'unicode61');
  CREATE VIRTUAL TABLE temp.words_of_due USING fts5vocab (temp, words_due, row)`
const HERE = 'CREATE VIRTUAL TABLE temp.words_here USING fts5vocab (main, log_words, row)'

const WITHIN = 'sequence > ?1 AND sequence <= ?2'
const FILL = `INSERT INTO temp.words_due (rowid, words) SELECT sequence, ${wordsOf('e')} FROM log_events AS e WHERE ${WITHIN}`

/** The first row that only one of the two has, or with another number of words. WHY in two halves: each looks up the other's key. */
const UNLIKE = `SELECT min(id) AS sequence FROM (
  SELECT min(d.id) AS id FROM temp.words_due_docsize AS d LEFT JOIN log_words_docsize AS h ON h.id = d.id WHERE h.sz IS NOT d.sz
  UNION ALL SELECT min(id) FROM log_words_docsize
    WHERE id > ?1 AND id <= ?2 AND id NOT IN (SELECT id FROM temp.words_due_docsize))`

/** The events of a stretch with a word, as a search finds them. WHY not by the vocabulary: that does not look words up. */
const found = (index: string, name: string) => `(SELECT group_concat(rowid) FROM ${index}
  WHERE ${name} MATCH '"' || v.term || '"' AND rowid > ?1 AND rowid <= ?2)`
const MISPLACED = `SELECT v.term AS word FROM temp.words_of_due AS v
  WHERE ${found('temp.words_due', 'words_due')} IS NOT ${found('main.log_words', 'log_words')} LIMIT 1`

/** The first event of a stretch that only one of the two indexes finds by a word. */
const BY_WORD = `SELECT min(rowid) AS sequence FROM (SELECT rowid, max(due) AS due, max(here) AS here FROM (
    SELECT rowid, 1 AS due, 0 AS here FROM temp.words_due WHERE words_due MATCH ?3
    UNION ALL SELECT rowid, 0, 1 FROM main.log_words WHERE log_words MATCH ?3 AND rowid > ?1 AND rowid <= ?2)
  GROUP BY rowid) WHERE due <> here`

/**
 * A row below the first event; a setting that decides how words are kept, of which ours has none but its version; no totals, which SQLite
 * keeps as number 1 and needs for each event that is added.
 */
const STRAY = `SELECT id AS sequence FROM log_words_docsize WHERE id <= 0
  UNION ALL SELECT 0 FROM log_words_config WHERE k <> 'version'
  UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM log_words_data WHERE id = 1 AND typeof(block) = 'blob') LIMIT 1`

/** A word of how many events, over all words. */
const OCCURRENCES = (vocabulary: string) => `SELECT ifnull(sum(doc), 0) AS n FROM temp.${vocabulary}`

/**
 * Compares the index of words with the events. WHY word by word and not by SQLite's own check of the index: that finds an index that
 * contradicts itself, and not one that leaves something out.
 */
export class WordCheck {
  readonly #reader: Reader
  #begun = false
  #compared = 0
  #events = 0
  #occurrences = 0
  #finding: Finding | null = null

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** The walk has come to an event; compares all up to it, once they are enough. */
  async upTo(sequence: number, events: number): Promise<void> {
    this.#events += events
    if (this.#events >= STRETCH) await this.#compare(sequence)
  }

  /** The walk has come to its end. @returns what was found first */
  async end(): Promise<Finding | null> {
    await this.#compare(Number.MAX_SAFE_INTEGER)
    return (this.#finding ??= await this.#orUnreadable(() => this.#strays()))
  }

  async #compare(upTo: number): Promise<void> {
    this.#finding ??= await this.#orUnreadable(() => this.#compareStretch([this.#compared, upTo]))
    this.#compared = upTo
    this.#events = 0
  }

  async #compareStretch(stretch: [number, number]): Promise<Finding | null> {
    const reader = this.#reader
    await (this.#begun ? reader.run(`INSERT INTO temp.words_due (words_due) VALUES ('delete-all')`) : reader.exec(DUE))
    this.#begun = true
    await reader.run(FILL, stretch)
    const unlike = await reader.first<{ sequence: number | null }>(UNLIKE, stretch)
    if (unlike && unlike.sequence !== null) return differs(unlike.sequence)
    const misplaced = await reader.first<{ word: string }>(MISPLACED, stretch)
    if (misplaced) return differs(await this.#eventBy(misplaced.word, stretch))
    this.#occurrences += await this.#count('words_of_due')
    return null
  }

  async #eventBy(word: string, stretch: [number, number]): Promise<number> {
    const row = await this.#reader.first<{ sequence: number | null }>(BY_WORD, [...stretch, `"${word}"`])
    return row?.sequence ?? 0
  }

  /** What searches find although no event has it. */
  async #strays(): Promise<Finding | null> {
    const stray = await this.#reader.first<{ sequence: number }>(STRAY)
    if (stray) return differs(stray.sequence)
    await this.#reader.exec(HERE)
    return (await this.#count('words_here')) === this.#occurrences ? null : differs(0)
  }

  async #count(vocabulary: string): Promise<number> {
    return (await this.#reader.first<{ n: number }>(OCCURRENCES(vocabulary)))?.n ?? 0
  }

  async #orUnreadable(work: () => Promise<Finding | null>): Promise<Finding | null> {
    try {
      return await work()
    } catch (error) {
      if (!isDamage(error)) throw error
      const { code } = driverError(error) ?? {}
      return violation(
        'WORDS',
        0,
        `What searches use (words) cannot be read (${code}); the service rebuilds it from the events.`,
      )
    }
  }
}

const differs = (sequence: number) =>
  violation('WORDS', sequence, 'What searches use (words) differs from the events; the service rebuilds it from them.')
