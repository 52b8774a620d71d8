import { beforeAll, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import type { User } from '#contract/directory/user.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import { openStore } from '#db/store.ts'
import type { LooseInput } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
function aProfile(login = `new${(count += 1)}@example.test`) {
  return { login, email: 'mail@example.test', firstName: 'Wim', lastName: 'Werker' }
}
const VALUE = { password: { value: 'Correct-Horse-7' } }
const HASH = {
  password: { hash: { algorithm: 'MD5', value: createHash('md5').update('old secret').digest('base64') } },
}
const create = async (body: object, query: object = {}): Promise<User> =>
  (await server.client.call('createUser', { body: { profile: aProfile(), ...body } as never, query: query as never }))
    .body
const refused = (body: object, query: LooseInput['query'] = {}) =>
  server.client.refused('createUser', { body: { profile: aProfile(), ...body }, query })

describe('the status of a new person', () => {
  it.each([
    ['a password', { credentials: VALUE }, {}, 'ACTIVE'],
    ['nothing', {}, {}, 'PROVISIONED'],
    ['a password that is not activated', { credentials: VALUE }, { activate: 'false' }, 'STAGED'],
    ['a hash that is brought along', { credentials: HASH }, {}, 'ACTIVE'],
    ['a password that an endpoint knows', { credentials: { password: { hook: { type: 'default' } } } }, {}, 'ACTIVE'],
    ['a password to be changed', { credentials: VALUE }, { nextLogin: 'changePassword' }, 'PASSWORD_EXPIRED'],
    ['FEDERATION', { credentials: { provider: { type: 'FEDERATION' } } }, { provider: 'true' }, 'ACTIVE'],
    ['SOCIAL', { credentials: { provider: { type: 'SOCIAL', name: 'Club' } } }, { provider: 'true' }, 'ACTIVE'],
  ])('follows from %s [spec/4 users/resulting status]', async (_, body, query, status) => {
    expect((await create(body, query)).status).toBe(status)
  })

  it.each([
    ['E0000124', {}, { nextLogin: 'changePassword' }],
    ['E0000125', { credentials: VALUE }, { nextLogin: 'changePassword', activate: 'false' }],
  ])('is refused with %s where a password cannot be an expired one', async (code, body, query) => {
    const refusal = await refused(body, query)
    expect([refusal.status, refusal.code]).toEqual([400, code])
  })

  it('needs the provider that the query announces', async () => {
    expect((await refused({}, { provider: 'true' })).locations).toEqual(['credentials.provider'])
  })
})

describe('the credentials of a new person', () => {
  it('show that a password is set, the question, and the provider last', async () => {
    const recovery_question = { question: 'First pet?', answer: 'A Grey  Cat' }
    const { credentials } = await create({ credentials: { ...VALUE, recovery_question } })
    expect(Object.keys(credentials ?? {})).toEqual(['password', 'recovery_question', 'emails', 'provider'])
    expect(credentials).toMatchObject({ password: {}, recovery_question: { question: 'First pet?' } })
  })

  it('of a password that was brought along come from IMPORT [spec/5 2/create with hash]', async () => {
    const body = {
      ...{ algorithm: 'SHA-512', salt: 'cGVwcGVy', saltOrder: 'PREFIX', workFactor: 0 },
      value: createHash('sha512').update('pepperold secret').digest('base64'),
    }
    const user = await create({ credentials: { password: { hash: body } } }, { activate: 'false' })
    expect([user.status, user.credentials]).toMatchObject([
      'STAGED',
      { password: {}, provider: { type: 'IMPORT', name: 'IMPORT' } },
    ])
  })

  it('hold no password where a provider keeps it', async () => {
    const refusal = await refused({ credentials: { ...VALUE, provider: { type: 'LDAP' } } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['credentials.password']])
  })

  it.each([
    ['two ways to give a password', { password: { ...VALUE.password, ...HASH.password } }, 'credentials.password'],
    [
      'an answer that is too short',
      { recovery_question: { question: 'Pet?', answer: 'ox' } },
      'credentials.recovery_question.answer',
    ],
    [
      'a question without an answer',
      { recovery_question: { question: 'Pet?' } },
      'credentials.recovery_question.answer',
    ],
    ['a password that is too long', { password: { value: 'Aa1-'.repeat(19) } }, 'credentials.password.value'],
  ])('are refused with %s', async (_, credentials, location) => {
    const refusal = await refused({ credentials })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })

  it('are stored as hashes alone', async () => {
    const { id } = await create({ credentials: { ...VALUE, recovery_question: { question: 'Pet?', answer: 'A Cat' } } })
    const store = await openCopy()
    const stored = await userCredentials.get(store.read, id)
    expect(stored).toMatchObject({
      password: expect.stringMatching(/^\$argon2id\$/),
      answer: expect.stringMatching(/^\$argon2id\$/),
    })
    expect(JSON.stringify(stored)).not.toMatch(/Correct|cat/i)
    await store.close()
  })
})

/** The open file belongs to the service; its backup can be looked into. */
async function openCopy() {
  const path = `${server.dataFile}.copy`
  await server.backup(path)
  return openStore(path, new Date(server.clock.now).toISOString())
}

describe('the password policy of a new person', () => {
  it('is the first whose groups they are put in, and each thing that it asks is told', async () => {
    const group = await server.make.aGroup()
    const common = { dictionary: { common: { exclude: true } } }
    const complexity = { minLength: 12, minSymbol: 2, excludeAttributes: ['firstName', 'lastName'], ...common }
    const policy = await server.make.aPolicy('PASSWORD', {
      conditions: { people: { groups: { include: [group.id] } } },
      settings: { password: { complexity } },
    } as never)
    await server.make.aRule(policy)
    const password = { value: 'werker-wim' }
    const refusal = await refused({ credentials: { password }, groupIds: [group.id] })
    expect([refusal.status, refusal.code, new Set(refusal.locations)]).toEqual([400, 'E0000001', new Set(['password'])])
    expect(refusal.body.errorCauses.map(({ errorSummary }) => errorSummary)).toEqual([
      'password: must have at least 12 characters',
      'password: must hold at least 1 upper-case letter',
      'password: must hold at least 1 digit',
      'password: must hold at least 2 symbols',
      'password: must not hold the first or the last name',
    ])
    const known = await refused({ credentials: { password: { value: 'letmein' } }, groupIds: [group.id] })
    expect(known.body.errorCauses.map(({ errorSummary }) => errorSummary)).toContain(
      'password: must not be a common password',
    )
    const elsewhere = await create({ credentials: VALUE })
    expect(elsewhere.status).toBe('ACTIVE')
  })

  it('keeps the login out of the password', async () => {
    const profile = aProfile('ariadne.thread@example.test')
    const refusal = await refused({ profile, credentials: { password: { value: 'My-Ariadne-7' } } })
    expect(refusal.body.errorCauses[0]?.errorSummary).toBe('password: must not hold the login or a part of it')
  })

  it('asks nothing of a hash', async () => {
    expect((await create({ credentials: HASH })).status).toBe('ACTIVE')
  })
})

describe('a login', () => {
  it('is unique and found without case and accents [spec/4 users/base profile]', async () => {
    const user = await create({ profile: aProfile('Zoë.Söder@example.test') })
    for (const same of ['zoe.soder@example.test', 'ZOË.SÖDER@EXAMPLE.TEST'])
      expect((await refused({ profile: aProfile(same) })).locations).toEqual(['profile.login'])
    for (const userId of ['zoe.soder@example.test', 'ZOË.söder'])
      expect((await server.client.call('getUser', { params: { userId } })).body.id).toBe(user.id)
  })
})
