import type { Reader } from '#audit-log/transaction.ts'
import type { SqlValue } from '#db/driver.ts'
import type { Store } from '#db/store.ts'

export interface Statement {
  sql: string
  params: readonly SqlValue[]
}

/** What lists are given to read with. */
interface Source {
  readonly store: Store
  readonly reader: Partial<Reader>
}
type Read = Store['read']['all']

/** The statements that a list sends, wherever it sends them, to be run again without it. @throws Error where it sends none */
export async function recorded<S extends Source>(from: S, list: (from: S) => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const noting = (all: Read): Read =>
    function note(sql, params = []) {
      seen.push({ sql, params })
      return all(sql, params)
    }
  const { store, reader } = from
  const run: Store['searches']['run'] = (work, ...rest) =>
    store.searches.run((inner) => work({ all: noting(inner.all.bind(inner)) }), ...rest)
  const all = noting(store.read.all.bind(store.read))
  const first: Reader['first'] = async <Row>(sql: string, params?: readonly SqlValue[]) =>
    (await all<Row>(sql, params))[0]
  await list({ ...from, reader: { ...reader, all, first }, store: { ...store, searches: { ...store.searches, run } } })
  if (seen.length === 0) throw new Error('a list without a statement')
  return seen
}
