import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeEach(async () => {
  server = await startServer()
  client = server.client
})

async function paramsOf(key: string, methodType: string) {
  const found = (await client.call('listAuthenticators')).body.find((one) => one.key === key)
  return { authenticatorId: found?.id ?? '', methodType }
}
const statuses = async (key: string) => {
  const params = await paramsOf(key, '')
  const { body } = await client.call('listAuthenticatorMethods', { params })
  return Object.fromEntries(body.map(({ type, status }) => [type, status]))
}

describe('a method of an authenticator', () => {
  it('is switched off and on, and the log says which [spec/6 12/methods]', async () => {
    const params = await paramsOf('phone_number', 'sms')
    expect((await client.call('deactivateAuthenticatorMethod', { params })).body.status).toBe('INACTIVE')
    await client.call('deactivateAuthenticatorMethod', { params })
    expect(await statuses('phone_number')).toEqual({ sms: 'INACTIVE', voice: 'ACTIVE' })
    expect((await client.call('activateAuthenticatorMethod', { params })).body.status).toBe('ACTIVE')
    const events = (await client.call('listLogEvents')).body.filter(({ eventType }) =>
      eventType.startsWith('security.authenticator'),
    )
    const change = (from: string, to: string) => ({
      from: { methods: { sms: { status: from } } },
      to: { methods: { sms: { status: to } } },
    })
    expect(events.map(({ eventType, target }) => [eventType, target?.[0]?.changeDetails])).toEqual([
      ['security.authenticator.lifecycle.deactivate', change('ACTIVE', 'INACTIVE')],
      ['security.authenticator.lifecycle.activate', change('INACTIVE', 'ACTIVE')],
    ])
  })

  it('gets its settings and its status by a replacement; what is left out is as it was, or its default [spec/6 12/methods]', async () => {
    const params = await paramsOf('webauthn', 'webauthn')
    const settings = {
      userVerification: 'REQUIRED' as const,
      attachment: 'ROAMING' as const,
      aaguidGroups: [{ name: 'Keys', aaguids: ['cb69481e-8ff7-4039-93ec-0a2729a154a8'] }],
    }
    const replaced = await client.call('replaceAuthenticatorMethod', { params, body: { type: 'webauthn', settings } })
    expect(replaced.body).toMatchObject({ status: 'ACTIVE', settings })
    expect((await client.call('getAuthenticatorMethod', { params })).body).toEqual(replaced.body)
    const bare = await client.call('replaceAuthenticatorMethod', { params, body: { type: 'webauthn' } })
    expect(bare.body.settings).toEqual({ userVerification: 'PREFERRED', attachment: 'ANY' })

    const voice = await paramsOf('phone_number', 'voice')
    const body = { type: 'voice', status: 'INACTIVE' } as const
    expect((await client.call('replaceAuthenticatorMethod', { params: voice, body })).body.status).toBe('INACTIVE')
    expect(await statuses('phone_number')).toEqual({ sms: 'ACTIVE', voice: 'INACTIVE' })
  })

  it('stays as it is said to be when its authenticator is replaced', async () => {
    const params = await paramsOf('phone_number', 'sms')
    await client.call('deactivateAuthenticatorMethod', { params })
    const body = { key: 'phone_number', name: 'Telephone' } as const
    await client.call('replaceAuthenticator', { params, body })
    expect(await statuses('phone_number')).toEqual({ sms: 'INACTIVE', voice: 'ACTIVE' })
  })

  it('is the last active one of its authenticator, and then stays active', async () => {
    const [sms, voice] = [await paramsOf('phone_number', 'sms'), await paramsOf('phone_number', 'voice')]
    await client.call('deactivateAuthenticatorMethod', { params: sms })
    const switched = await client.refused('deactivateAuthenticatorMethod', { params: voice })
    expect([switched.status, switched.code, switched.locations]).toEqual([400, 'E0000001', ['methodType']])
    const body = { type: 'voice', status: 'INACTIVE' } as const
    const replaced = await client.refused('replaceAuthenticatorMethod', { params: voice, body })
    expect([replaced.status, replaced.code, replaced.locations]).toEqual([400, 'E0000001', ['status']])
  })

  it('rests with its authenticator: it cannot be switched, and a replacement keeps what it is said to be', async () => {
    const body = { key: 'custom_app', name: 'Resting app' } as const
    const { id: authenticatorId } = (await client.call('createAuthenticator', { body })).body
    const params = { authenticatorId, methodType: 'push' }
    const refusal = await client.refused('deactivateAuthenticatorMethod', { params })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['methodType']])
    const shown = (await client.call('getAuthenticatorMethod', { params })).body
    expect(shown.status).toBe('INACTIVE')
    const { _links, ...sent } = shown
    await client.call('replaceAuthenticatorMethod', { params, body: { ...sent, type: 'push' } })
    await client.call('activateAuthenticator', { params })
    expect((await client.call('getAuthenticatorMethod', { params })).body.status).toBe('ACTIVE')
  })

  it.each([
    ['type', 'phone_number', 'sms', { type: 'voice' }],
    ['type', 'phone_number', 'sms', { type: 'pigeon' }],
    ['status', 'phone_number', 'sms', { type: 'sms', status: 'RESTING' }],
    ['settings.keyProtection', 'phone_number', 'sms', { type: 'sms', settings: { keyProtection: 'ANY' } }],
    ['settings.keyProtection', 'svc_verify', 'push', { type: 'push', settings: { keyProtection: 'SOME' } }],
    [
      'settings.algorithms',
      'svc_verify',
      'push',
      { type: 'push', settings: { algorithms: ['NONE', 'ES256', 'RS256'] } },
    ],
    ['settings.passCodeLength', 'svc_verify', 'totp', { type: 'totp', settings: { passCodeLength: 8 } }],
    [
      'settings.aaguidGroups[0].aaguids[0]',
      'webauthn',
      'webauthn',
      { type: 'webauthn', settings: { aaguidGroups: [{ name: 'Keys', aaguids: ['x'] }] } },
    ],
  ])('is refused for its %s', async (location, key, type, body) => {
    const params = await paramsOf(key, type)
    const refusal = await client.refused('replaceAuthenticatorMethod', { params, body: body as never })
    expect(refusal.code).toBe('E0000001')
    expect(refusal.locations).toContain(location)
  })

  it.each(['replaceAuthenticatorMethod', 'activateAuthenticatorMethod', 'deactivateAuthenticatorMethod'] as const)(
    'of another authenticator is not found: %s',
    async (operation) => {
      const params = await paramsOf('webauthn', 'sms')
      const refusal = await client.refused(operation, { params, body: { type: 'sms' } } as never)
      expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
    },
  )
})

describe('a method that is switched off', () => {
  const asksForTexts = {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: {
        factorMode: '1FA',
        constraints: [{ possession: { authenticationMethods: [{ key: 'phone_number', method: 'sms' }] } }],
      },
    },
  } as const

  it('satisfies no rule: one that asks for it lets no one in, and the findings name it', async () => {
    const policy = await server.make.aPolicy('ACCESS_POLICY')
    await server.make.aRule(policy, { actions: asksForTexts })
    const found = async () =>
      (await client.call('listFindings')).body.filter(({ kind }) => kind === 'cannot-be-satisfied')
    expect(await found()).toEqual([])
    await client.call('deactivateAuthenticatorMethod', { params: await paramsOf('phone_number', 'sms') })
    expect((await found()).map(({ message }) => message)).toEqual([
      'Lets no one in: no active authenticator satisfies it. Switch on Phone (SMS).',
    ])
  })
})
