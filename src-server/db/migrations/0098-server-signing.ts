import { randomBytes } from 'node:crypto'
import type { Migration } from './migration.ts'

/** The key by which an authorization server signs: its id, and since when it is used. A server of before gets one now. */
export const migration0098: Migration = {
  name: '0098-server-signing',
  async up(tx) {
    await tx.exec('ALTER TABLE authorization_servers ADD COLUMN signing_kid TEXT')
    await tx.exec('ALTER TABLE authorization_servers ADD COLUMN signing_rotated TEXT')
    for (const { id } of await tx.all<{ id: string }>('SELECT id FROM authorization_servers'))
      await tx.run('UPDATE authorization_servers SET signing_kid = ?, signing_rotated = ? WHERE id = ?', [
        randomBytes(32).toString('base64url'),
        tx.now,
        id,
      ])
  },
}
