import { cp, readdir, rename, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DRAFT_TABLES } from '#db/draft-tables.ts'
import { openStore } from '#db/store.ts'
import { draftClient, makeDraft } from '../../../helpers/drafts.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { aFolder, startServer, type TestServer } from '../../../helpers/server.ts'
import { ended } from '../../../helpers/sync/connections.ts'

it('every table of a workspace says whether a draft has its rows, and no table is named that is not there', async () => {
  const store = await openStore(`${await aFolder()}/new.sqlite`, '2026-03-02T09:00:00.000Z')
  // What SQLite makes for its indexes of words, and for itself, has no row of its own.
  const tables = await store.read.all<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
  )
  await store.close()
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(DRAFT_TABLES).sort())
})

it('a draft has the rows of the organization and none of the past, and is a sound file', async () => {
  const server = await startServer({ sample: true })
  const { draft } = await makeDraft(server, 'Copied')
  const file = `${server.dataFile}.drafts/${draft.id}.draft`
  await server.stop()
  const [live, copy] = await Promise.all([openStore(server.dataFile, ''), openStore(file, '')])
  for (const [name, what] of Object.entries(DRAFT_TABLES)) {
    if (name === 'settings') continue
    const count = `SELECT count(*) AS count FROM ${name}`
    const there = (await copy.read.first<{ count: number }>(count))?.count
    expect(there, name).toBe(what === 'EMPTY' ? 0 : (await live.read.first<{ count: number }>(count))?.count)
  }
  const parts = `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'log_words%' ORDER BY type, name`
  expect(await copy.read.all(parts)).toEqual(await live.read.all(parts))
  expect(await copy.read.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(await copy.read.all('PRAGMA foreign_key_check')).toEqual([])
  const keys = (await copy.read.all<{ key: string }>('SELECT key FROM settings')).map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['engine', 'organization', 'owner']))
  expect(keys).not.toContain('logSigningKeys')
  await Promise.all([live.close(), copy.close()])
})

/** A workspace with one draft, stopped, and what stands in its folder of drafts. */
async function stopped(): Promise<{ server: TestServer; id: string; folder: string }> {
  const server = await startServer()
  const { draft, make } = await makeDraft(server, 'Cut short')
  await make.aGroup('Kept')
  await server.stop()
  return { server, id: draft.id, folder: `${server.dataFile}.drafts` }
}
const again = ({ dataFile }: TestServer) => startServer({ dataFile })

describe('a service that was killed', () => {
  it('while it made a draft leaves none, and nothing of its file', async () => {
    const { server, id, folder } = await stopped()
    await cp(`${folder}/${id}.draft`, `${folder}/dftHalf.making`)
    await writeFile(`${folder}/dftHalf.making-journal`, '')
    const { client } = await again(server)
    expect((await client.call('listDrafts')).body.map((one) => one.id)).toEqual([id])
    expect((await readdir(folder)).filter((name) => name.startsWith('dftHalf'))).toEqual([])
  })

  it('after the workspace knew a draft, and before that had its name, has it all the same', async () => {
    const { server, id, folder } = await stopped()
    await rename(`${folder}/${id}.draft`, `${folder}/${id}.making`)
    const next = await again(server)
    const { body } = await next.client.call('getDraft', { params: { draftId: id } })
    expect(body).toMatchObject({ state: 'READY', changes: 1 })
    const groups = (await draftClient(next, body).call('listGroups')).body
    expect(groups.map(({ profile }) => profile.name)).toContain('Kept')
  })

  it('while it discarded a draft has it still, or has deleted all of it', async () => {
    const { server, id, folder } = await stopped()
    await rename(`${folder}/${id}.draft`, `${folder}/${id}.discarded`)
    const next = await again(server)
    expect((await next.client.call('getDraft', { params: { draftId: id } })).body.state).toBe('READY')
    await next.stop()
    await rename(`${folder}/${id}.draft`, `${folder}/${id}.discarded`)
    await withDatabase(server.dataFile, (database) => database.run(`DELETE FROM drafts`))
    await again(server)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a service that was killed while it brought a draft up to date', () => {
  const describeGroup = ({ client }: Pick<TestServer, 'client'>, groupId: string, description: string) =>
    client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Theirs', description } } })

  /** A draft that was brought up to date, beside what it was made from before; stopped. */
  async function rebased() {
    const server = await startServer()
    const { id: groupId } = await server.make.aGroup('Theirs')
    const { draft, make } = await makeDraft(server, 'Cut short')
    await make.aGroup('Of the draft')
    await describeGroup(server, groupId, 'Meanwhile')
    const start = `${server.dataFile}.drafts/${draft.id}`
    await cp(`${start}.base`, `${start}.former`)
    const params = { draftId: draft.id }
    const job = (await server.client.call('rebaseDraft', { params, body: {} })).body
    expect(await ended(server, job.id)).toMatchObject({ state: 'COMPLETED', facts: { steps: 1 } })
    await server.stop()
    const [setting] = await withDatabase(`${start}.draft`, (database) =>
      database.all<{ value: string }>(`SELECT value FROM settings WHERE key = 'draftBase'`),
    )
    return { server, groupId, params, start, name: JSON.parse(setting?.value ?? '') as string }
  }

  /** What the draft would change once the workspace has changed more of its own. */
  async function changesOf({ client }: TestServer, groupId: string, params: { draftId: string }) {
    await describeGroup({ client }, groupId, 'Later')
    const job = (await client.call('planDraft', { params, body: {} })).body
    await ended({ client }, job.id)
    const conflicts = (await client.call('getDraftPlan', { params })).body?.conflicts
    const steps = (await client.call('listDraftPlanSteps', { params })).body
    return { conflicts, steps: steps.map(({ act, name }) => `${act} ${name}`) }
  }

  it('after the draft had changed, has the copy that it changed to be what it was made from', async () => {
    const { server, groupId, params, start, name } = await rebased()
    await rename(`${start}.base`, `${start}.${name}.next`)
    await rename(`${start}.former`, `${start}.base`)
    const next = await again(server)
    expect((await readdir(`${server.dataFile}.drafts`)).filter((file) => file.includes('.next'))).toEqual([])
    expect(await changesOf(next, groupId, params)).toEqual({ conflicts: 0, steps: ['create Of the draft'] })
  })

  it('before the draft had changed, keeps what it was made from, and no copy', async () => {
    const { server, groupId, params, start } = await rebased()
    await rename(`${start}.former`, `${start}.other.next`)
    await writeFile(`${start}.other.next-wal`, '')
    await writeFile(`${start}.base.making`, 'half')
    const next = await again(server)
    const left = (await readdir(`${server.dataFile}.drafts`)).filter((file) => /\.next|\.making/.test(file))
    expect(left).toEqual([])
    expect(await changesOf(next, groupId, params)).toEqual({ conflicts: 0, steps: ['create Of the draft'] })
  })
})

it('a draft that was made after a backup is not deleted when that is restored', async () => {
  const { server, id, folder } = await stopped()
  await withDatabase(server.dataFile, (database) => database.run(`DELETE FROM drafts`))
  const { client } = await again(server)
  expect((await client.call('listDrafts')).body).toEqual([])
  expect(await readdir(folder)).toContain(`${id}.draft`)
})
