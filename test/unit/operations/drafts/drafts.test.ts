import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { draftClient, makeDraft } from '../../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const CONNECTION = {
  ...{ name: 'Acme', address: 'https://acme.example.test' },
  authentication: { type: 'API_TOKEN', token: 'a-token-of-the-remote' },
}
const namesOf = async (call: TestServer['client']['call']) =>
  (await call('listGroups', { query: { limit: 200 } })).body.map(({ profile }) => profile.name)

describe('a draft', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })

  it('holds what the workspace holds, and neither sees what is changed in the other afterwards', async () => {
    const group = await server.make.aGroup('Before')
    const { client, make, draft } = await makeDraft(server, 'Apart')
    expect(await namesOf(client.call)).toEqual(await namesOf(server.client.call))
    await make.aGroup('In the draft')
    await server.make.aGroup('In the workspace')
    const params = { groupId: group.id }
    await client.call('replaceGroup', { params, body: { profile: { name: 'Renamed' } } })
    const [there, here] = [await namesOf(client.call), await namesOf(server.client.call)]
    expect(there).toEqual(expect.arrayContaining(['Renamed', 'In the draft']))
    expect(there).not.toContain('In the workspace')
    expect(here).toEqual(expect.arrayContaining(['Before', 'In the workspace']))
    expect(here).not.toContain('In the draft')
    const { body } = await server.client.call('getDraft', { params: { draftId: draft.id } })
    expect(body).toMatchObject({ state: 'READY', changes: 2, name: 'Apart' })
  })

  it('counts the scopes that an application is granted among its changes', async () => {
    const { client, draft } = await makeDraft(server, 'Granted')
    const app = (await client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Reader') })).body
    const grant = { issuer: draft.url, scopeId: 'svc.users.read' }
    const changes = async () =>
      (await server.client.call('getDraft', { params: { draftId: draft.id } })).body.changes ?? 0
    const before = await changes()
    await client.call('grantScope', { params: { appId: app.id }, body: grant })
    expect((await changes()) - before).toBe(1)
  })

  it('says that it is one, by the name that it has now, and how much was changed in it', async () => {
    const { client, make, draft } = await makeDraft(server, 'Named')
    expect((await server.client.call('getWorkspace')).body.draft).toBeNull()
    await make.aGroup()
    const params = { draftId: draft.id }
    await server.client.call('replaceDraft', { params, body: { name: 'Named otherwise' } })
    const { body } = await client.call('getWorkspace')
    expect(body.draft).toEqual({ id: draft.id, name: 'Named otherwise', changes: 1 })
    expect(body.url).toBe(draft.url)
  })

  it('begins without the log of the workspace, and knows which event was the last', async () => {
    const events = (await server.client.call('listLogEvents', { query: { sortOrder: 'DESCENDING', limit: 1 } })).body
    const { client, draft } = await makeDraft(server, 'Without a log')
    expect(draft.madeAfter).toBe(events[0]?.uuid)
    expect((await client.call('listLogEvents')).body).toEqual([])
    expect((await client.call('getWorkspace')).body.logConcerns).toEqual([])
  })

  it('has a name of its own among drafts, whatever its case', async () => {
    const { draft } = await makeDraft(server, 'Tighten Payroll')
    const again = await server.client.refused('createDraft', { body: { name: 'tighten payroll' } })
    expect(again).toMatchObject({ status: 400, locations: ['name'] })
    const { draft: other } = await makeDraft(server, 'Another')
    const taken = { params: { draftId: other.id }, body: { name: 'TIGHTEN PAYROLL' } }
    expect((await server.client.refused('replaceDraft', taken)).locations).toEqual(['name'])
    const own = { params: { draftId: draft.id }, body: { name: 'Tighten payroll' } }
    expect((await server.client.call('replaceDraft', own)).body.name).toBe('Tighten payroll')
  })

  it('is discarded with its files, also while it is in use, and its address leads nowhere then', async () => {
    const { draft, client } = await makeDraft(server, 'Short-lived')
    await client.call('listGroups')
    const reading = Promise.allSettled(Array.from({ length: 20 }, () => client.call('listGroups')))
    await server.client.call('deleteDraft', { params: { draftId: draft.id } })
    await reading
    const left = await readdir(`${server.dataFile}.drafts`)
    expect(left.filter((name) => name.startsWith(draft.id))).toEqual([])
    expect((await client.refused('listGroups')).code).toBe('E0000008')
    expect((await server.client.refused('getDraft', { params: { draftId: draft.id } })).status).toBe(404)
  })

  it('whose file is gone is listed as missing, says so when it is opened, and can be discarded', async () => {
    const { draft, client } = await makeDraft(server, 'Lost')
    await rm(`${server.dataFile}.drafts/${draft.id}.draft`)
    const params = { draftId: draft.id }
    expect((await server.client.call('getDraft', { params })).body).toMatchObject({ state: 'MISSING', changes: null })
    const refused = await client.refused('listGroups')
    expect(refused.code).toBe('E0000010')
    expect(refused.body.errorCauses[0]?.errorSummary).toContain('“Lost” is gone')
    await server.client.call('deleteDraft', { params })
    expect((await server.client.refused('getDraft', { params })).status).toBe(404)
  })

  it('can be read by its owner only, as the workspace can', async () => {
    const { draft, client } = await makeDraft(server, 'Private')
    await client.call('listGroups')
    const folder = `${server.dataFile}.drafts`
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder)) expect((await stat(`${folder}/${name}`)).mode & 0o077, name).toBe(0)
    expect(await readdir(folder)).toEqual(expect.arrayContaining([`${draft.id}.draft`, `${draft.id}.base`]))
  })

  it('leaves events in the log of the workspace when it is made, renamed and discarded', async () => {
    const { draft } = await makeDraft(server, 'Noted')
    const params = { draftId: draft.id }
    await server.client.call('replaceDraft', { params, body: { name: 'Noted again' } })
    await server.client.call('deleteDraft', { params })
    const query = { filter: `target.id eq "${draft.id}"` }
    const events = (await server.client.call('listLogEvents', { query })).body
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'gatehouse.draft.create',
      'gatehouse.draft.update',
      'gatehouse.draft.delete',
    ])
  })

  it('has no drafts of its own', async () => {
    const { client } = await makeDraft(server, 'Single')
    expect((await client.call('listDrafts')).body).toEqual([])
    expect((await client.refused('createDraft', { body: { name: 'Below' } })).code).toBe('E0000113')
  })

  it('is for super administrators only, in the workspace and by rights of its own', async () => {
    const { call, refused } = server.client
    const profile = { login: 'org@example.test', email: 'org@example.test', firstName: 'O', lastName: 'A' }
    const credentials = { password: { value: 'Correct-horse-7' } }
    const { body: person } = await call('createUser', { query: { activate: 'true' }, body: { profile, credentials } })
    await call('assignUserRole', { params: { userId: person.id }, body: { type: 'ORG_ADMIN' } } as never)
    const { token } = (await call('createApiToken', { body: { name: 'Theirs', userId: person.id } })).body
    const { draft } = await makeDraft(server, 'Guarded')
    expect((await refused('createDraft', { token, body: { name: 'Mine' } })).code).toBe('E0000006')
    expect((await refused('deleteDraft', { token, params: { draftId: draft.id } })).code).toBe('E0000006')
    const inside = draftClient(server, draft)
    expect((await inside.refused('createApiToken', { token: null, body: { name: 'X' } })).code).toBe('E0000005')
    expect((await inside.refused('createConnection', { token, body: CONNECTION })).code).toBe('E0000006')
  })
})

it(`there are ${LIMITS.drafts} drafts at most, and only as many open as there is room for`, async () => {
  const server = await startServer()
  const made = []
  for (let at = 0; at < LIMITS.drafts; at++) made.push(await makeDraft(server, `Draft ${at}`))
  const { status } = await server.client.refused('createDraft', { body: { name: 'One more' } })
  expect(status).toBe(400)
  const used = made.slice(0, LIMITS.draftsOpen + 2)
  for (const { make } of used) await make.aGroup('Its own')
  for (const { client } of used) expect(await namesOf(client.call)).toContain('Its own')
  const listed = (await server.client.call('listDrafts', { query: { limit: LIMITS.drafts } })).body
  expect(listed.reduce((sum, { changes }) => sum + (changes ?? 0), 0)).toBe(used.length)
})

it('no draft is made of another file that was put in the place of the workspace', async () => {
  const server = await startServer()
  await rename(server.dataFile, `${server.dataFile}.moved`)
  await copyFile(`${server.dataFile}.moved`, server.dataFile)
  expect((await server.client.refused('createDraft', { body: { name: 'Of what?' } })).code).toBe('E0000010')
  expect(await readdir(`${server.dataFile}.drafts`).catch(() => [])).toEqual([])
})

it('a token that is revoked in the workspace is refused by its drafts from then on', async () => {
  const server = await startServer()
  const { body: shared } = await server.client.call('createApiToken', { body: { name: 'Leaked' } })
  server.clock.advance(1)
  const { draft, client } = await makeDraft(server, 'Still there')
  const { body: own } = await client.call('createApiToken', { body: { name: 'Of the draft' } })
  const statusBy = async (token: string) => (await draftClient({ token }, draft).fetch('/api/v1/groups')).status
  expect([await statusBy(shared.token), await statusBy(own.token)]).toEqual([200, 200])
  await server.client.call('revokeApiToken', { params: { apiTokenId: shared.id } })
  expect([await statusBy(shared.token), await statusBy(own.token)]).toEqual([401, 200])
})

it('who can do nothing in the workspace any more can do nothing in its drafts', async () => {
  const server = await startServer()
  const { userId, token } = await anAdministrator(server, 'SUPER_ADMIN')
  const { draft } = await makeDraft(server, 'Still there')
  const status = async () => (await draftClient({ token }, draft).fetch('/api/v1/groups')).status
  expect(await status()).toBe(200)
  await server.client.call('deactivateUser', { params: { userId } })
  expect(await status()).toBe(401)
})

it('a draft outlives a restart, with what was changed in it and the token of the workspace', async () => {
  const server = await startServer()
  const { draft, make } = await makeDraft(server, 'Lasting')
  await make.aGroup('Kept')
  await server.stop()
  const again = await startServer({ dataFile: server.dataFile })
  const { body } = await again.client.call('getDraft', { params: { draftId: draft.id } })
  expect(body).toMatchObject({ name: 'Lasting', state: 'READY', changes: 1 })
  expect(await namesOf(draftClient(again, body).call)).toContain('Kept')
})
