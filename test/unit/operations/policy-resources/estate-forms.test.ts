import { beforeAll, describe, expect, it } from 'vitest'
import { isId } from '#contract/interface/ids.ts'
import { kindsOfId } from '#contract/kinds.ts'
import type { Client } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})

const me = async () => (await client.call('createUserType', { body: { name: 'me', displayName: 'Me' } })).body.createdBy

describe('a device assurance', () => {
  const body = { platform: 'IOS', name: 'Phones', osVersion: { minimum: '17' } } as const

  it('[spec/5 14/device assurances] says who made it, how it shows remediation, and what it is as a resource', async () => {
    const { body: made } = await client.call('createDeviceAssurance', { body })
    const author = await me()
    expect(made).toMatchObject({
      ...body,
      createdBy: author,
      lastUpdatedBy: author,
      displayRemediationMode: 'HIDE',
      resourceId: made.id,
      resourceDisplayName: { value: 'Phones', sensitive: false },
      resourceType: 'DeviceAssurancePolicyEntity',
    })
    const params = { deviceAssuranceId: made.id }
    const over = { ...body, name: 'Pocket phones', displayRemediationMode: 'SHOW' } as const
    const { body: replaced } = await client.call('replaceDeviceAssurance', { params, body: over })
    expect(replaced).toMatchObject({ ...over, resourceDisplayName: { value: 'Pocket phones', sensitive: false } })
    for (const key of ['createdBy', 'createdDate']) expect(replaced).not.toHaveProperty(key)
    const { createdBy, createdDate } = (await client.call('getDeviceAssurance', { params })).body
    expect([createdBy, createdDate]).toEqual([author, made.createdDate])
  })

  it('[spec/5 14/device assurances] without a condition is refused; signals of third parties are one', async () => {
    const bare = { platform: 'CHROMEOS', name: 'Bare' } as const
    const refusal = await client.refused('createDeviceAssurance', { body: bare })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['platform']])
    const thirdPartySignalProviders = { dtc: { browserVersion: { minimum: '15.1.1' }, allowScreenLock: true } }
    const made = await client.call('createDeviceAssurance', { body: { ...bare, thirdPartySignalProviders } })
    expect(made.body).toMatchObject({ thirdPartySignalProviders })
  })
})

describe('a behavior', () => {
  it('[spec/5 14/behaviors] is answered with 200, an id that begins with bhv, and moments by the second', async () => {
    const reply = await client.call('createBehavior', { body: { type: 'VELOCITY', name: 'Fast' } })
    expect([reply.status, reply.body.id.slice(0, 3), reply.body.id.length]).toEqual([200, 'bhv', 20])
    expect(reply.body.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.0$/)
    expect(reply.body.lastUpdated).toBe(reply.body.created)
  })

  it('keeps its status when it is replaced with another', async () => {
    const behavior = await server.make.aBehavior()
    const params = { behaviorId: behavior.id }
    const body = { type: 'VELOCITY', name: behavior.name, status: 'INACTIVE' } as const
    expect((await client.call('replaceBehavior', { params, body })).body.status).toBe('ACTIVE')
    await client.call('deactivateBehavior', { params })
    const active = { ...body, status: 'ACTIVE' } as const
    expect((await client.call('replaceBehavior', { params, body: active })).body.status).toBe('INACTIVE')
  })

  it('of before is known by an id of the former form, which lists go on from', async () => {
    const former = 'beh45678901234567890'
    expect([isId('behavior', former), kindsOfId(former)]).toEqual([true, ['behavior']])
    const listed = (await client.call('listBehaviors', { query: { after: former } })).body
    expect(listed.map(({ name }) => name)).toContain('Fast')
    const foreign = await client.refused('listBehaviors', { query: { after: 'nzo45678901234567890' } })
    expect(foreign.code).toBe('E0000029')
  })
})
