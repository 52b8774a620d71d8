import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withDatabase } from '../../helpers/files.ts'
import { aFolder, startServer, type TestServer } from '../../helpers/server.ts'

const LOSSES: Record<string, { state: string; lose: (file: string) => Promise<unknown> }> = {
  'was deleted': { state: 'MISSING', lose: (file) => rm(file) },
  'was moved': { state: 'MISSING', lose: (file) => rename(file, `${file}.moved`) },
  'was replaced by a copy': {
    state: 'REPLACED',
    lose: (file) => copyFile(file, `${file}.new`).then(() => rename(`${file}.new`, file)),
  },
  'lost its write-ahead log': { state: 'MISSING', lose: (file) => rm(`${file}-wal`) },
}

const stateOf = async ({ client }: TestServer) => (await client.call('getWorkspace')).body.fileState
const body = { profile: { name: 'Refused' } }

// Windows removes no file that is open.
describe.skipIf(process.platform === 'win32').each(Object.entries(LOSSES))('a file that %s', (_, { state, lose }) => {
  it('while it is open takes no write any more, and can be saved as a copy', async () => {
    const server = await startServer()
    await server.client.call('createGroup', { body: { profile: { name: 'Kept' } } })
    expect(await stateOf(server)).toBe('IN_PLACE')
    await lose(server.dataFile)
    for (const attempt of [1, 2]) {
      const refusal = await server.client.refused('createGroup', { body })
      expect([refusal.status, refusal.code], `attempt ${attempt}`).toEqual([503, 'E0000010'])
      expect(refusal.body.errorCauses[0]?.errorSummary).toContain('while it was open')
    }
    expect(await stateOf(server)).toBe(state)

    const copy = join(await aFolder(), 'copy.sqlite')
    await server.backup(copy)
    const beside = (await server.client.call('backUpWorkspace')).body
    expect(beside.file.startsWith(`${server.dataFile}.`)).toBe(true)
    for (const file of [copy, beside.file]) {
      const names = await withDatabase(file, (database) => database.all<{ name: string }>('SELECT name FROM groups'))
      expect(names).toContainEqual({ name: 'Kept' })
      expect(names).not.toContainEqual({ name: 'Refused' })
    }
  })

  it('is not computed with from what stands under its name', async () => {
    const server = await startServer()
    await server.make.aGroup()
    await lose(server.dataFile)
    const refusal = await server.client.refused('listPolicyAudiences', { query: { type: 'SVC_SIGN_ON' } })
    expect([refusal.status, refusal.code]).toEqual([503, 'E0000010'])
  })
})
