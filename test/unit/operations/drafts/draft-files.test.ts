import { cp, readdir, rename, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DRAFT_TABLES } from '#db/draft-tables.ts'
import { openStore } from '#db/store.ts'
import { draftClient, makeDraft } from '../../../helpers/drafts.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { aFolder, startServer, type TestServer } from '../../../helpers/server.ts'

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

it('a draft that was made after a backup is not deleted when that is restored', async () => {
  const { server, id, folder } = await stopped()
  await withDatabase(server.dataFile, (database) => database.run(`DELETE FROM drafts`))
  const { client } = await again(server)
  expect((await client.call('listDrafts')).body).toEqual([])
  expect(await readdir(folder)).toContain(`${id}.draft`)
})
