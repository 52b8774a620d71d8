/** The key that stands for every row of a table. */
export const EVERY_ROW = '*'

/** The change of a row: inserted, removed, or the attributes that were written. */
export type RowChange = 'inserted' | 'removed' | ReadonlySet<string>

/**
 * The rows that a transaction wrote, by table. The key of a row is its id, or the id of its owner if it has one, such as the policy of a
 * rule. It is the only source from which listeners of commits see what is stale.
 */
export class ChangeSet {
  readonly #rows = new Map<string, Set<string>>()
  readonly #changes = new Map<string, Map<string, RowChange>>()
  readonly #whole: ChangeSet | undefined

  /** @param whole the set that includes this one and gets the same rows */
  constructor(whole?: ChangeSet) {
    this.#whole = whole
  }

  /** Adds a written row, or {@link EVERY_ROW} after a bulk write. */
  note(table: string, key: string): void {
    this.#whole?.note(table, key)
    const keys = this.#rows.get(table)
    if (keys) keys.add(key)
    else this.#rows.set(table, new Set([key]))
  }

  /** Adds the change of one row, by its own id; several changes of one row are merged. */
  noteRow(table: string, id: string, change: RowChange): void {
    const rows = this.#changes.get(table)
    if (!rows) return void this.#changes.set(table, new Map([[id, change]]))
    const before = rows.get(id)
    rows.set(id, before === undefined || typeof change === 'string' ? change : joined(before, change))
  }

  /** Adds the keys of another set, without the changes of its single rows. */
  add(other: ChangeSet): void {
    for (const [table, keys] of other.#rows) for (const key of keys) this.note(table, key)
  }

  /** Whether any row of one of the tables was written. */
  touches(...tables: readonly { readonly name: string }[]): boolean {
    return tables.some(({ name }) => this.#rows.has(name))
  }

  /** Keys of the written rows of a table; `null` if any row may have changed. */
  keysOf({ name }: { readonly name: string }): ReadonlySet<string> | null {
    const keys = this.#rows.get(name)
    if (!keys) return NONE
    return keys.has(EVERY_ROW) ? null : keys
  }

  /** The rows of a table that were written one by one, by their ids; without those of bulk writes. */
  rowsOf({ name }: { readonly name: string }): ReadonlyMap<string, RowChange> {
    return this.#changes.get(name) ?? NO_ROWS
  }
}

const NONE: ReadonlySet<string> = new Set()
const NO_ROWS: ReadonlyMap<string, RowChange> = new Map()

function joined(before: RowChange, attributes: ReadonlySet<string>): RowChange {
  return typeof before === 'string' ? before : new Set([...before, ...attributes])
}
