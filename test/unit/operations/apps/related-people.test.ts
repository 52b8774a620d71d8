import { beforeAll, describe, expect, it } from 'vitest'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let appId: string
let authServerId: string
let number = 0
beforeAll(async () => {
  server = await startServer()
  const { client, make } = server
  authServerId = (await make.anAuthorizationServer()).id
  appId = (await client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Billing') as never })).body.id
})

const person = async (profile: object = {}, credentials: object = {}) => {
  const own = { firstName: 'Ada', lastName: 'Low', email: 'ada@mail.test' }
  const body = { profile: { ...own, login: `p${(number += 1)}@corp.test`, ...profile }, credentials }
  return (await server.client.call('createUser', { body: body as never })).body
}

/** What an expression comes to in an access token of someone, and why it comes to nothing. */
async function said(value: string, userId: string) {
  const { client } = server
  const name = `c${(number += 1)}`
  const claim = { name, claimType: 'RESOURCE', valueType: 'EXPRESSION', value } as const
  const params = { authServerId }
  const { id } = (await client.call('createServerClaim', { params, body: claim })).body
  const { accessToken } = (await client.call('previewTokens', { params, query: { appId, userId } })).body
  await client.call('deleteServerClaim', { params: { ...params, claimId: id } })
  const why = accessToken.omitted.find((each) => each.name === name)?.why
  return why === undefined ? (accessToken.claims as Record<string, unknown>)[name] : { why }
}

const MANAGER = 'getManagerUser("directory_service")'
const IS_NONE = `${MANAGER} == null`

describe('the manager of a person', () => {
  it.each([
    ['id', 'managerId', (boss: Awaited<ReturnType<typeof person>>) => boss.id],
    ['login', 'managerId', (boss: Awaited<ReturnType<typeof person>>) => boss.profile['login']],
    ['employee number', 'managerId', (boss: Awaited<ReturnType<typeof person>>) => boss.profile['employeeNumber']],
    ['login, as the manager', 'manager', (boss: Awaited<ReturnType<typeof person>>) => boss.profile['login']],
    ['display name', 'manager', (boss: Awaited<ReturnType<typeof person>>) => boss.profile['displayName']],
  ])('is found by %s', async (_, attribute, named) => {
    number += 1
    const boss = await person({ firstName: 'Bo', displayName: `Bo ${number}`, employeeNumber: `N${number}` })
    const { id } = await person({ [attribute]: named(boss) })
    expect(await said(`${MANAGER}.firstName`, id)).toBe('Bo')
    expect(await said(`${MANAGER}.getInternalProperty("id")`, id)).toBe(boss.id)
  })

  it('is null where the profile names no one, no one that there is, or several', async () => {
    await person({ displayName: 'Twin Peaks' })
    await person({ displayName: 'Twin Peaks' })
    for (const profile of [{}, { managerId: 'nothing' }, { manager: 'Twin Peaks' }])
      expect(await said(IS_NONE, (await person(profile)).id)).toBe(true)
  })

  it('has a profile in an application, by its name or id; null in one that they do not have', async () => {
    const { client } = server
    const boss = await person()
    const other = (await client.call('createApp', { body: soundApp('BOOKMARK', 'Wiki') as never })).body
    const profile = { id: boss.id, scope: 'USER' as const, credentials: { userName: 'the-boss' } }
    await client.call('assignAppUser', { params: { appId }, body: profile as never })
    const { id } = await person({ managerId: boss.id })
    const nameIn = (app: string) => said(`getManagerAppUser("directory_service", "${app}").userName`, id)
    expect(await nameIn(appId)).toBe('the-boss')
    expect(await nameIn('oidc_client')).toBe('the-boss')
    expect(await said(`getManagerAppUser("directory_service", "${other.id}") == null`, id)).toBe(true)
  })
})

describe('other systems', () => {
  it('someone who signs in by a directory has one profile there, another person none', async () => {
    const found = 'hasDirectoryUser() ? findDirectoryUser().userName : "none"'
    const provider = { provider: { type: 'DIRECTORY_SERVICE', name: 'corp.test' } }
    const user = await person({}, provider)
    expect(await said(found, user.id)).toBe(user.profile['login'])
    expect(await said(found, (await person()).id)).toBe('none')
  })

  it('someone with one HR system has a profile there; with two none is the one that is meant', async () => {
    const { client } = server
    const user = await person({ employeeNumber: '77' })
    const found = 'hasHrUser() ? findHrUser().userName : "none"'
    expect(await said(found, user.id)).toBe('none')
    for (const [label, expected] of [
      ['HR one', user.profile['login']],
      ['HR two', 'none'],
    ]) {
      const app = (await client.call('createApp', { body: { name: 'deelhr', label } as never })).body
      await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } as never })
      expect(await said(found, user.id)).toBe(expected)
    }
  })
})

it('a template of user names can name the manager', async () => {
  const { client } = server
  const userNameTemplate = {
    template: '${getManagerUser("directory_service").firstName}-${user.firstName}',
    type: 'CUSTOM',
  }
  const body = { ...soundApp('BOOKMARK', 'Named by the manager'), credentials: { userNameTemplate } }
  const app = (await client.call('createApp', { body: body as never })).body
  const boss = await person({ firstName: 'Bo' })
  const user = await person({ managerId: boss.id })
  const assigned = await client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } as never })
  expect(assigned.body.credentials?.userName).toBe('Bo-Ada')
  const { userName } = (await client.call('previewApp', { params: { appId: app.id, userId: user.id } })).body
  expect(userName).toMatchObject({ value: 'Bo-Ada', problem: null })
  const { userName: without } = (await client.call('previewApp', { params: { appId: app.id, userId: boss.id } })).body
  expect(without.problem).toContain('has no value')
})

it('an attribute of an assertion can name the manager', async () => {
  const { settings, ...app } = soundApp('SAML_2_0', 'Wiki of managers')
  const attributeStatements = [{ type: 'EXPRESSION', name: 'boss', values: [`${MANAGER}.firstName`] }]
  const body = { ...app, settings: { signOn: { ...settings.signOn, attributeStatements } } }
  const { id } = (await server.client.call('createApp', { body: body as never })).body
  const boss = await person({ firstName: 'Bo' })
  const user = await person({ managerId: boss.id })
  const { saml } = (await server.client.call('previewApp', { params: { appId: id, userId: user.id } })).body
  expect(saml?.attributes[0]).toMatchObject({ values: ['Bo'], missing: null })
})
