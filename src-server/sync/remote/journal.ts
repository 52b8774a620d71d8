import { redact } from '#contract/gatehouse/redact.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { JournalEntry } from '#operations/connections/write-requests.ts'

/** Requests are written together after this time. */
const WRITE_AFTER_MS = 1_000
/** So many are written at once before it. */
const WRITE_AT_ONCE = 200

type Write = (entries: readonly JournalEntry[]) => Promise<void>

/** Collects requests for the journal, so that no request waits for the file. Nothing secret goes in. */
export class RequestJournal {
  readonly #write: Write
  readonly #onTrouble: (error: unknown) => void
  #waiting: JournalEntry[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(write: Write, onTrouble: (error: unknown) => void) {
    this.#write = write
    this.#onTrouble = onTrouble
  }

  /** @param secrets that may be in what a person or the remote wrote */
  add(entry: JournalEntry, secrets: readonly string[]): void {
    const clean = (text: string) => redact(text, '', secrets)
    const path = clean(entry.path).slice(0, LIMITS.remoteJournalPathLength)
    const problem = entry.problem === null ? null : clean(entry.problem).slice(0, LIMITS.remoteExcerptLength)
    this.#waiting.push({ ...entry, path, problem })
    // A file that cannot be written to must not fill the memory.
    if (this.#waiting.length > LIMITS.remoteJournalWaiting) this.#waiting.shift()
    if (this.#waiting.length >= WRITE_AT_ONCE) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref()
  }

  /** Writes what was collected; never fails. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const entries = this.#waiting.splice(0)
    if (entries.length === 0) return
    try {
      await this.#write(entries)
    } catch (error) {
      // They are tried again with the next ones.
      this.#waiting.unshift(...entries)
      this.#onTrouble(error)
    }
  }
}
