import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Tx } from '#audit-log/transaction.ts'
import type { RawDatabase, SqlValue } from '#db/driver.ts'
import { sequelizeOver } from '#db/sequelize.ts'
import { openStore } from '#db/store.ts'
import { endTokens } from '#operations/oauth/end-tokens.ts'
import { aFolder } from '../../../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it.each([
  { userId: 'u' },
  { appId: 'a' },
  { serverId: 's' },
  { grantId: 'g' },
  { userId: 'u', appId: 'a' },
  { userId: 'u', appId: 'a', serverId: null },
  { userId: 'u', appId: 'a', serverId: 's' },
])('looks for the tokens that end by an index, not through all that there are: %o', async (whose) => {
  const store = await openStore(join(await aFolder(), 'org.sqlite'), NOW)
  const plans: string[] = []
  const explaining: Pick<RawDatabase, 'all'> = {
    all(sql, params, done) {
      const explain = async () => {
        const rows = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params as SqlValue[])
        plans.push(...rows.flatMap(({ detail }) => (detail.includes('oauth_records') ? [detail] : [])))
        return []
      }
      void explain().then(
        (rows) => done(null, rows),
        (error: Error) => done(error, []),
      )
      return this as RawDatabase
    },
  }
  const models = { sequelize: sequelizeOver(explaining as RawDatabase) }
  await endTokens({ models } as Tx, whose)
  expect(plans).toEqual([expect.stringMatching(/^SEARCH oauth_records USING INDEX/)])
  await store.close()
})
