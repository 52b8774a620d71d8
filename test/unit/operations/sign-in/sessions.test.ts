import { describe, expect, it } from 'vitest'
import type { Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { sessions, type SessionRecord } from '#db/tables/sessions.ts'
import { keepRecord, recordId } from '#operations/oauth/records.ts'
import { clearSessionsOf, endSession, sessionOf } from '#operations/sign-in/sessions.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { START, startServer, type TestServer } from '../../../helpers/server.ts'
import { withRows } from '../../../helpers/with-rows.ts'

const MINUTE_MS = 60_000
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString()

const PROOFS: SessionRecord['proofs'] = [
  { key: 'svc_password', method: 'PASSWORD', atMs: START - 2 * MINUTE_MS },
  { key: 'svc_verify', method: 'TOTP', atMs: START - MINUTE_MS },
]

/** Somebody's session, as the sign-in leaves it, with what the browser holds of it. */
async function aSession(tx: Tx, userId: string, over: Partial<SessionRecord> = {}): Promise<string> {
  const id = newId('session')
  const times = { created: at(-2), lastUsed: at(0), expires: at(120), ends: null }
  await sessions.insert(tx, { id, userId, proofs: PROOFS, idleMinutes: 120, ...times, ...over })
  const held = { id: recordId(null, 'Session', id), model: 'Session', serverId: null, uid: id, payload: {} }
  await keepRecord(tx, held, START + 600 * MINUTE_MS)
  return id
}

const aToken = (tx: Tx, userId: string, model: string) =>
  keepRecord(tx, { id: `${model} ${userId}`, model, serverId: null, userId, payload: {} }, START + 600 * MINUTE_MS)

const PASSWORD = 'correct horse 8 Battery'

const aPerson = async ({ client }: TestServer, login: string) => {
  const profile = { login, email: login, firstName: 'Some', lastName: 'Body' }
  return (await client.call('createUser', { body: { profile, credentials: { password: { value: PASSWORD } } } })).body
    .id
}

async function signedIn(over: Partial<SessionRecord> = {}) {
  const empty = await startServer()
  const userId = await aPerson(empty, 'ada@example.test')
  let sessionId = ''
  const server = await withRows(empty, async (tx) => {
    sessionId = await aSession(tx, userId, over)
    for (const model of ['RefreshToken', 'AccessToken']) await aToken(tx, userId, model)
  })
  return { server, userId, sessionId, params: { sessionId } }
}

/** What is left of it all. */
async function leftIn(server: TestServer) {
  const copy = `${server.dataFile}.${Math.random()}`
  await server.backup(copy)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(copy)
  const models = database.prepare('SELECT model FROM oauth_records ORDER BY model').all()
  const { count } = database.prepare('SELECT count(*) AS count FROM sessions').get() as { count: number }
  database.close()
  return { sessions: count, records: models.map(({ model }) => model) }
}

const eventsOf = async ({ client }: TestServer, eventType: string) =>
  (await client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"` } })).body

const TOKENS = ['AccessToken', 'RefreshToken']

describe('a session', () => {
  it('is read by its id, with how the person has signed in and until when it lasts', async () => {
    const { server, userId, params } = await signedIn()
    const { body } = await server.client.call('getSession', { params })
    const self = `${server.url}/api/v1/sessions/${params.sessionId}`
    expect(body).toEqual({
      ...{ id: params.sessionId, login: 'ada@example.test', userId, status: 'ACTIVE' },
      ...{ expiresAt: '2026-03-02T11:00:00.000Z', amr: ['pwd', 'otp', 'mfa'], mfaActive: true },
      lastPasswordVerification: '2026-03-02T08:58:00.000Z',
      lastFactorVerification: '2026-03-02T08:59:00.000Z',
      idp: { id: expect.stringMatching(/^00o/) as string, type: 'SVC' },
      _links: {
        self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
        refresh: { href: `${self}/lifecycle/refresh`, hints: { allow: ['POST'] } },
        user: {
          name: 'ada@example.test',
          href: `${server.url}/api/v1/users/${userId}`,
          hints: { allow: ['GET'] },
        },
      },
    })
  })

  it('of a password alone says so', async () => {
    const { server, params } = await signedIn({ proofs: PROOFS.slice(0, 1) })
    const { body } = await server.client.call('getSession', { params })
    expect(body).toMatchObject({ amr: ['pwd'], mfaActive: false, lastFactorVerification: null })
  })

  it('that is ended is as if unknown, what its browser holds ends with it, and the event names the person', async () => {
    const { server, userId, params } = await signedIn()
    expect((await server.client.call('endSession', { params })).status).toBe(204)
    expect(await leftIn(server)).toEqual({ sessions: 0, records: TOKENS })
    const [event, ...more] = await eventsOf(server, 'user.session.end')
    expect([event?.target?.[0]?.id, event?.debugContext.debugData['sessionId']]).toEqual([userId, params.sessionId])
    expect(more).toEqual([])
    for (const id of ['getSession', 'endSession', 'refreshSession'] as const) {
      const refusal = await server.client.refused(id, { params })
      expect([refusal.code, refusal.body.errorSummary]).toEqual([
        'E0000007',
        expect.stringContaining(`${params.sessionId} (Session)`),
      ])
    }
  })

  it('lasts longer by a refresh, but never beyond its end', async () => {
    const { server, params } = await signedIn({ ends: at(150) })
    server.clock.advance(10 * MINUTE_MS)
    const first = await server.client.call('refreshSession', { params })
    expect(first.body.expiresAt).toBe('2026-03-02T11:10:00.000Z')
    server.clock.advance(60 * MINUTE_MS)
    const second = await server.client.call('refreshSession', { params })
    expect(second.body.expiresAt).toBe('2026-03-02T11:30:00.000Z')
  })

  it('that was not used in time is as if unknown, and is cleared', async () => {
    const { server, params } = await signedIn()
    server.clock.advance(121 * MINUTE_MS)
    expect((await server.client.refused('getSession', { params })).code).toBe('E0000007')
    const again = await withRows(server, () => Promise.resolve())
    await expect.poll(async () => (await leftIn(again)).sessions, { timeout: 10_000 }).toBe(0)
    expect((await leftIn(again)).records).toEqual(TOKENS)
  })

  it('is found by who asks for it until it ends', async () => {
    const { server, userId, sessionId } = await signedIn()
    await withRows(server, async (tx) => {
      expect((await sessionOf(tx, sessionId, at(119)))?.userId).toBe(userId)
      expect(await sessionOf(tx, sessionId, at(120))).toBeUndefined()
      const other = await aSession(tx, userId)
      expect((await endSession(tx, other))?.id).toBe(other)
      expect(await endSession(tx, other)).toBeUndefined()
      expect([await clearSessionsOf(tx, userId), await clearSessionsOf(tx, userId)]).toEqual([1, 0])
    })
  })
})

describe('sessions of a person', () => {
  it('all end when they are cleared, and tokens stay unless they are asked to end', async () => {
    const { server, userId } = await signedIn()
    const params = { userId }
    expect((await server.client.call('clearUserSessions', { params })).status).toBe(204)
    expect(await leftIn(server)).toEqual({ sessions: 0, records: TOKENS })
    await server.client.call('clearUserSessions', { params, query: { oauthTokens: 'true' } })
    expect((await leftIn(server)).records).toEqual([])
    expect(await eventsOf(server, 'user.session.clear')).toHaveLength(2)
    expect(await eventsOf(server, 'app.oauth2.token.revoke.implicit.user')).toHaveLength(1)
  })

  it.each([
    'deactivateUser',
    'suspendUser',
    'resetPassword',
    'expirePassword',
    'expirePasswordWithTempPassword',
  ] as const)('end by %s, and the log says so', async (id) => {
    const { server, userId } = await signedIn()
    await server.client.call(id, { params: { userId } })
    const records = id === 'deactivateUser' ? [] : TOKENS
    expect(await leftIn(server)).toEqual({ sessions: 0, records })
    expect(await eventsOf(server, 'user.session.clear')).toHaveLength(1)
  })

  it('outlast a change of the profile and a lockout', async () => {
    const { server, userId } = await signedIn()
    const body = { profile: { nickName: 'A' } }
    await server.client.call('updateUser', { params: { userId }, body })
    const wrong = { oldPassword: { value: 'not this 1 Once' }, newPassword: { value: 'Another 9 of them' } }
    for (let count = 0; count < 12; count += 1)
      await server.client.refused('changePassword', { params: { userId }, body: wrong })
    expect((await server.client.call('getUser', { params: { userId } })).body.status).toBe('LOCKED_OUT')
    expect((await leftIn(server)).sessions).toBe(1)
  })

  it('are ended by who administers people, but not those of a super administrator', async () => {
    const { server, userId, params } = await signedIn()
    const { token: ofHelpDesk } = await anAdministrator(server, 'HELP_DESK_ADMIN')
    const { token } = await anAdministrator(server, 'ORG_ADMIN')
    const read = { headers: { Authorization: `SSWS ${token}` } }
    expect((await server.client.refused('getSession', { params, token: ofHelpDesk })).code).toBe('E0000006')
    await server.client.call('assignUserRole', { params: { userId }, body: { type: 'SUPER_ADMIN' } })
    const refusal = await server.client.refused('endSession', { params, token })
    expect([refusal.code, refusal.body.errorCauses]).toEqual([
      'E0000006',
      [{ errorSummary: 'Some Body holds administrator roles.' }],
    ])
    expect((await server.client.call('getSession', { params, ...read })).status).toBe(200)
  })
})
