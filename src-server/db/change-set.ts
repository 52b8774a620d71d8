/** The key that stands for every row of a table. */
export const EVERY_ROW = '*'

/**
 * Rows that were written, by table. A row is known by its id; one that belongs to another, such as a rule to its policy, by the id of
 * its owner. Listeners of commits read from it what became stale; nothing else tells them.
 */
export class ChangeSet {
  readonly #rows = new Map<string, Set<string>>()

  /** Notes a written row, or {@link EVERY_ROW} after a bulk write. */
  note(table: string, key: string): void {
    const keys = this.#rows.get(table)
    if (keys) keys.add(key)
    else this.#rows.set(table, new Set([key]))
  }

  /** Adds what another set holds. */
  add(other: ChangeSet): void {
    for (const [table, keys] of other.#rows) for (const key of keys) this.note(table, key)
  }

  /** Whether any row of one of the tables was written. */
  touches(...tables: readonly { readonly name: string }[]): boolean {
    return tables.some(({ name }) => this.#rows.has(name))
  }

  /** Keys of the written rows of a table; `null` where any of them may have changed. */
  keysOf({ name }: { readonly name: string }): ReadonlySet<string> | null {
    const keys = this.#rows.get(name)
    if (!keys) return NONE
    return keys.has(EVERY_ROW) ? null : keys
  }
}

const NONE: ReadonlySet<string> = new Set()
