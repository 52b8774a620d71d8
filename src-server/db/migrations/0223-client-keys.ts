import { randomBytes } from 'node:crypto'
import type { Migration } from './migration.ts'

interface Row {
  id: string
  keys: string
  created: string
}

/** Keys of clients are objects of their own, with an id and a status; those of before are active since their application was made. */
export const migration0223: Migration = {
  name: '0223-client-keys',
  async up(tx) {
    const path = '$.settings.oauthClient.jwks.keys'
    const sql = `SELECT id, created, json_extract(definition, '${path}') AS keys FROM apps
      WHERE json_array_length(definition, '${path}') > 0`
    for (const { id, keys, created } of await tx.all<Row>(sql)) {
      const given = JSON.parse(keys) as Record<string, unknown>[]
      const whole = given.map((key) => ({
        ...{ kid: null, alg: null, use: null, ...key },
        ...{ id: `pks${idText()}`, status: 'ACTIVE', created, lastUpdated: created },
      }))
      const update = `UPDATE apps SET definition = json_set(definition, '${path}', json(?)) WHERE id = ?`
      await tx.run(update, [JSON.stringify(whole), id])
    }
  },
}

/** 17 characters of base 62; a few are likelier than others, which ids may be. */
function idText(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('')
}
