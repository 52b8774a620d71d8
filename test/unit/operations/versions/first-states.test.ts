import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { answerIn, authorizeAddress, provePassword, signIn } from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'
import { staleObjects, versionsOf } from '../../../helpers/versions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

/** As in a workspace from before there were versions of its kind. */
const forget = (id: string) =>
  withDatabase(server.dataFile, (database) => database.run('DELETE FROM object_versions WHERE object_id = ?', [id]))

const statesOf = async (id: string) =>
  (await versionsOf(server.client, { id })).map(({ version, action, name }) => [version, action, name])

describe('an object without a version', () => {
  it('gets its state of before as the first one, as old as its last change, with its next change', async () => {
    const { client, make } = server
    const group = await make.aGroup('Before')
    await forget(group.id)
    server.clock.advance(60_000)
    const body = { profile: { name: 'After' } }
    await client.call('replaceGroup', { params: { groupId: group.id }, body })
    expect(await statesOf(group.id)).toEqual([
      [1, 'baseline', 'Before'],
      [2, 'updated', 'After'],
    ])
    const [first, second] = await versionsOf(client, { id: group.id })
    expect([first?.changedAt, first?.eventUuid]).toEqual([group.lastUpdated, null])
    await client.call('undoVersion', { params: { versionId: second?.id ?? '' } })
    expect((await client.call('getGroup', { params: { groupId: group.id } })).body.profile.name).toBe('Before')
  })

  it('gets it with its deletion, too, and comes back from it', async () => {
    const { client, make } = server
    const { id: groupId } = await make.aGroup('Deleted')
    await forget(groupId)
    await client.call('deleteGroup', { params: { groupId } })
    expect(await statesOf(groupId)).toEqual([
      [1, 'baseline', 'Deleted'],
      [2, 'deleted', 'Deleted'],
    ])
    const [first] = await versionsOf(client, { id: groupId })
    await client.call('restoreVersion', { params: { versionId: first?.id ?? '' }, body: { expectedVersion: 2 } })
    expect((await client.call('getGroup', { params: { groupId } })).body.profile.name).toBe('Deleted')
  })

  it('gets none with what is no change of its own, such as a new member', async () => {
    const { client, make } = server
    const [{ id: groupId }, { id: userId }] = [await make.aGroup(), await make.aUser()]
    await forget(groupId)
    await forget(userId)
    await client.call('addGroupMember', { params: { groupId, userId } })
    expect([await statesOf(groupId), await statesOf(userId)]).toEqual([[], []])
  })
})

it('what is changed in the transaction that makes it has one version, of its last state', async () => {
  const { client } = server
  const profile = { login: 'new@example.test', email: 'new@example.test', firstName: 'New', lastName: 'Berg' }
  const credentials = {
    password: { value: 'Correct-Horse-7' },
    recovery_question: { question: 'Why?', answer: 'Because' },
  }
  const { id } = (await client.call('createUser', { body: { profile, credentials }, query: { activate: 'true' } })).body
  expect(await statesOf(id)).toEqual([[1, 'created', 'New Berg']])
  expect((await staleObjects(server.dataFile)).filter((one) => one.id === id)).toEqual([])
})

it('a sign-in, also with a mistyped password before it, writes no version of anything', async () => {
  const { server: signingIn, app, ada } = await startWithAda()
  const count = () =>
    withDatabase(signingIn.dataFile, async (database) => (await database.all('SELECT id FROM object_versions')).length)
  const before = await count()
  const browser = new TestBrowser(signingIn)
  await provePassword(browser, authorizeAddress(app.clientId, { scope: 'openid' }), ada.login, 'Wrong-horse-5')
  const shown = await signIn(new TestBrowser(signingIn), authorizeAddress(app.clientId, { scope: 'openid' }), ada.login)
  expect(answerIn(shown)['code']).toBeDefined()
  expect((await signingIn.client.call('getUser', { params: { userId: ada.id } })).body.lastLogin).not.toBeNull()
  expect(await count()).toBe(before)
  expect(await staleObjects(signingIn.dataFile)).toEqual([])
})
