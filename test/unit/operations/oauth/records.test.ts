import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { anAccessToken, aServiceClient, assertionOf, credentialsForm, post } from '../../../helpers/oauth-clients.ts'
import { startServer } from '../../../helpers/server.ts'

const HOUR_MS = 3_600_000

describe('what authorization servers remember', () => {
  it('is in the file without anything that lets its bearer in, and goes when it has expired', async () => {
    const server = await startServer()
    const client = await aServiceClient(server, { scopes: ['svc.groups.read'] })
    const token = await anAccessToken(server, client, 'svc.groups.read')
    const jti = 'used-once-4711'
    const assertion = await assertionOf(server, client, { claims: { jti } })
    await post(server, '/oauth2/v1/token', credentialsForm(assertion, 'svc.groups.read'))
    const rows = async () => {
      const copy = `${server.dataFile}.${Math.random()}`
      await server.backup(copy)
      return { bytes: await readFile(copy), copy }
    }
    const { bytes } = await rows()
    for (const secret of [token, token.split('.').at(-1) ?? '', assertion, jti])
      expect(bytes.includes(secret)).toBe(false)

    server.clock.advance(2 * HOUR_MS)
    const bearer = { headers: { Authorization: `Bearer ${token}` } }
    expect((await fetch(`${server.url}/api/v1/groups`, bearer)).status).toBe(401)
    await server.stop()
    const again = await startServer({ dataFile: server.dataFile, clock: server.clock })
    const { DatabaseSync } = await import('node:sqlite')
    const count = async () => {
      const copy = `${again.dataFile}.${Math.random()}`
      await again.backup(copy)
      const database = new DatabaseSync(copy)
      const found = database.prepare('SELECT count(*) AS count FROM oauth_records').get()
      database.close()
      return found?.['count']
    }
    await expect.poll(count, { timeout: 10_000 }).toBe(0)
  })
})
