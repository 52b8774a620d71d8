import { Op } from 'sequelize'
import type { ImportKind, ImportTarget } from '#contract/directory/directory-import.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { groups } from '#db/tables/groups.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { users } from '#db/tables/users.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../files/csv-cell.ts'
import { searchedGroupAttributes } from '../app-groups.ts'
import { groupSchemas, targetsOf, userSchemas } from './attributes.ts'
import { exportedMemberships } from './exported-memberships.sql.ts'
import { flatten } from './flatten.ts'

/** Rows that are read at once. */
const PAGE = 500

type Row = Readonly<Record<string, unknown>>

/** How the objects of a kind become rows: the columns of a table, and the rows behind a place. */
interface Exported {
  columns(reader: Reader): Promise<readonly string[]>
  /** @param after what `keyOf` gave for the last row, empty at first */
  page(reader: Reader, after: readonly string[]): Promise<{ row: Row; key: readonly string[] }[]>
}

const EXPORTS: Readonly<Record<ImportKind, Exported>> = {
  users: {
    columns: async (reader) => namesOf(targetsOf(await userSchemas(reader), 'user'), 'status'),
    async page(reader, [after = '']) {
      const { condition } = reader.visible('read', 'user')
      const found = await users.findAll(reader, pageBehind(after, condition))
      return found.map(({ id, status, profile }) => ({ row: { id, status, profile }, key: [id] }))
    },
  },
  groups: {
    columns: async (reader) => {
      const own = namesOf(targetsOf(await groupSchemas(reader), 'group'), 'type', 'source.id')
      const searched = await searchedGroupAttributes(reader)
      return [...new Set([...own, ...searched.map(({ name }) => name)])]
    },
    async page(reader, [after = '']) {
      const { condition } = reader.visible('read', 'group')
      const found = await groups.findAll(reader, pageBehind(after, condition))
      return found.map(({ id, type, sourceId, name, description, profile }) => ({
        row: {
          ...{ id, type, ...(sourceId === null ? {} : { source: { id: sourceId } }) },
          profile: { name, description, ...profile },
        },
        key: [id],
      }))
    },
  },
  memberships: {
    columns: () => Promise.resolve(['group', 'groupName', 'user', 'login']),
    async page(reader, [group = '', user = '']) {
      const found = await exportedMemberships(reader, { group, user }, PAGE)
      return found.map((row) => ({ row, key: [row.group, row.user] }))
    },
  },
}

/** Rows by id. @param condition of the rights of the caller */
const pageBehind = (after: string, condition: string) => ({
  where: { id: { [Op.gt]: after }, ...sqlCondition(condition) },
  order: ['id'],
  limit: PAGE,
})

/** The id, what an import leaves alone, and the attributes. */
const namesOf = ([id, ...attributes]: readonly ImportTarget[], ...left: readonly string[]) => [
  ...(id ? [id.name] : []),
  ...left,
  ...attributes.map(({ name }) => name),
]

/** Writes all objects of a kind, page by page, in a form that can be imported again. */
export async function* exportDirectory(
  reader: Reader,
  kind: ImportKind,
  format: 'CSV' | 'NDJSON',
): AsyncGenerator<Uint8Array> {
  const { page } = EXPORTS[kind]
  const columns = await EXPORTS[kind].columns(reader)
  if (format === 'CSV') yield Buffer.from(`${BYTE_ORDER_MARK}${csvRow(columns)}`)
  let after: readonly string[] = []
  for (;;) {
    const rows = await page(reader, after)
    const last = rows.at(-1)
    if (!last) return
    after = last.key
    yield Buffer.from(
      rows.map(({ row }) => (format === 'CSV' ? csvLine(columns, row) : `${JSON.stringify(row)}\n`)).join(''),
    )
  }
}

function csvLine(columns: readonly string[], row: Row): string {
  const cells = flatten(row)
  return csvRow(columns.map((column) => cells[column]))
}
