import { expect, it } from 'vitest'
import { VERSIONED_TABLES } from '#db/versioned-kinds.ts'
import { withDatabase } from '../../helpers/files.ts'
import { startServer } from '../../helpers/server.ts'

it('the state of an object is found by its id, also in a workspace whose statistics know of no people yet', async () => {
  const server = await startServer()
  await server.stop()
  const plans = await withDatabase(server.dataFile, async (database) => {
    const found: string[] = []
    for (const { existing, key, table } of VERSIONED_TABLES.filter(({ kinds }) => !kinds.includes('policy'))) {
      if (['zones', 'policy_rules', 'policy_mappings'].includes(table.name)) continue
      const rows = await database.all<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT now.body FROM json_each(?) AS given CROSS JOIN (${existing}) AS now ON now.id = given.value ->> 0`,
        ['[]'],
      )
      const isSearched = rows.some(({ detail }) => detail.startsWith('SEARCH o ') && detail.includes(`(${key}=?)`))
      if (!isSearched) found.push(`${table.name}: ${rows.map(({ detail }) => detail).join('; ')}`)
    }
    return found
  })
  expect(plans).toEqual([])
})
