import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createServer } from '#server/index.ts'
import { eventually } from '../../../helpers/endpoint.ts'
import { aFolder, startServer, type TestServer } from '../../../helpers/server.ts'

const DAY_MS = 86_400_000
const listed = async ({ client }: TestServer) => (await client.call('listBackups')).body

/** A workspace in which something happened, served again a day later. */
async function aDayLater(between: (dataFile: string) => Promise<unknown> = async () => {}): Promise<TestServer> {
  const first = await startServer({ isFirstStart: true })
  await first.make.aGroup('Of the first day')
  await first.stop()
  await between(first.dataFile)
  first.clock.advance(DAY_MS)
  return startServer({ dataFile: first.dataFile, clock: first.clock })
}

it('a new workspace has none; from its next start on there is one, which is a workspace of its own', async () => {
  const created = await startServer({ isFirstStart: true })
  expect(await listed(created)).toEqual({
    settings: { automatic: true },
    folder: `${created.dataFile}.backups`,
    failure: null,
    backups: [],
  })
  const server = await aDayLater()
  await eventually(async () => expect((await listed(server)).backups).toHaveLength(1))
  const [backup] = (await listed(server)).backups
  expect(backup).toMatchObject({ kind: 'AUTOMATIC', created: new Date(server.clock.now).toISOString() })
  expect(backup?.sizeBytes).toBeGreaterThan(10_000)
  expect((await server.client.call('getWorkspace')).body.lastBackup).toBe(backup?.created)

  const token = 'a-token-for-the-copy-only'
  const copy = await createServer({ dataFile: backup?.file ?? '', token })
  const reply = await fetch(`${copy.url}/api/v1/groups?q=Of`, { headers: { authorization: `SSWS ${token}` } })
  await copy.stop()
  expect(await reply.json()).toMatchObject([{ profile: { name: 'Of the first day' } }])
})

it('none is begun while the service starts, and stopping does not wait for one', async () => {
  const first = await startServer({ isFirstStart: true })
  await first.make.aGroup('Of the first day')
  await first.stop()
  first.clock.advance(DAY_MS)
  const server = await startServer({ dataFile: first.dataFile, clock: first.clock, calmAfterMs: 3_600_000 })
  await server.stop()
  expect(existsSync(`${first.dataFile}.backups`)).toBe(false)
})

it('all kinds are listed, the newest first, and nothing else that stands beside the file', async () => {
  const server = await aDayLater(async (file) => {
    await writeFile(`${file}.before-0101-x.backup`, 'an old one')
    await writeFile(`${file}.letter.txt`, 'no backup')
  })
  await eventually(async () => expect((await listed(server)).backups).toHaveLength(2))
  server.clock.advance(60_000)
  const { body: made } = await server.client.call('backUpWorkspace')
  const { backups } = await listed(server)
  expect(backups.map(({ kind }) => kind).sort()).toEqual(['AUTOMATIC', 'BEFORE_MIGRATION', 'MANUAL'])
  expect(backups.find(({ kind }) => kind === 'MANUAL')).toEqual(made)
  const times = backups.map(({ created }) => created)
  expect(times).toEqual([...times].sort().reverse())
})

it('switching them off is an event with what was before and after, and none is made from then on', async () => {
  const first = await startServer({ isFirstStart: true })
  const { client } = first
  const off = { body: { automatic: false } }
  expect((await client.call('replaceBackupSettings', off)).body).toEqual({ automatic: false })
  await client.call('replaceBackupSettings', off)
  const query = { filter: 'eventType eq "gatehouse.backup_settings.update"' }
  const events = (await client.call('listLogEvents', { query })).body
  expect(events).toMatchObject([
    {
      severity: 'WARN',
      target: [{ id: 'backups', changeDetails: { from: { automatic: true }, to: { automatic: false } } }],
    },
  ])
  await first.stop()
  first.clock.advance(DAY_MS)
  const again = await startServer({ dataFile: first.dataFile, clock: first.clock })
  await again.stop()
  const last = await startServer({ dataFile: first.dataFile, clock: first.clock })
  expect(await listed(last)).toMatchObject({ settings: { automatic: false }, failure: null, backups: [] })
})

it('one that failed is a finding, and the service goes on', async () => {
  const server = await aDayLater((file) => writeFile(`${file}.backups`, 'a file where the folder should be'))
  const message = `${server.dataFile}.backups is not a folder.`
  await eventually(async () => expect((await listed(server)).failure).toMatchObject({ message }))
  expect((await server.client.call('listFindings')).body).toContainEqual({
    kind: 'failed-backup',
    message: `The last automatic backup failed: ${message}`,
  })
  await server.make.aGroup()
  await rm(`${server.dataFile}.backups`)
})

it('a backup on request that cannot be written is refused with the reason, and takes the place of no file', async () => {
  const server = await startServer({ dataFile: join(await aFolder(), 'org.sqlite') })
  const name = `${server.dataFile}.${new Date(server.clock.now).toISOString().replaceAll(/[-:.]/g, '')}.backup`
  await writeFile(name, 'there is something of that name')
  const refusal = await server.client.refused('backUpWorkspace')
  expect([refusal.status, refusal.code]).toEqual([503, 'E0000010'])
  expect(refusal.body.errorCauses[0]?.errorSummary).toBe(`${name} exists already; it was left as it is.`)
  expect(await readFile(name, 'utf8')).toBe('there is something of that name')
})
