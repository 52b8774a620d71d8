import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import { eventually } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let count = 0
let params: { userId: string }
beforeAll(async () => {
  server = await startServer()
})

const PASSWORD = 'Correct-Horse-7'
const QUESTION = { question: 'First pet?', answer: 'A Grey  Cat' }

async function aPerson(credentials: object, groupIds: string[] = [], { client } = server): Promise<User> {
  const login = `secret${(count += 1)}@example.test`
  const profile = { login, email: login, firstName: 'Wim', lastName: 'Werker' }
  return (await client.call('createUser', { body: { profile, groupIds, credentials } as never })).body
}
const whole = () => ({ password: { value: PASSWORD }, recovery_question: QUESTION })
beforeEach(async () => {
  params = { userId: (await aPerson(whole())).id }
})

const change = (oldPassword: string, newPassword: string) => ({
  oldPassword: { value: oldPassword },
  newPassword: { value: newPassword },
})
const read = async () => (await server.client.call('getUser', { params })).body
const changeTo = (newPassword: string, from = PASSWORD, query: object = {}) =>
  server.client.call('changePassword', { params, body: change(from, newPassword), query: query as never })
const refusedChange = async (newPassword: string, from = PASSWORD, query: Record<string, unknown> = {}) => {
  const refusal = await server.client.refused('changePassword', { params, body: change(from, newPassword), query })
  return [refusal.status, refusal.code, refusal.body.errorCauses[0]?.errorSummary]
}
const eventsOf = async (type: string, of = params.userId) => {
  const filter = `eventType eq "${type}" and target.id eq "${of}"`
  return (await server.client.call('listLogEvents', { query: { filter } })).body
}

/** A group whose own policy has these settings of passwords. */
async function aGroupWith(password: object, more: object = {}): Promise<string> {
  const { id } = await server.make.aGroup()
  const conditions = { people: { groups: { include: [id] } } }
  await server.make.aRule(
    await server.make.aPolicy('PASSWORD', { conditions, settings: { password, ...more } } as never),
  )
  return id
}

describe('changing a password', () => {
  it('answers the credentials; the new one is right from then on [spec/5 2/change_password]', async () => {
    expect((await changeTo('Another-Horse-8')).body).toEqual({
      ...{ password: {}, recovery_question: { question: 'First pet?' } },
      provider: { type: 'SVC', name: 'SVC' },
    })
    expect(await refusedChange('Third-Horse-9')).toEqual([403, 'E0000014', 'oldPassword: is not right'])
    await changeTo('Third-Horse-9', 'Another-Horse-8')
  })

  it('is refused for a weak one, and from a status without a password [spec/4 credentials/refusals]', async () => {
    expect(await refusedChange('weak')).toEqual([403, 'E0000080', 'password: must have at least 8 characters'])
    await server.client.call('suspendUser', { params })
    expect(await refusedChange('Another-Horse-8')).toEqual([403, 'E0000035', undefined])
  })

  it('ends an expired password and a recovery', async () => {
    for (const step of ['expirePassword', 'resetPassword'] as const) {
      params = { userId: (await aPerson(whole())).id }
      await server.client.call(step, { params })
      await changeTo('Another-Horse-8')
      expect((await read()).status).toBe('ACTIVE')
    }
  })

  it('asks age and history where it is strict, each by itself', async () => {
    const group = await aGroupWith({ age: { minAgeMinutes: 30, historyCount: 2 } })
    params = { userId: (await aPerson(whole(), [group])).id }
    const strict = { strict: 'true' }
    expect((await refusedChange('Another-Horse-8', PASSWORD, strict))[2]).toBe(
      'password: was changed less than 30 minutes ago',
    )
    await changeTo('Another-Horse-8')
    server.clock.advance(31 * 60_000)
    const used = 'password: must not be one of the last 2 passwords'
    expect(await refusedChange(PASSWORD, 'Another-Horse-8', strict)).toEqual([403, 'E0000080', used])
    await changeTo('Third-Horse-9', 'Another-Horse-8', strict)
    server.clock.advance(31 * 60_000)
    await changeTo(PASSWORD, 'Third-Horse-9', strict)
  })

  it('cannot ask an endpoint that alone knows the password [spec/4 credentials/hook]', async () => {
    params = { userId: (await aPerson({ password: { hook: { type: 'default' } } })).id }
    expect((await refusedChange('Another-Horse-8')).slice(0, 2)).toEqual([501, 'E0000060'])
  })

  it('of one that was brought along makes it our own', async () => {
    const value = createHash('sha1').update('old secret').digest('base64')
    params = { userId: (await aPerson({ password: { hash: { algorithm: 'SHA-1', value } } })).id }
    expect((await read()).credentials?.provider.type).toBe('IMPORT')
    expect((await refusedChange('weak', 'old secret'))[1]).toBe('E0000080')
    expect((await read()).credentials?.provider.type).toBe('SVC')
    expect(await eventsOf('user.import.password')).toHaveLength(1)
    await changeTo('Another-Horse-8', 'old secret')
  })
})

describe('too many wrong passwords', () => {
  it('lock a person out by their own policy, until time lets them in again', async () => {
    const group = await aGroupWith({ lockout: { maxAttempts: 2, autoUnlockMinutes: 5 } })
    params = { userId: (await aPerson(whole(), [group])).id }
    await server.client.call('expirePassword', { params })
    await refusedChange('x', 'wrong')
    expect((await read()).status).toBe('PASSWORD_EXPIRED')
    await refusedChange('x', 'wrong')
    expect((await read()).status).toBe('LOCKED_OUT')
    expect((await refusedChange('Another-Horse-8'))[1]).toBe('E0000014')
    server.clock.advance(5 * 60_000)
    expect((await refusedChange('Another-Horse-8', 'wrong'))[1]).toBe('E0000014')
    expect((await read()).status).toBe('PASSWORD_EXPIRED')
    await changeTo('Another-Horse-8')
    expect((await read()).status).toBe('ACTIVE')
    const [lock, unlock] = [await eventsOf('user.account.lock'), await eventsOf('user.account.unlock')]
    for (const [event] of [lock, unlock]) expect(event?.actor.type).toBe('SystemPrincipal')
  })

  it('lock out for as long as the policy says: the clock lets people in again, without another password', async () => {
    const [minutes, always] = [
      await aGroupWith({ lockout: { maxAttempts: 1, autoUnlockMinutes: 5 } }),
      await aGroupWith({ lockout: { maxAttempts: 1 } }),
    ]
    const ids: string[] = []
    for (const group of [minutes, always, minutes]) {
      params = { userId: (await aPerson(whole(), [group])).id }
      ids.push(params.userId)
      await refusedChange('x', 'wrong')
      expect((await read()).status).toBe('LOCKED_OUT')
      server.clock.advance(4 * 60_000)
    }
    await server.stop()
    server = await startServer({ dataFile: server.dataFile, clock: server.clock })
    const statusOf = async (userId: string) => (await server.client.call('getUser', { params: { userId } })).body.status
    await eventually(async () => expect(await statusOf(ids[0] ?? '')).toBe('ACTIVE'))
    expect([await statusOf(ids[1] ?? ''), await statusOf(ids[2] ?? '')]).toEqual(['LOCKED_OUT', 'LOCKED_OUT'])
    const [unlock] = await eventsOf('user.account.unlock', ids[0])
    expect(unlock?.actor.type).toBe('SystemPrincipal')
  })

  it('do nothing where the policy counts none, and begin again after a right one', async () => {
    const group = await aGroupWith({ lockout: { maxAttempts: 2 } })
    params = { userId: (await aPerson(whole(), [group])).id }
    for (const [to, from] of [
      ['x', 'wrong'],
      ['weak', PASSWORD],
      ['x', 'wrong'],
    ] as const)
      await refusedChange(to, from)
    expect((await read()).status).toBe('ACTIVE')
    params = { userId: (await aPerson(whole(), [await aGroupWith({ lockout: { maxAttempts: 0 } })])).id }
    for (let tries = 0; tries < 4; tries++) await refusedChange('x', 'wrong')
    expect((await read()).status).toBe('ACTIVE')
  })
})

describe('a recovery question', () => {
  it('is changed by the password [spec/5 2/change_recovery_question]', async () => {
    const body = { password: { value: PASSWORD }, recovery_question: { question: 'Street?', answer: 'High Street' } }
    const reply = await server.client.call('changeRecoveryQuestion', { params, body })
    expect(reply.body.recovery_question).toEqual({ question: 'Street?' })
    const wrong = await server.client.refused('changeRecoveryQuestion', {
      ...{ params, body: { ...body, password: { value: 'wrong' } } },
    })
    expect([wrong.status, wrong.code, wrong.locations]).toEqual([403, 'E0000014', ['password']])
    const short = { ...body, recovery_question: { question: 'Street?', answer: 'me' } }
    expect((await server.client.refused('changeRecoveryQuestion', { params, body: short })).code).toBe('E0000001')
    params = { userId: (await server.make.aUser()).id }
    expect((await server.client.refused('changeRecoveryQuestion', { params, body })).code).toBe('E0000036')
  })

  it('sets another password by its answer, whatever its case and spaces [spec/5 2/forgot_password_recovery_question]', async () => {
    const recover = (answer: string) => ({
      ...{ params, body: { password: { value: 'Another-Horse-8' }, recovery_question: { answer } } },
    })
    const wrong = await server.client.refused('recoverPassword', recover('a dog'))
    expect([wrong.status, wrong.code, wrong.locations]).toEqual([403, 'E0000087', ['recovery_question.answer']])
    await server.client.call('recoverPassword', recover(' a grey cat '))
    await changeTo('Third-Horse-9', 'Another-Horse-8')
  })

  it('recovers nothing where the policy has switched it off, or none is set', async () => {
    const off = { factors: { recovery_question: { status: 'INACTIVE' } } }
    const body = { password: { value: 'Another-Horse-8' }, recovery_question: { answer: 'a grey cat' } }
    params = { userId: (await aPerson(whole(), [await aGroupWith({}, { recovery: off })])).id }
    expect((await server.client.refused('recoverPassword', { params, body })).code).toBe('E0000034')
    params = { userId: (await aPerson({ password: { value: PASSWORD } })).id }
    expect((await server.client.refused('recoverPassword', { params, body })).code).toBe('E0000034')
  })
})

describe.each(ENGINES)('a forgotten password on the %s engine', (engine) => {
  it('gives an address without mail, nothing with it; Classic asks for a question [spec/5 2/forgot_password]', async () => {
    const own = await startServer({ engine })
    const told = { query: { sendEmail: 'false' } } as const
    const withQuestion = { params: { userId: (await aPerson(whole(), [], own)).id } }
    const { body } = await own.client.call('forgotPassword', { ...withQuestion, ...told })
    expect(body.resetPasswordUrl).toMatch(/\/reset_password\/\w{32}$/)
    expect((await own.client.call('forgotPassword', withQuestion)).body).toEqual({})
    const bare = await aPerson({ password: { value: PASSWORD } }, [], own)
    expect('forgotPassword' in bare._links).toBe(engine === 'identity')
    const input = { params: { userId: bare.id } }
    if (engine === 'identity') await own.client.call('forgotPassword', input)
    else expect((await own.client.refused('forgotPassword', input)).code).toBe('E0000034')
  })
})
