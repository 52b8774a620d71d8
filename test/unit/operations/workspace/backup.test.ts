import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createServer } from '#server/index.ts'
import { aFolder, startServer } from '../../../helpers/server.ts'

describe('a backup', () => {
  it('is a workspace of its own, with everything up to the moment it was made, and the workspace says when', async () => {
    const server = await startServer()
    const before = (await server.client.call('getWorkspace', {})).body
    expect(before.lastBackup).toBeNull()
    const group = await server.make.aGroup()
    const copy = join(await aFolder(), 'copy.sqlite')
    await server.backup(copy)
    expect((await server.client.call('getWorkspace', {})).body.lastBackup).not.toBeNull()

    const token = 'a-token-for-the-copy-only'
    const second = await createServer({ dataFile: copy, token })
    const headers = { authorization: `SSWS ${token}` }
    const reply = await fetch(`${second.url}/api/v1/groups/${group.id}`, { headers })
    await second.stop()
    expect(reply.status).toBe(200)
  })
})
