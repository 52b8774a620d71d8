import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { USER_STATUSES, type UserStatus } from '#contract/directory/user-status.ts'
import { LENIENT, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
  forgetful = (await make.aGroup('One wrong password locks out')).id
  const conditions = { people: { groups: { include: [forgetful] } } }
  const settings = { password: { lockout: { maxAttempts: 1 } } }
  await make.aRule(await make.aPolicy('PASSWORD', { conditions, settings } as never))
})
let forgetful: string

let count = 0
/** A person with a password, active or staged. */
async function aPerson(activate: 'true' | 'false' = 'true', groupIds: string[] = []): Promise<User> {
  const login = `worker${(count += 1)}@example.test`
  const profile = { login, email: login, firstName: 'Wim', lastName: 'Werker' }
  const body = { profile, groupIds, credentials: { password: { value: 'Correct-Horse-7' } } }
  return (await client.call('createUser', { body, query: { activate } })).body
}
const statusOf = async (userId: string) => (await client.call('getUser', { params: { userId } })).body.status

/** Where each step may be taken from (spec/4 §2.1 "Lifecycle"), by hand: [operation, from, to]. */
const ALLOWED = [
  ['activateUser', 'STAGED', 'ACTIVE'],
  ['activateUser', 'DEPROVISIONED', 'ACTIVE'],
  ['reactivateUser', 'PROVISIONED', 'PROVISIONED'],
  ['suspendUser', 'ACTIVE', 'SUSPENDED'],
  ['unsuspendUser', 'SUSPENDED', 'ACTIVE'],
  ['unlockUser', 'LOCKED_OUT', 'ACTIVE'],
  ['resetPassword', 'ACTIVE', 'RECOVERY'],
  ['resetPassword', 'PASSWORD_EXPIRED', 'RECOVERY'],
  ['resetPassword', 'RECOVERY', 'RECOVERY'],
  ['resetPassword', 'PROVISIONED', 'RECOVERY'],
  ['expirePassword', 'ACTIVE', 'PASSWORD_EXPIRED'],
  ['expirePasswordWithTempPassword', 'ACTIVE', 'PASSWORD_EXPIRED'],
  ['resetFactors', 'ACTIVE', 'ACTIVE'],
  ['resetFactors', 'RECOVERY', 'RECOVERY'],
  ...USER_STATUSES.filter((from) => from !== 'DEPROVISIONED').map(
    (from) => ['deactivateUser', from, 'DEPROVISIONED'] as const,
  ),
] as const

type Step = (typeof ALLOWED)[number][0]

/** How each step is refused from every other status. */
const REFUSALS: Readonly<Record<Step, readonly [status: number, code: string]>> = {
  activateUser: [403, 'E0000038'],
  reactivateUser: [403, 'E0000038'],
  suspendUser: [400, 'E0000001'],
  unsuspendUser: [400, 'E0000001'],
  unlockUser: [403, 'E0000032'],
  resetPassword: [403, 'E0000038'],
  expirePassword: [403, 'E0000038'],
  expirePasswordWithTempPassword: [403, 'E0000038'],
  resetFactors: [403, 'E0000038'],
  deactivateUser: [403, 'E0000038'],
}
const STEPS = Object.keys(REFUSALS) as Step[]
const FORBIDDEN = STEPS.flatMap((step) =>
  USER_STATUSES.filter((from) => !ALLOWED.some(([allowed, status]) => allowed === step && status === from)).map(
    (from) => [step, from] as const,
  ),
)

const PASSWORD = 'Correct-Horse-7'

/** A person of a status, with a password unless they are PROVISIONED; brought there by the interface itself. */
async function aPersonIn(status: UserStatus): Promise<User> {
  if (status === 'PROVISIONED') return make.aUser()
  const groupIds = status === 'LOCKED_OUT' ? [forgetful] : []
  const user = await aPerson(status === 'STAGED' ? 'false' : 'true', groupIds)
  const params = { userId: user.id }
  const way: Partial<Record<UserStatus, () => Promise<unknown>>> = {
    SUSPENDED: () => client.call('suspendUser', { params }),
    DEPROVISIONED: () => client.call('deactivateUser', { params }),
    RECOVERY: () => client.call('resetPassword', { params }),
    PASSWORD_EXPIRED: () => client.call('expirePassword', { params }),
    LOCKED_OUT: () => lockOut(user.id),
  }
  await way[status]?.()
  expect(await statusOf(user.id)).toBe(status)
  return user
}

async function lockOut(userId: string): Promise<void> {
  const body = { oldPassword: { value: 'wrong' }, newPassword: { value: 'Correct-Horse-8' } }
  await client.refused('changePassword', { params: { userId }, body })
}

describe('the life of a person', () => {
  it.each(ALLOWED)('%s leads from %s to %s [spec/4 lifecycle/statuses]', async (step, from, to) => {
    const params = { userId: (await aPersonIn(from)).id }
    expect((await client.call(step, { params })).status).toBe(200)
    expect(await statusOf(params.userId)).toBe(to)
  })

  it.each(FORBIDDEN)(
    '%s is refused from %s, as the table says [spec/4 lifecycle/refusals] [spec/5 2/reactivate refused] [spec/5 2/unlock refused]',
    async (step, from) => {
      const params = { userId: (await aPersonIn(from)).id }
      const refusal = await client.refused(step, { params })
      const expected = step === 'activateUser' && from === 'ACTIVE' ? [403, 'E0000016'] : REFUSALS[step]
      expect([refusal.status, refusal.code]).toEqual(expected)
      expect(refusal.body.errorCauses).toHaveLength(['E0000001', 'E0000032'].includes(refusal.code) ? 1 : 0)
      expect(await statusOf(params.userId)).toBe(from)
    },
  )

  it('ends with the second deletion; the first deactivates', async () => {
    const params = { userId: (await aPerson()).id }
    expect((await client.call('deleteUser', { params })).status).toBe(204)
    expect(await statusOf(params.userId)).toBe('DEPROVISIONED')
    expect((await client.call('deleteUser', { params })).status).toBe(204)
    expect((await client.refused('getUser', { params })).code).toBe('E0000007')
  })

  it('is over at once where a client would wait for it', async () => {
    const params = { userId: (await aPerson()).id }
    const reply = await client.call('deactivateUser', { params, headers: { Prefer: 'respond-async' } })
    expect([reply.status, reply.body, await statusOf(params.userId)]).toEqual([200, {}, 'DEPROVISIONED'])
  })
})

describe('what a step answers', () => {
  it.each([
    ['suspendUser', 'ACTIVE'],
    ['unsuspendUser', 'SUSPENDED'],
    ['unlockUser', 'LOCKED_OUT'],
    ['resetFactors', 'ACTIVE'],
    ['resetFactors', 'RECOVERY'],
    ['deactivateUser', 'ACTIVE'],
    ['activateUser', 'STAGED'],
    ['reactivateUser', 'PROVISIONED'],
    ['resetPassword', 'ACTIVE'],
  ] as const)('%s is nothing by itself [spec/4 lifecycle/success] [spec/6 16/reset factors]', async (step, from) => {
    const { id } = await aPersonIn(from)
    expect((await client.call(step, { params: { userId: id } })).body).toEqual({})
  })

  const told = { sendEmail: 'false' } as const

  it('to activate without mail are the address and its token, each time others [spec/5 2/activate]', async () => {
    const { id } = await make.aUser()
    const params = { userId: id }
    await client.call('deactivateUser', { params })
    const first = (await client.call('activateUser', { params, query: told })).body
    const second = (await client.call('reactivateUser', { params, query: told })).body
    for (const { activationUrl, activationToken } of [first, second])
      expect(activationUrl).toMatch(new RegExp(`/welcome/${activationToken}$`))
    expect(first.activationToken).not.toBe(second.activationToken)
  })

  it('to activate a person with a password is an address, too, though they are active at once [spec/6 16/activate]', async () => {
    const { id } = await aPersonIn('STAGED')
    const { body } = await client.call('activateUser', { params: { userId: id }, query: told })
    expect(body.activationUrl).toMatch(new RegExp(`/welcome/${body.activationToken}$`))
    expect(await statusOf(id)).toBe('ACTIVE')
  })

  it('to activate a person whose password is kept elsewhere is nothing', async () => {
    const login = 'federated@example.test'
    const profile = { login, email: login, firstName: 'Fe', lastName: 'Derated' }
    const credentials = { provider: { type: 'FEDERATION', name: 'FEDERATION' } } as const
    const { id } = (await client.call('createUser', { body: { profile, credentials }, query: { activate: 'false' } }))
      .body
    expect((await client.call('activateUser', { params: { userId: id }, query: told })).body).toEqual({})
    expect(await statusOf(id)).toBe('ACTIVE')
  })

  it('to reset a password without mail is the address [spec/5 2/reset_password]', async () => {
    const { id } = await aPerson()
    const { body } = await client.call('resetPassword', { params: { userId: id }, query: told })
    expect(Object.keys(body)).toEqual(['resetPasswordUrl'])
    expect(body.resetPasswordUrl).toMatch(/\/reset_password\/\w{32}$/)
  })

  it('to expire a password is the person with their links [spec/5 2/expire_password]', async () => {
    const { id } = await aPerson()
    const { body } = await client.call('expirePassword', { params: { userId: id } })
    expect(body).toEqual((await client.call('getUser', { params: { userId: id } })).body)
    expect(body.status).toBe('PASSWORD_EXPIRED')
  })

  it('with a temporary password is that one, and it is right from then on [spec/5 2/temporary password]', async () => {
    const params = { userId: (await aPerson()).id }
    const { body } = await client.call('expirePasswordWithTempPassword', { params })
    expect(Object.keys(body)).toEqual(['tempPassword'])
    expect(body.tempPassword).toMatch(/^\S{8,12}$/)
    const change = (value: string) => ({ oldPassword: { value }, newPassword: { value: 'Another-Horse-8' } })
    expect((await client.refused('changePassword', { params, body: change(PASSWORD) })).code).toBe('E0000014')
    await client.call('changePassword', { params, body: change(body.tempPassword) })
    expect(await statusOf(params.userId)).toBe('ACTIVE')
  })

  it('leaves the status before and after in the log, and nothing of what was told', async () => {
    const params = { userId: (await aPerson()).id }
    const { tempPassword } = (await client.call('expirePasswordWithTempPassword', { params })).body
    const { resetPasswordUrl } = (await client.call('resetPassword', { params, query: told })).body
    const filter = `eventType eq "user.account.reset_password" and target.id eq "${params.userId}"`
    const events = (await client.call('listLogEvents', { query: { filter } })).body
    expect(events.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { status: 'ACTIVE' }, to: { status: 'PASSWORD_EXPIRED' } },
      { from: { status: 'PASSWORD_EXPIRED' }, to: { status: 'RECOVERY' } },
    ])
    const all = JSON.stringify((await client.call('listLogEvents', { query: { limit: '1000' } })).body)
    expect(all).not.toContain(tempPassword)
    expect(all).not.toContain(resetPasswordUrl?.split('/').at(-1))
  })
})

describe('the profile of a person', () => {
  const change = async (userId: string, profile: Record<string, unknown>) =>
    (await client.call('updateUser', { params: { userId }, body: { profile } })).body

  it('changes where it is named: null takes an attribute away, all others stay [spec/5 2/partial]', async () => {
    const { id } = await aPerson()
    await change(id, { city: 'Ghent', title: 'Pilot' })
    const after = await change(id, { lastName: 'Weaver', city: null })
    expect(after.profile).toMatchObject({ firstName: 'Wim', lastName: 'Weaver', title: 'Pilot' })
    expect(after.profile).not.toHaveProperty('city')
    expect((await client.call('listUsers', { query: { q: 'Weaver' } })).body.map((user) => user.id)).toEqual([id])
  })

  it('writes what changed to the log, before and after, and nothing where nothing does', async () => {
    const { id } = await aPerson()
    await change(id, { title: 'Pilot' })
    await change(id, { title: 'Pilot' })
    const filter = `eventType eq "user.account.update_profile" and target.id eq "${id}"`
    const events = (await client.call('listLogEvents', { query: { filter } })).body
    expect(events.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { title: null }, to: { title: 'Pilot' } },
    ])
  })

  it.each([
    ['a login that another person has', { login: 'worker1@example.test' }, 'profile.login'],
    ['an empty name', { firstName: '' }, 'profile.firstName'],
    ['a name that is taken away', { firstName: null }, 'profile.firstName'],
    ['no address', { email: 'nowhere' }, 'profile.email'],
    ['an attribute that the schema does not know', { shoeSize: 44 }, 'profile.shoeSize'],
  ])('refuses %s, and keeps the former', async (_, profile, location) => {
    const person = await aPerson()
    const input = { params: { userId: person.id }, body: { profile } }
    const refusal = await client.refused('updateUser', input)
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
    expect((await client.call('getUser', { params: { userId: person.id } })).body.profile).toEqual(person.profile)
  })

  it('is read so from clients of every age, too: null takes away, what no schema knows is refused', async () => {
    const { id } = await aPerson()
    await change(id, { city: 'Ghent' })
    const input = { params: { userId: id }, headers: LENIENT }
    const after = await client.call('updateUser', { ...input, body: { profile: { city: null } } })
    expect(after.body.profile).not.toHaveProperty('city')
    expect((await client.refused('updateUser', { ...input, body: { profile: { shoeSize: 44 } } })).status).toBe(400)
  })
})

describe('a user type', () => {
  const aType = async (name: string) =>
    (await client.call('createUserType', { body: { name, displayName: name, description: 'Some people' } })).body

  it('changes display name and description, whole or in part, never the name', async () => {
    const type = await aType('seasonal')
    const params = { typeId: type.id }
    const part = (await client.call('updateUserType', { params, body: { displayName: 'Seasonal staff' } })).body
    expect(part).toMatchObject({ name: 'seasonal', displayName: 'Seasonal staff', description: 'Some people' })
    const body = { name: 'seasonal', displayName: 'Seasonal', description: '' }
    expect((await client.call('replaceUserType', { params, body })).body).toMatchObject(body)
    const renamed = await client.refused('replaceUserType', { params, body: { ...body, name: 'other' } })
    expect([renamed.code, renamed.locations]).toEqual(['E0000001', ['name']])
    const partly = await client.refused('replaceUserType', { params, body: { name: 'seasonal' } })
    expect(partly.locations).toEqual(['displayName', 'description'])
  })

  it('is deleted while no one is of it, and no longer counts against the limit', async () => {
    const type = await aType('visiting')
    const params = { typeId: type.id }
    const login = 'visitor@example.test'
    const profile = { login, email: login, firstName: 'Vi', lastName: 'Sitor' }
    const user = (await client.call('createUser', { body: { profile, type: { id: type.id } } })).body
    const used = async () => {
      const refusal = await client.refused('deleteUserType', { params })
      return [refusal.status, refusal.code, refusal.body.errorCauses[0]?.reason]
    }
    expect(await used()).toEqual([403, 'E0000142', 'UNMET_REQUIREMENTS'])
    await client.call('deleteUser', { params: { userId: user.id } })
    expect(await used()).toEqual([403, 'E0000142', 'UNMET_REQUIREMENTS'])
    await client.call('deleteUser', { params: { userId: user.id } })
    expect((await client.call('deleteUserType', { params })).status).toBe(204)
    expect((await client.refused('getUserType', { params })).code).toBe('E0000007')
  })

  it('is never deleted where it is the default', async () => {
    const refusal = await client.refused('deleteUserType', { params: { typeId: 'default' } })
    expect([refusal.status, refusal.code, refusal.body.errorCauses[0]?.reason]).toEqual([403, 'E0000142', 'PROHIBITED'])
  })
})

describe('a step', () => {
  it('is whole: no one is found still activating, whatever comes at the same moment [spec/4 users/still activating]', async () => {
    const { id: userId } = await aPerson('false')
    const params = { userId }
    const replies = await Promise.all([
      client.call('activateUser', { params }),
      client.call('updateUser', { params, body: { profile: { title: 'Mate' } } }),
      client.call('getUser', { params }),
      client.call('updateUser', { params, body: { profile: { title: 'Master' } } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await client.call('getUser', { params })
    expect(body.status).toBe('ACTIVE')
    expect(body).not.toHaveProperty('transitioningToStatus')
  })

  it('is done when it is answered, also where a client would wait for it [spec/4 lifecycle/respond-async]', async () => {
    const { id } = await aPerson()
    const path = `/api/v1/users/${id}/lifecycle/deactivate`
    const reply = await client.fetch(path, { method: 'POST', headers: { Prefer: 'respond-async' } })
    expect([reply.status, await reply.json(), reply.headers.get('preference-applied')]).toEqual([200, {}, null])
    expect(await statusOf(id)).toBe('DEPROVISIONED')
  })
})
