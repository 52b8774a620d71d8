import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { LENIENT } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let user: User
let params: { userId: string }
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  user = await server.make.aUser({ city: 'Ghent', title: 'Pilot' })
  params = { userId: user.id }
})

const replace = async (body: object, query: object = {}) =>
  (await server.client.call('replaceUser', { params, body: body as never, query: query as never })).body
const whole = () => ({ ...profileOf(user), lastName: 'Weaver' })
function profileOf({ profile: { login, email, firstName, lastName } }: User) {
  return { login, email, firstName, lastName } as Record<string, string>
}
const aType = async (name: string) =>
  (await server.client.call('createUserType', { body: { name, displayName: name, description: '' } })).body

describe('replacing a person', () => {
  it('takes attributes away that are not given [spec/4 users/replace]', async () => {
    const { profile } = await replace({ profile: whole() })
    expect(profile).toMatchObject({ lastName: 'Weaver' })
    for (const gone of ['city', 'title']) expect(profile).not.toHaveProperty(gone)
  })

  it('by credentials alone keeps the profile [spec/5 2/put credentials]', async () => {
    const after = await replace({ credentials: { password: { value: 'Correct-Horse-7' } } })
    expect(after.profile).toEqual(user.profile)
    expect([after.status, after.credentials?.password, after.passwordChanged]).toEqual(['ACTIVE', {}, user.created])
  })

  it('brings a hash along [spec/5 2/put hash]', async () => {
    const value = createHash('sha256').update('old').digest('base64')
    const { credentials } = await replace({
      profile: whole(),
      credentials: { password: { hash: { algorithm: 'SHA-256', value } } },
    })
    expect(credentials?.provider).toEqual({ type: 'IMPORT', name: 'IMPORT' })
    expect((await replace({ profile: { ...whole(), lastName: 'Still' } })).profile['lastName']).toBe('Still')
  })

  it('changes the type, which a partial change does not [spec/5 2/put type]', async () => {
    const type = { id: (await aType(`kind${Date.now()}`)).id }
    const refusal = await server.client.refused('updateUser', { params, body: { type } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['type.id']])
    expect((await replace({ type })).type).toEqual(type)
    await server.client.call('updateUser', { params, body: { type } })
  })

  it('takes back what was read, read-only parts and all', async () => {
    const read = (await server.client.call('getUser', { params })).body
    const reply = await server.client.call('replaceUser', { params, body: read as never, headers: LENIENT })
    expect(reply.body).toEqual(read)
  })

  it('takes back what was read of one with a password, whole or in part, and the password stays', async () => {
    await replace({ credentials: { password: { value: 'Correct-Horse-7' } } })
    const read = (await server.client.call('getUser', { params })).body
    const title = { ...read, profile: { ...read.profile, title: 'Captain' } }
    for (const id of ['replaceUser', 'updateUser'] as const) {
      const { body } = await server.client.call(id, { params, body: title as never, headers: LENIENT })
      expect([body.profile['title'], body.credentials]).toEqual(['Captain', read.credentials])
    }
    await server.client.call('changePassword', {
      params,
      body: { oldPassword: { value: 'Correct-Horse-7' }, newPassword: { value: 'Correct-Horse-8' } },
    })
  })

  it('needs something to replace', async () => {
    expect((await server.client.refused('replaceUser', { params, body: {} })).locations).toEqual(['profile'])
  })
})

describe('a new password', () => {
  it('that is weak is refused, and nothing changes', async () => {
    const body = { profile: { lastName: 'Weaver' }, credentials: { password: { value: 'weak' } } }
    const refusal = await server.client.refused('updateUser', { params, body })
    expect([refusal.status, refusal.code, new Set(refusal.locations)]).toEqual([403, 'E0000080', new Set(['password'])])
    expect((await server.client.call('getUser', { params })).body).toEqual(user)
  })

  it('is checked against age and history where the request is strict', async () => {
    const { id } = await server.make.aGroup()
    const settings = { password: { age: { minAgeMinutes: 10 } } }
    const conditions = { people: { groups: { include: [id] } } }
    await server.make.aRule(await server.make.aPolicy('PASSWORD', { conditions, settings } as never))
    params = { userId: (await server.make.aUser({}, [id])).id }
    const body = (value: string) => ({ credentials: { password: { value } } })
    await server.client.call('updateUser', { params, body: body('Correct-Horse-7'), query: { strict: 'true' } })
    await server.client.call('updateUser', { params, body: body('Correct-Horse-8') })
    const input = { params, body: body('Correct-Horse-9'), query: { strict: 'true' } }
    expect((await server.client.refused('updateUser', input)).code).toBe('E0000080')
  })
})

describe('a person of another system', () => {
  it.each([
    ['LDAP', false],
    ['DIRECTORY_SERVICE', false],
    ['FEDERATION', true],
    ['SOCIAL', true],
  ] as const)('of %s: their profile changes here: %s [spec/4 users/mastered elsewhere]', async (type, isOurs) => {
    await replace({ credentials: { provider: { type, name: 'there' } } })
    const input = { params, body: { profile: { lastName: 'Weaver' } } }
    if (isOurs) return void (await server.client.call('updateUser', input))
    const refusal = await server.client.refused('updateUser', input)
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000023'])
    await server.client.call('updateUser', {
      params,
      body: { profile: { lastName: String(user.profile['lastName']) } },
    })
  })

  it('has no password here', async () => {
    await replace({ credentials: { password: { value: 'Correct-Horse-7' } } })
    const { credentials } = await replace({ credentials: { provider: { type: 'LDAP' } } })
    expect(credentials).not.toHaveProperty('password')
    const body = { credentials: { password: { value: 'Correct-Horse-8' } } }
    expect((await server.client.refused('updateUser', { params, body })).locations).toEqual(['credentials.password'])
    for (const step of ['resetPassword', 'deactivateUser'] as const)
      if (step === 'resetPassword') expect((await server.client.refused(step, { params })).code).toBe('E0000038')
  })
})

it('what changed is in the log by what it was, never a secret', async () => {
  const type = { id: (await aType(`logged${Date.now()}`)).id }
  const recovery_question = { question: 'Pet?', answer: 'Unsayable' }
  const credentials = { password: { value: 'Unspeakable-7' }, recovery_question }
  await replace({ profile: whole(), type, credentials })
  const filter = `target.id eq "${user.id}"`
  const events = (await server.client.call('listLogEvents', { query: { filter } })).body
  const types = events.map(({ eventType }) => eventType)
  for (const what of ['profile', 'user_type', 'password']) expect(types).toContain(`user.account.update_${what}`)
  expect(JSON.stringify(events)).not.toMatch(/Unsayable|Unspeakable|argon2id/i)
})

it('a reply leaves out what its request says [spec/4 users/svc-response]', async () => {
  await replace({ credentials: { password: { value: 'Correct-Horse-7' } } })
  const read = async (asked: string) => {
    const headers = { 'Content-Type': `application/json; svc-response=${asked}` }
    return (await server.client.call('getUser', { params, headers })).body
  }
  const all = await read('omitCredentials,omitCredentialsLinks,omitTransitioningToStatus')
  expect(all).not.toHaveProperty('credentials')
  expect(Object.keys(all._links)).toEqual(['suspend', 'schema', 'self', 'type', 'deactivate'])
  expect(Object.keys((await read('"omitCredentials"'))._links)).toContain('changePassword')
  const body = { profile: { title: 'Pilot' } }
  const headers = { 'Content-Type': 'application/json; svc-response=omitCredentials,omitCredentialsLinks' }
  expect((await server.client.call('updateUser', { params, body, headers })).body).not.toHaveProperty('credentials')
})
