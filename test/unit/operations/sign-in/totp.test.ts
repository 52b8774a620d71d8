import { readFile } from 'node:fs/promises'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { AUTHENTICATOR_TABLE, type AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { secretBoxOf, type SecretBox } from '#db/secret-box.ts'
import { openStore, type Store } from '#db/store.ts'
import { users } from '#db/tables/users.ts'
import { changeUserStatus, deleteUser } from '#operations/directory/user-lifecycle.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { beginTotp, enrollTotp, isTotp, verifyTotp } from '#operations/sign-in/totp.ts'
import { enrolledKeys } from '#operations/sign-in/user-authenticators.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestClock, type TestServer } from '../../../helpers/server.ts'

const STEP_MS = 30_000
const PAUSE_MS = 300_000
const KEY = 'svc_verify'

let server: TestServer
let clock: TestClock
let store: Store
let service: Service
/** People who have nothing set up yet, and one who is ACTIVE. */
let people: string[]
let active: string

/** The workspace of the server, without its server: use cases are called as those who come call them. */
async function open(secretBox?: SecretBox): Promise<void> {
  store = await openStore(server.dataFile, new Date(clock.now).toISOString())
  const options = { store, version: 'test', engine: 'identity', url: () => '' } as const
  service = createService({ ...options, clock: () => clock.now, ...(secretBox && { secretBox }) })
}

beforeAll(async () => {
  server = await startServer()
  ;({ clock } = server)
  const profile = { login: 'cara@example.test', email: 'cara@example.test', firstName: 'Cara', lastName: 'Coder' }
  const credentials = { password: { value: 'Correct-Horse-7' } }
  active = (await server.client.call('createUser', { body: { profile, credentials } })).body.id
  people = await Promise.all(Array.from({ length: 40 }, async () => (await server.make.aUser()).id))
  await server.stop()
  await open()
})
afterAll(() => store.close())

let person: string
let app: TOTP
beforeEach(async () => {
  person = people.pop() as string
  app = await setUp(person)
})

/** The app on the person's phone, as the QR code makes it. */
async function begin(userId: string, key: AuthenticatorKey): Promise<{ secret: string; phone: TOTP }> {
  const { secret, uri } = await beginTotp(service, await users.require(service.reader, userId), key)
  const phone = URI.parse(uri)
  if (!(phone instanceof TOTP)) throw new Error('no timed codes')
  return { secret, phone }
}

const codeOf = (phone: TOTP, aheadMs = 0) => phone.generate({ timestamp: clock.now + aheadMs })
const enroll = (userId: string, given: { secret: string; code: string }, key: AuthenticatorKey = KEY) =>
  enrollTotp(service, systemContext(), userId, key, given)
const verify = (code: string, userId = person, key: AuthenticatorKey = KEY) =>
  verifyTotp(service, systemContext(), userId, key, code)

async function setUp(userId: string, key: AuthenticatorKey = KEY): Promise<TOTP> {
  const { secret, phone } = await begin(userId, key)
  expect(await enroll(userId, { secret, code: codeOf(phone) }, key)).toBe('RIGHT')
  clock.advance(STEP_MS)
  return phone
}

/** A code that the app shows at no time near now. */
function aWrongCode(): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(app, steps * STEP_MS))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) as string
}

async function giveWrong(times: number): Promise<string[]> {
  const verdicts: string[] = []
  for (let left = times; left > 0; left--) verdicts.push(await verify(aWrongCode()))
  return verdicts
}

describe('setting up', () => {
  it('gives the app what it needs: issuer, login, and a secret as long as the hash', async () => {
    const { uri, secret } = await beginTotp(service, await users.require(service.reader, person), KEY)
    const phone = URI.parse(uri)
    expect(phone.label).toBe((await users.require(service.reader, person)).login)
    expect(phone.issuer).toMatch(/ \(Verify app \(code\)\)$/)
    expect(phone.secret.base32).toBe(secret)
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(uri).toContain('algorithm=SHA1&digits=6&period=30')
  })

  it('keeps nothing before a code is right', async () => {
    const other = people.pop() as string
    const { secret, phone } = await begin(other, KEY)
    expect(await enroll(other, { secret, code: codeOf(phone, 5 * STEP_MS) })).toBe('WRONG')
    expect(await enroll(other, { secret: 'short', code: '000000' })).toBe('WRONG')
    expect(await enrolledKeys(service.reader, other)).toEqual([])
    expect(await verify(codeOf(phone), other)).toBe('NOT_SET_UP')
  })

  it('is in the log, about the person, without the secret', async () => {
    const [event] = await store.read.all<{ payload: string }>(
      `SELECT payload FROM log_events WHERE event_type = 'user.mfa.factor.activate' ORDER BY sequence DESC LIMIT 1`,
    )
    expect(event?.payload).toContain(person)
    expect(event?.payload).toContain('Verify app (code)')
    expect(event?.payload).not.toContain(app.secret.base32)
  })

  it('is done by a person themselves, and for no other', async () => {
    const { id, login } = await users.require(service.reader, people.pop() as string)
    const principal = { kind: 'endUser', id, login, displayName: 'Some Body', tokenId: null } as const
    const context = { ...systemContext(), principal }
    const { secret, phone } = await begin(id, 'partner_otp_a')
    const given = { secret, code: codeOf(phone) }
    await expect(enrollTotp(service, context, person, 'partner_otp_a', given)).rejects.toThrow(
      expect.objectContaining({ code: 'E0000006' }),
    )
    expect(await enrollTotp(service, context, id, 'partner_otp_a', given)).toBe('RIGHT')
    clock.advance(STEP_MS)
    expect(await verifyTotp(service, context, id, 'partner_otp_a', codeOf(phone))).toBe('RIGHT')
  })

  it('does not replace what is set up', async () => {
    const { secret, phone } = await begin(person, KEY)
    expect(await enroll(person, { secret, code: codeOf(phone) })).toBe('ALREADY_SET_UP')
    expect(await verify(codeOf(app))).toBe('RIGHT')
  })

  it('is of each authenticator for itself', async () => {
    const other = await setUp(person, 'partner_otp_a')
    expect(await enrolledKeys(service.reader, person)).toEqual(['partner_otp_a', 'svc_verify'])
    expect(await verify(codeOf(other))).toBe('WRONG')
    expect(await verify(codeOf(other), person, 'partner_otp_a')).toBe('RIGHT')
  })

  it('is real for the authenticators that show timed codes, and for no others', () => {
    const real = AUTHENTICATOR_TABLE.filter(({ key, method }) => isTotp(key, method)).map(({ label }) => label)
    expect(real).toEqual(['Verify app (code)', 'Partner one-time code A', 'Partner one-time code B'])
  })
})

describe('a code', () => {
  it.each([-1, 0, 1])('is right that is %i steps from now', async (steps) => {
    clock.advance(STEP_MS)
    expect(await verify(codeOf(app, steps * STEP_MS))).toBe('RIGHT')
  })

  it.each([-2, 2])('is wrong that is %i steps from now', async (steps) => {
    clock.advance(4 * STEP_MS)
    expect(await verify(codeOf(app, steps * STEP_MS))).toBe('WRONG')
  })

  it('is right with the spaces that apps show it with', async () => {
    expect(await verify(codeOf(app).replace(/^.../, '$& '))).toBe('RIGHT')
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('is wrong that is none: %j', async (code) => {
    expect(await verify(code)).toBe('WRONG')
  })

  it('is taken once, and none from before it either', async () => {
    clock.advance(STEP_MS)
    const [before, now] = [codeOf(app, -STEP_MS), codeOf(app)]
    expect(await verify(now)).toBe('RIGHT')
    expect(await verify(now)).toBe('WRONG')
    expect(await verify(before)).toBe('WRONG')
  })

  it('is taken once of many that come at once', async () => {
    const code = codeOf(app)
    const verdicts = await Promise.all(Array.from({ length: 4 }, () => verify(code)))
    expect(verdicts.toSorted()).toEqual(['RIGHT', 'WRONG', 'WRONG', 'WRONG'])
  })

  it('that set the app up is not taken again', async () => {
    const { phone, secret } = await begin(person, 'partner_otp_b')
    const code = codeOf(phone)
    await enroll(person, { secret, code }, 'partner_otp_b')
    expect(await verify(code, person, 'partner_otp_b')).toBe('WRONG')
  })
})

describe('wrong codes', () => {
  it('five in a row are followed by a pause, in which the right one is not looked at either', async () => {
    expect(await giveWrong(5)).toEqual(Array<string>(5).fill('WRONG'))
    expect(await verify(codeOf(app))).toBe('LOCKED_OUT')
    clock.advance(PAUSE_MS - 1)
    expect(await verify(codeOf(app))).toBe('LOCKED_OUT')
    clock.advance(1)
    expect(await verify(codeOf(app))).toBe('RIGHT')
  })

  it('begin again after the pause', async () => {
    await giveWrong(5)
    clock.advance(PAUSE_MS)
    expect(await giveWrong(6)).toEqual([...Array<string>(5).fill('WRONG'), 'LOCKED_OUT'])
  })

  it('are forgotten after a right one', async () => {
    await giveWrong(4)
    expect(await verify(codeOf(app))).toBe('RIGHT')
    expect(await giveWrong(5)).toEqual(Array<string>(5).fill('WRONG'))
  })

  it('are counted where many come at once', async () => {
    const code = aWrongCode()
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => verify(code)))
    expect(verdicts.filter((verdict) => verdict === 'WRONG')).toHaveLength(5)
    expect(await verify(codeOf(app))).toBe('LOCKED_OUT')
  })

  it('are counted across a restart, as is what was taken', async () => {
    const code = codeOf(app)
    expect(await verify(code)).toBe('RIGHT')
    await giveWrong(4)
    await store.close()
    await open()
    expect(await verify(code)).toBe('WRONG')
    expect(await verify(aWrongCode())).toBe('LOCKED_OUT')
  })
})

describe('what was set up', () => {
  it('is not in the file in any form that a reader could use', async () => {
    const copy = `${server.dataFile}.copy`
    await store.backup(copy)
    const bytes = await readFile(copy)
    const { secret } = app
    for (const form of [secret.base32, secret.hex, secret.latin1, Buffer.from(secret.bytes).toString('base64')])
      expect(bytes.includes(form)).toBe(false)
    expect(bytes.includes(Buffer.from(secret.bytes))).toBe(false)
  })

  it('does not open for another person', async () => {
    const other = people.pop() as string
    await setUp(other)
    const copy = `UPDATE user_authenticators SET secret = (SELECT secret FROM user_authenticators WHERE user_id = ?) WHERE user_id = ?`
    await withDatabase(server.dataFile, (database) => database.run(copy, [person, other]))
    expect(await verify(codeOf(app), other)).toBe('NOT_SET_UP')
  })

  it('does not open with another key than the one that sealed it', async () => {
    await store.close()
    await open(secretBoxOf(new Uint8Array(32)))
    expect(await verify(codeOf(app))).toBe('NOT_SET_UP')
    await store.close()
    await open()
    expect(await verify(codeOf(app))).toBe('RIGHT')
  })

  it('goes when factors are reset, and can be set up again', async () => {
    const phone = await setUp(active)
    await service.write(systemContext(), (tx) => changeUserStatus(tx, active, 'reset_factors'))
    expect(await enrolledKeys(service.reader, active)).toEqual([])
    expect(await verify(codeOf(phone), active)).toBe('NOT_SET_UP')
    const again = await setUp(active)
    expect(await verify(codeOf(again), active)).toBe('RIGHT')
  })

  it('stays with a person who is deactivated, and goes with one who is deleted', async () => {
    await service.write(systemContext(), (tx) => deleteUser(tx, person))
    expect(await enrolledKeys(service.reader, person)).toEqual([KEY])
    await service.write(systemContext(), (tx) => deleteUser(tx, person))
    expect(await enrolledKeys(service.reader, person)).toEqual([])
  })
})
