import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { directoryImportRows } from '#db/tables/directory-imports.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('problems of imports of before are about the whole row, and their text is not known', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0190') })
  await older.close()
  const row = (line: number, problems: string) =>
    `INSERT INTO directory_import_rows VALUES ('i', ${line}, 'INVALID', 'a', NULL, NULL, NULL, '${problems}', 0);`
  await withDatabase(file, (database) =>
    database.exec(
      `INSERT INTO directory_imports VALUES ('i', 'users', 'CSV', 'a', 'CHECKED', NULL, '[]', '{}', '{}', '${NOW}');
      ${row(2, '["email: bad","twice"]')}${row(3, '[]')}`,
    ),
  )
  const store = await openStore(file, NOW)
  const rows = await directoryImportRows.all(store.read, 'ORDER BY line')
  expect(rows.map(({ problems, text }) => [problems, text])).toEqual([
    [
      [
        { field: null, message: 'email: bad' },
        { field: null, message: 'twice' },
      ],
      null,
    ],
    [[], null],
  ])
  await store.close()
})
