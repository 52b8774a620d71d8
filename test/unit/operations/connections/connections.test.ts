import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { remoteAddressProblem } from '#operations/connections/remote-address.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { gatehouse } from '../../../helpers/gatehouse.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const TOKEN = '00-a-token-of-the-remote-instance-012345678'
const ADDRESS = 'https://acme.example.test'
const withToken = (over: object = {}) => ({
  ...{ name: 'Acme', address: ADDRESS, authentication: { type: 'API_TOKEN' as const, token: TOKEN } },
  ...over,
})
const SERVICE_APP = { type: 'SERVICE_APP' as const, clientId: '0oa1', scopes: ['svc.groups.read'] }

describe('the address of a remote', () => {
  it.each(['https://acme.example.com', 'https://acme.example.com/', 'https://10.0.0.1:8443'])(
    'may be %s',
    (address) => {
      expect(remoteAddressProblem(address)).toBeNull()
    },
  )

  it.each(['http://127.0.0.1:7480', 'http://[::1]:7480', 'http://localhost'])(
    'may be %s, on this machine',
    (address) => {
      expect(remoteAddressProblem(address)).toBeNull()
    },
  )

  it.each([
    'acme.example.com',
    'http://acme.example.com',
    'http://127.0.0.2',
    'http://localhost.example.com',
    'ftp://localhost',
    'https://ada:secret@acme.example.com',
    'https://acme.example.com/path',
    'https://acme.example.com?x=1',
    'https://acme.example.com?',
    'https://acme.example.com/#x',
    'https://acme.example.com#',
    'file:///etc/passwd',
  ])('is not %s', (address) => {
    expect(remoteAddressProblem(address)).toEqual(expect.any(String))
  })
})

describe('a connection', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })

  it('is made with half of the budget and without the right to write, and never shows its token', async () => {
    const { call } = server.client
    const { body } = await call('createConnection', { body: withToken() })
    expect(body).toMatchObject({ address: ADDRESS, budgetPercent: 50, mayWrite: false, needsSecret: false })
    expect(body.authentication).toEqual({ type: 'API_TOKEN' })
    const params = { connectionId: body.id }
    const renamed = { ...body, name: 'Renamed', mayWrite: true } as never
    const replaced = (await call('replaceConnection', { params, body: renamed })).body
    expect(replaced).toMatchObject({ name: 'Renamed', mayWrite: true, needsSecret: false })
    const told = [
      ...[body, replaced, (await call('listConnections')).body],
      (await call('listLogEvents', { query: { limit: 100 } })).body,
    ]
    expect(JSON.stringify(told)).not.toContain(TOKEN)
    const types = (await call('listLogEvents', { query: { filter: 'eventType sw "gatehouse.connection."' } })).body
    expect(types.map(({ eventType }) => eventType)).toEqual([
      'gatehouse.connection.create',
      'gatehouse.connection.update',
    ])
  })

  it('of another address needs its token again, which is sent nowhere else', async () => {
    const { call, refused } = server.client
    const { id } = (await call('createConnection', { body: withToken({ name: 'Moves' }) })).body
    const params = { connectionId: id }
    const body = withToken({
      name: 'Moves',
      address: 'https://other.example.test',
      authentication: { type: 'API_TOKEN' },
    })
    expect(await refused('replaceConnection', { params, body })).toMatchObject({
      status: 400,
      locations: ['authentication.token'],
    })
    expect((await call('getConnection', { params })).body.address).toBe(ADDRESS)
    const given = { ...body, authentication: { type: 'API_TOKEN' as const, token: 'another' } }
    expect((await call('replaceConnection', { params, body: given })).body.address).toBe('https://other.example.test')
  })

  it('as a service app has a key of its own, whose public half is shown, and another one at another address', async () => {
    const { call } = server.client
    const made = { name: 'App', address: ADDRESS, authentication: SERVICE_APP }
    const { body } = await call('createConnection', { body: made })
    const keyOf = ({ authentication }: typeof body) =>
      authentication.type === 'SERVICE_APP' ? authentication.publicKey : undefined
    expect(keyOf(body)).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' })
    expect(keyOf(body)).not.toHaveProperty('d')
    const params = { connectionId: body.id }
    const wider = { ...made, authentication: { ...SERVICE_APP, scopes: ['svc.groups.read', 'svc.users.read'] } }
    expect(keyOf((await call('replaceConnection', { params, body: wider })).body)).toEqual(keyOf(body))
    const moved = await call('replaceConnection', { params, body: { ...made, address: 'https://b.example.test' } })
    expect(keyOf(moved.body)?.x).not.toBe(keyOf(body)?.x)
  })

  it('refuses a token that would end its header, and a vocabulary that cannot be told apart', async () => {
    const { refused } = server.client
    const broken = withToken({ name: 'B', authentication: { type: 'API_TOKEN', token: 'a\r\nX-Other: b' } })
    expect((await refused('createConnection', { body: broken })).locations).toEqual(['authentication.token'])
    const words = { name: 'W', brand: 'w', words: { ALLOW: 'SAME', DENY: 'SAME' } }
    const vocabulary = withToken({ name: 'B', vocabulary: words })
    expect((await refused('createConnection', { body: vocabulary })).locations).toEqual(['vocabulary'])
  })

  it('is made and changed by super administrators only', async () => {
    const { call, refused } = server.client
    const { body: person } = await call('createUser', {
      query: { activate: 'true' },
      body: {
        profile: { login: 'org@example.test', email: 'org@example.test', firstName: 'O', lastName: 'A' },
        credentials: { password: { value: 'Correct-horse-7' } },
      },
    })
    await call('assignUserRole', { params: { userId: person.id }, body: { type: 'ORG_ADMIN' } } as never)
    const { token } = (await call('createApiToken', { body: { name: 'Theirs', userId: person.id } })).body
    expect((await refused('createConnection', { token, body: withToken({ name: 'Mine' }) })).code).toBe('E0000006')
    const listed = await server.client.fetch('/gatehouse/v1/connections', {
      headers: { Authorization: `SSWS ${token}` },
    })
    expect(listed.status).toBe(200)
  })
})

it('a workspace moved without its key says that the connection needs its secret again, which then works', async () => {
  const server = await startServer({ isFirstStart: true })
  const { id } = (await server.client.call('createConnection', { body: withToken() })).body
  await server.stop()
  await rm(`${server.dataFile}.key`)
  const again = await startServer({ dataFile: server.dataFile })
  const params = { connectionId: id }
  expect((await again.client.call('getConnection', { params })).body.needsSecret).toBe(true)
  const kept = withToken({ authentication: { type: 'API_TOKEN' } })
  const { locations } = await again.client.refused('replaceConnection', { params, body: kept })
  expect(locations).toEqual(['authentication.token'])
  const { body } = await again.client.call('replaceConnection', { params, body: withToken() })
  expect(body.needsSecret).toBe(false)
})

it('a sealed token that somebody puts beside another address in the file does not open', async () => {
  const server = await startServer({ isFirstStart: true })
  const { id } = (await server.client.call('createConnection', { body: withToken() })).body
  await server.stop()
  await withDatabase(server.dataFile, (database) =>
    database.run(`UPDATE connections SET address = 'https://evil.example.test'`),
  )
  const again = await startServer({ dataFile: server.dataFile })
  const { body } = await again.client.call('getConnection', { params: { connectionId: id } })
  expect(body).toMatchObject({ address: 'https://evil.example.test', needsSecret: true })
})

describe('the people of a connection', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  const made = async (over: object) => (await server.client.call('createConnection', { body: withToken(over) })).body
  const replaced = (connectionId: string, over: object) =>
    server.client.refused('replaceConnection', { params: { connectionId }, body: withToken(over) })

  it('are all, unless it says others; who says nothing later leaves them as they were', async () => {
    expect(await made({ name: 'Everybody' })).toMatchObject({ people: { mode: 'ALL' } })
    const people = { mode: 'SEARCH' as const, search: 'profile.department eq "Sales"' }
    const { id: connectionId } = await made({ name: 'Some', people })
    const { call } = server.client
    const params = { connectionId }
    expect((await call('replaceConnection', { params, body: withToken({ name: 'Some' }) })).body).toMatchObject({
      people,
    })
    const all = withToken({ name: 'Some', people: { mode: 'ALL' } })
    expect((await call('replaceConnection', { params, body: all })).body).toMatchObject({ people: { mode: 'ALL' } })
  })

  it.each(['profile.department', 'profile.login zz "a"', 'shoeSize eq 1', 'not (status eq "ACTIVE")'])(
    'cannot be those of the search %s',
    async (search) => {
      const body = withToken({ name: 'Unreadable', people: { mode: 'SEARCH', search } })
      const { errorCode, errorCauses } = (await server.client.refused('createConnection', { body })).body
      expect({ errorCode, errorCauses }).toEqual({
        errorCode: 'E0000001',
        errorCauses: [expect.objectContaining({ location: 'people.search' })],
      })
    },
  )

  it('stay pseudonyms, and never become them: what was pulled would not keep the promise', async () => {
    const pseudonyms = await made({ name: 'Hidden', people: { mode: 'PSEUDONYMS' } })
    const all = await made({ name: 'Shown' })
    for (const [{ id, name }, mode] of [
      [pseudonyms, 'ALL'],
      [all, 'PSEUDONYMS'],
    ] as const) {
      const [cause] = (await replaced(id, { name, people: { mode } })).body.errorCauses
      expect(cause).toMatchObject({ location: 'people.mode', errorSummary: /make a connection of its own/ })
    }
  })

  it('have pseudonyms whose salt is never answered, and stays with the token and the address changed', async () => {
    const { id: connectionId, ...shown } = await made({ name: 'Hashed', people: { mode: 'PSEUDONYMS' } })
    expect(JSON.stringify(shown)).not.toMatch(/salt/i)
    const salt = () =>
      withDatabase(server.dataFile, (database) =>
        database.first('SELECT people_salt AS salt FROM connections WHERE id = ?', [connectionId]),
      )
    const before = await salt()
    expect(before).toEqual({ salt: expect.stringMatching(/.{40}/) })
    const authentication = { type: 'API_TOKEN' as const, token: `${TOKEN}2` }
    const body = withToken({ name: 'Hashed', address: 'https://moved.example.test', authentication })
    await server.client.call('replaceConnection', { params: { connectionId }, body })
    expect(await salt()).toEqual(before)
  })
})

it('names differ by more than case; two of an earlier version stay, each found as it is written', async () => {
  const server = await startServer()
  const { call, refused } = server.client
  await call('createConnection', { body: withToken({ name: 'Production' }) })
  const { id: connectionId } = (await call('createConnection', { body: withToken({ name: 'Staging' }) })).body
  const replace = { params: { connectionId }, body: withToken({ name: 'production' }) }
  for (const refusal of [await refused('createConnection', replace), await refused('replaceConnection', replace)])
    expect(refusal).toMatchObject({ status: 400, locations: ['name'] })
  const own = { ...replace, body: withToken({ name: 'STAGING' }) }
  expect((await call('replaceConnection', own)).body.name).toBe('STAGING')
  await server.stop()

  const named = async (name: string) => {
    const { out, err } = await gatehouse('sync', 'status', '--data', server.dataFile, '--remote', name)
    return out || err
  }
  expect(await named('production')).toBe('Production was never pulled.\n')
  await withDatabase(server.dataFile, (file) =>
    file.run(`UPDATE connections SET name = 'production' WHERE name = 'STAGING'`),
  )
  expect(await named('Production')).toBe('Production was never pulled.\n')
  expect(await named('production')).toBe('production was never pulled.\n')
  expect(await named('PRODUCTION')).toBe('There is no connection “PRODUCTION”.\n')
  const again = await startServer({
    dataFile: server.dataFile,
    ...(server.token === null ? {} : { token: server.token }),
  })
  const body = { ...replace.body, budgetPercent: 20 }
  expect((await again.client.call('replaceConnection', { ...replace, body })).body.budgetPercent).toBe(20)
})
