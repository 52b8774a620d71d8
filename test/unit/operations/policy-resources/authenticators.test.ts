import { beforeAll, describe, expect, it } from 'vitest'
import { AUTHENTICATOR_KEYS, methodsOf } from '#contract/policy/authenticator-table.ts'
import type { Authenticator } from '#contract/policy/resources/authenticator.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { refusalOf, type Client } from '../../../helpers/client.ts'
import { hashOf, withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const SHIPPED = ['svc_password', 'svc_email', 'svc_verify', 'phone_number', 'security_question', 'webauthn']

async function keysOf(server: TestServer): Promise<string[]> {
  return (await server.client.call('listAuthenticators')).body.map(({ key }) => key).sort()
}

type Listed = { key: string; id?: string; enroll?: { self: string } }[]
const listedBy = (policy: Policy) => (policy.settings as { authenticators: Listed }).authenticators
const enrolledBy = (policy: Policy) =>
  Object.fromEntries(listedBy(policy).map(({ key, enroll }) => [key, enroll?.self]))
const settingsOf = (...authenticators: Listed) => ({ type: 'AUTHENTICATORS' as const, authenticators })
const entry = (key: string, self = 'OPTIONAL', id?: string) => ({ key, ...(id ? { id } : {}), enroll: { self } })

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})

async function theOne(key: string): Promise<{ shown: Authenticator; params: { authenticatorId: string } }> {
  const shown = (await client.call('listAuthenticators')).body.find((one) => one.key === key) as Authenticator
  return { shown, params: { authenticatorId: shown.id } }
}

describe('a new organization on the identity engine', () => {
  it('has six authenticators, all enabled, and enrolls people in each', async () => {
    const fresh = await startServer()
    const authenticators = (await fresh.client.call('listAuthenticators')).body
    expect(authenticators.map(({ key }) => key).sort()).toEqual([...SHIPPED].sort())
    expect(authenticators.every(({ status }) => status === 'ACTIVE')).toBe(true)
    expect(enrolledBy(await fresh.make.theDefault('MFA_ENROLL'))).toEqual({
      svc_email: 'REQUIRED',
      svc_password: 'REQUIRED',
      svc_verify: 'OPTIONAL',
      phone_number: 'OPTIONAL',
      security_question: 'OPTIONAL',
      webauthn: 'OPTIONAL',
    })
  })
})

describe('an authenticator', () => {
  it.each(AUTHENTICATOR_KEYS)('%s has the type of its key', async (key) => {
    const known = (await client.call('listAuthenticators')).body.find((one) => one.key === key)
    const { type } = known ?? (await server.make.anAuthenticator(key))
    expect(type.toUpperCase()).toBe(methodsOf(key)[0]?.type)
  })

  const used = { allowedFor: 'any' }
  it.each([
    ['svc_password', undefined],
    ['svc_email', { ...used, tokenLifetimeInMinutes: 5 }],
    ['phone_number', used],
    ['security_question', used],
    [
      'svc_verify',
      {
        compliance: { fips: 'OPTIONAL' },
        channelBinding: { style: 'NUMBER_CHALLENGE', required: 'NEVER' },
        userVerification: 'PREFERRED',
        userVerificationMethods: ['BIOMETRICS', 'PIN'],
        appInstanceId: '',
      },
    ],
    ['webauthn', undefined],
  ] as const)(
    '[spec/5 14/authenticators] %s has the settings of its key and a link to its methods',
    async (key, settings) => {
      const { shown, params } = await theOne(key)
      expect(shown.settings).toEqual(settings)
      expect(shown).toMatchObject({ _links: { methods: { hints: { allow: ['GET'] } } } })
      const body = { key, name: shown.name, settings: {} } as const
      expect((await client.call('replaceAuthenticator', { params, body })).body.settings).toEqual(settings)
    },
  )

  it('[spec/5 14/authenticators] the verify app links where people enroll, security keys which kinds are known', async () => {
    const links = async (key: string) => (await theOne(key)).shown._links
    expect(await links('svc_verify')).toMatchObject({
      enroll: { href: `${server.url}/idp/authenticators`, hints: { allow: ['POST'] } },
    })
    const self = `${server.url}/api/v1/authenticators/${(await theOne('webauthn')).shown.id}`
    expect(await links('webauthn')).toMatchObject({
      aaguids: { href: `${self}/aaguids`, hints: { allow: ['GET', 'POST'] } },
    })
    for (const key of ['enroll', 'aaguids']) expect(await links('svc_email')).not.toHaveProperty(key)
  })

  it('an app of one’s own is the client that it stands for, and links where people enroll [spec/6 12/custom app]', async () => {
    const settings = { appInstanceId: '0oaSome', userVerification: 'REQUIRED' }
    const made = await server.make.anAuthenticator('custom_app', { settings })
    expect(made.settings).toEqual({ ...settings, oauthClientId: '0oaSome' })
    expect(made._links).toMatchObject({
      enroll: { href: `${server.url}/idp/authenticators`, hints: { allow: ['POST'] } },
    })
  })

  it('[spec/5 14/authenticators] an app of one’s own has its instance, its client and its push messages', async () => {
    const settings = { appInstanceId: '0oaSome', userVerification: 'REQUIRED', oauthClientId: '0oaOther' }
    const provider = { type: 'PUSH', configuration: { fcm: { id: 'ppcSome' } } }
    expect(await server.make.anAuthenticator('custom_app', { settings, provider })).toMatchObject({
      settings,
      provider,
    })
    expect((await server.make.anAuthenticator('custom_app')).settings).toEqual({ userVerification: 'PREFERRED' })
  })

  it('is there once for its key, except those that are configurations of their own', async () => {
    const refusal = await client.refused('createAuthenticator', { body: { key: 'webauthn', name: 'A second' } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['key']])
    for (const key of ['custom_app', 'custom_otp', 'external_idp'] as const)
      for (const name of [`${key} one`, `${key} two`]) await server.make.anAuthenticator(key, { name })
  })

  it('is made inactive unless the query says otherwise', async () => {
    const body = { key: 'custom_app', name: 'Not yet' } as const
    expect((await client.call('createAuthenticator', { body })).body.status).toBe('INACTIVE')
    expect((await server.make.anAuthenticator('custom_app')).status).toBe('ACTIVE')
  })

  it('never gives the keys of its provider back, and does not keep them', async () => {
    const configuration = { host: 'api.example.test', userNameTemplate: { template: 'user.login' } }
    const made = await server.make.anAuthenticator('custom_otp', {
      name: 'With secrets',
      provider: {
        type: 'CUSTOM',
        configuration: { ...configuration, secretKey: 'hush-1', integrationKey: 'hush-2', sharedSecret: 'hush-3' },
      },
    })
    expect(made.provider).toEqual({ type: 'CUSTOM', configuration })
    const events = (await client.call('listLogEvents', { query: { limit: 1000 } })).body
    expect(JSON.stringify(events)).not.toContain('hush-')
  })

  it.each([
    ['key', { key: 'carrier_pigeon' }],
    ['settings.allowedFor', { key: 'custom_otp', settings: { allowedFor: 'fun' } }],
    ['settings.mood', { key: 'custom_otp', settings: { mood: 'good' } }],
    ['settings.userVerification', { key: 'custom_otp', settings: { userVerification: 'REQUIRED' } }],
    ['settings.tokenLifetimeInMinutes', { key: 'custom_app', settings: { tokenLifetimeInMinutes: 5 } }],
    ['settings.allowedFor', { key: 'webauthn', settings: { allowedFor: 'any' } }],
    ['provider.type', { key: 'custom_otp', provider: {} }],
    ['provider.configuration.colour', { key: 'custom_otp', provider: { type: 'X', configuration: { colour: 1 } } }],
  ])('is refused for its %s', async (location, body) => {
    const refusal = await client.refused('createAuthenticator', { body: { name: 'Refused', ...body } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [location]])
  })

  it('keeps the settings that go with its key', async () => {
    const { shown, params } = await theOne('svc_verify')
    const settings = {
      compliance: { fips: 'REQUIRED' },
      channelBinding: { style: 'NUMBER_CHALLENGE', required: 'HIGH_RISK_ONLY' },
      userVerification: 'REQUIRED',
      enrollmentSecurityLevel: 'HIGH',
      userVerificationMethods: ['BIOMETRICS', 'PIN'],
      appInstanceId: '',
    } satisfies Authenticator['settings']
    const body = { ...shown, settings }
    expect((await client.call('replaceAuthenticator', { params, body })).body.settings).toEqual(settings)
  })
})

describe('password and email', () => {
  it('[spec/5 14/authenticator names] the password stays, and cannot be deactivated [spec/5 0.2/not-supported]', async () => {
    const { shown, params } = await theOne('svc_password')
    expect(shown._links).toMatchObject({ self: { hints: { allow: ['GET', 'PUT'] } } })
    expect(shown._links).not.toHaveProperty('deactivate')
    const rest = await client.refused('deactivateAuthenticator', { params })
    expect([rest.status, rest.code, rest.body.errorCauses]).toEqual([501, 'E0000060', []])
    const deletion = await client.refused('deleteAuthenticator', { params })
    expect([deletion.status, deletion.code]).toEqual([403, 'E0000006'])
    expect((await client.call('activateAuthenticator', { params })).body).toEqual(shown)
  })

  it('[spec/5 14/authenticator names] email can be deactivated once no policy uses it', async () => {
    const { shown, params } = await theOne('svc_email')
    expect(shown._links).toMatchObject({ deactivate: { hints: { allow: ['POST'] } } })
    const refusal = await client.refused('deactivateAuthenticator', { params })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000148'])
  })

  it('[spec/5 14/authenticator names] a new organization’s have the names of the interface', async () => {
    const fresh = await startServer()
    const names = (await fresh.client.call('listAuthenticators')).body.map(({ key, name }) => [key, name])
    expect(Object.fromEntries(names)).toEqual({
      svc_password: 'Password',
      svc_email: 'Email',
      svc_verify: 'Svc Verify',
      phone_number: 'Phone',
      security_question: 'Security Question',
      webauthn: 'Security Key or Biometric',
    })
  })
})

describe('the methods of an authenticator', () => {
  const methods = async (key: string) => {
    const { params } = await theOne(key)
    return (await client.call('listAuthenticatorMethods', { params })).body
  }

  const algorithms = ['ES256', 'RS256']
  const codes = { timeIntervalInSeconds: 30, encoding: 'Base32', algorithm: 'HMACSHA1', passCodeLength: 6 }
  it.each([
    ['phone_number', { sms: undefined, voice: undefined }],
    [
      'svc_verify',
      {
        push: { algorithms, keyProtection: 'ANY', transactionTypes: ['LOGIN'] },
        signed_nonce: { algorithms, keyProtection: 'ANY', showSignInWithOV: 'NEVER' },
        totp: codes,
      },
    ],
    ['webauthn', { webauthn: { userVerification: 'PREFERRED', attachment: 'ANY' } }],
  ])('[spec/5 14/methods] [spec/6 12/methods] of %s are %j, each found by its type', async (key, types) => {
    const listed = await methods(key)
    const { shown, params } = await theOne(key)
    const self = (type: string) => `${server.url}/api/v1/authenticators/${shown.id}/methods/${type}`
    expect(listed).toEqual(
      Object.entries(types).map(([type, settings]) => ({
        type,
        status: 'ACTIVE',
        ...(settings && { settings }),
        _links: { self: { href: self(type), hints: { allow: ['GET', 'PUT'] } } },
      })),
    )
    for (const one of listed) {
      const found = await client.call('getAuthenticatorMethod', { params: { ...params, methodType: one.type } })
      expect(found.body).toEqual(one)
    }
  })

  it('[spec/5 14/methods] rest with their authenticator, and others are not found', async () => {
    const body = { key: 'custom_app', name: 'Resting app' } as const
    const { id: authenticatorId } = (await client.call('createAuthenticator', { body })).body
    const listed = (await client.call('listAuthenticatorMethods', { params: { authenticatorId } })).body
    expect(listed.map(({ type, status }) => [type, status])).toEqual([['push', 'INACTIVE']])
    const params = { authenticatorId, methodType: 'sms' }
    expect((await client.refused('getAuthenticatorMethod', { params })).code).toBe('E0000007')
  })

  it.each(['', '/cb69481e-8ff7-4039-93ec-0a2729a154a8'])(
    '[spec/5 14/methods] kinds of security keys%s are a feature that is off',
    async (path) => {
      const { shown } = await theOne('webauthn')
      const refusal = await refusalOf(await client.fetch(`/api/v1/authenticators/${shown.id}/aaguids${path}`))
      expect([refusal.status, refusal.code, refusal.body.errorCauses]).toEqual([401, 'E0000015', []])
    },
  )
})

/** Takes an app of one's own out of the default enrollment policy. */
async function disallow({ client, make }: TestServer, id: string): Promise<void> {
  const policy = await make.theDefault('MFA_ENROLL')
  const settings = settingsOf(
    ...listedBy(policy).map((one) => (one.id === id ? entry('custom_app', 'NOT_ALLOWED', id) : one)),
  )
  await client.call('replacePolicy', { params: { policyId: policy.id }, body: { ...policy, settings } })
}

describe('an authenticator in use', () => {
  it('is not deactivated while people can enroll in it, and the refusal names the policies', async () => {
    const fresh = await startServer()
    const standard = await fresh.make.theDefault('MFA_ENROLL')
    await fresh.make.aPolicy('MFA_ENROLL', { name: 'Sailors', settings: settingsOf(entry('webauthn', 'REQUIRED')) })
    await fresh.make.aPolicy('MFA_ENROLL', { name: 'Cooks', settings: settingsOf(entry('webauthn', 'NOT_ALLOWED')) })
    const key = (await fresh.client.call('listAuthenticators')).body.find((one) => one.key === 'webauthn')
    const params = { authenticatorId: key?.id as string }
    const refusal = await fresh.client.refused('deactivateAuthenticator', { params })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000148'])
    expect(refusal.body.errorCauses).toHaveLength(1)
    for (const text of [refusal.body.errorSummary, refusal.body.errorCauses[0]?.errorSummary]) {
      expect(text).toContain('Sailors, Default Policy')
      expect(text).not.toContain('Cooks')
    }

    for (const policy of (await fresh.client.call('listPolicies', { query: { type: 'MFA_ENROLL' } })).body) {
      const authenticators = listedBy(policy).map((one) =>
        one.key === 'webauthn' ? entry('webauthn', 'NOT_ALLOWED') : one,
      )
      const body = { ...policy, settings: settingsOf(...authenticators) }
      await fresh.client.call('replacePolicy', { params: { policyId: policy.id }, body })
    }
    expect((await fresh.client.call('deactivateAuthenticator', { params })).body.status).toBe('INACTIVE')
    const after = (await fresh.client.call('getPolicy', { params: { policyId: standard.id } })).body
    expect(Object.keys(enrolledBy(after))).not.toContain('webauthn')
    await fresh.client.call('deleteAuthenticator', { params })
  })

  const possession = { authenticationMethods: [{ key: 'onprem_mfa', method: 'otp' }] }
  const password = { authenticationMethods: [{ key: 'svc_password', method: 'password' }] }
  it.each([
    ['a rule', { factorMode: '1FA', constraints: [{ possession }] }],
    ['a chain’s later step', { type: 'AUTH_METHOD_CHAIN', chains: [{ ...password, next: [possession] }] }],
  ])('is not deactivated while %s asks for its key', async (_, verificationMethod) => {
    await server.make.anAuthenticator('onprem_mfa').catch(() => {})
    const { params } = await theOne('onprem_mfa')
    await client.call('activateAuthenticator', { params })
    const policy = await server.make.aPolicy('ACCESS_POLICY')
    const rule = await server.make.aRule(policy, { actions: { appSignOn: { access: 'ALLOW', verificationMethod } } })
    const refusal = await client.refused('deactivateAuthenticator', { params })
    expect([refusal.code, refusal.body.errorCauses[0]?.errorSummary]).toEqual([
      'E0000148',
      expect.stringContaining(`the policy ${policy.name}`),
    ])
    await client.call('deleteRule', { params: { policyId: policy.id, ruleId: rule.id } })
    expect((await client.call('deactivateAuthenticator', { params })).body.status).toBe('INACTIVE')
  })

  it('is not deactivated while a password reset asks for its key', async () => {
    const fresh = await startServer()
    const { id } = await fresh.make.anAuthenticator('partner_otp_a')
    const policy = await fresh.make.aPolicy('PASSWORD', { name: 'Tills' })
    const methodConstraints = [{ method: 'otp', allowedAuthenticators: [{ key: 'partner_otp_a' }] }]
    const selfServicePasswordReset = { access: 'ALLOW', requirement: { primary: { methodConstraints } } }
    const rule = await fresh.make.aRule(policy, { actions: { selfServicePasswordReset } })
    const params = { authenticatorId: id }
    const refusal = await fresh.client.refused('deactivateAuthenticator', { params })
    expect([refusal.code, refusal.body.errorCauses[0]?.errorSummary]).toEqual([
      'E0000148',
      expect.stringContaining('the policy Tills'),
    ])
    await fresh.client.call('deleteRule', { params: { policyId: policy.id, ruleId: rule.id } })
    expect((await fresh.client.call('deactivateAuthenticator', { params })).body.status).toBe('INACTIVE')
  })

  it('as an app of one’s own is in the default policy from the start, so that it cannot be deactivated [spec/6 21/custom app]', async () => {
    const fresh = await startServer()
    const { id } = await fresh.make.anAuthenticator('custom_app', { name: 'Our app' })
    const params = { authenticatorId: id }
    const standard = await fresh.make.theDefault('MFA_ENROLL')
    expect(listedBy(standard)).toContainEqual(entry('custom_app', 'OPTIONAL', id))
    const refusal = await fresh.client.refused('deactivateAuthenticator', { params })
    expect([refusal.status, refusal.code, refusal.body.errorCauses.map(({ errorSummary }) => errorSummary)]).toEqual([
      403,
      'E0000148',
      ['Our app is used by the policy Default Policy'],
    ])
    const { body: events } = await fresh.client.call('listLogEvents', {
      query: { filter: 'eventType eq "policy.lifecycle.update"' },
    })
    expect(events.map(({ target }) => target?.[0]?.id)).toEqual([standard.id])
    await disallow(fresh, id)
    expect((await fresh.client.call('deactivateAuthenticator', { params })).body.status).toBe('INACTIVE')
  })

  it('as an app of one’s own joins the default policy when it is activated, and not against what that says', async () => {
    const fresh = await startServer()
    const body = { key: 'custom_app', name: 'Later' } as const
    const { id } = (await fresh.client.call('createAuthenticator', { body })).body
    const listed = async () => listedBy(await fresh.make.theDefault('MFA_ENROLL')).find((one) => one.id === id)
    const params = { authenticatorId: id }
    expect(await listed()).toBeUndefined()
    await fresh.client.call('activateAuthenticator', { params })
    expect(await listed()).toEqual(entry('custom_app', 'OPTIONAL', id))
    await disallow(fresh, id)
    for (const step of ['deactivateAuthenticator', 'activateAuthenticator'] as const)
      await fresh.client.call(step, { params })
    expect(await listed()).toEqual(entry('custom_app', 'NOT_ALLOWED', id))
  })

  it('of several custom apps is the very one that the policy names', async () => {
    const [used, free] = [
      await server.make.anAuthenticator('custom_app'),
      await server.make.anAuthenticator('custom_app'),
    ]
    await server.make.aPolicy('MFA_ENROLL', { settings: settingsOf(entry('custom_app', 'OPTIONAL', used.id)) })
    const refusal = await client.refused('deactivateAuthenticator', { params: { authenticatorId: used.id } })
    expect(refusal.code).toBe('E0000148')
    const params = { authenticatorId: free.id }
    await disallow(server, free.id)
    expect((await client.call('deactivateAuthenticator', { params })).body.status).toBe('INACTIVE')
  })

  it('of several that share a key without an id is the last one', async () => {
    const fresh = await startServer()
    const [one, other] = [
      await fresh.make.anAuthenticator('custom_otp'),
      await fresh.make.anAuthenticator('custom_otp'),
    ]
    const policy = await fresh.make.aPolicy('MFA_ENROLL', { settings: settingsOf(entry('custom_otp')) })
    expect(listedBy(policy).filter(({ key }) => key === 'custom_otp')).toEqual([entry('custom_otp')])
    await fresh.client.call('deactivateAuthenticator', { params: { authenticatorId: one.id } })
    const refusal = await fresh.client.refused('deactivateAuthenticator', { params: { authenticatorId: other.id } })
    expect(refusal.code).toBe('E0000148')
  })

  it('is deleted only when it is inactive', async () => {
    const params = { authenticatorId: (await server.make.anAuthenticator('custom_otp')).id }
    const refusal = await client.refused('deleteAuthenticator', { params })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000107'])
    await client.call('deactivateAuthenticator', { params })
    const { _links } = (await client.call('getAuthenticator', { params })).body
    expect(_links['self']).toMatchObject({ hints: { allow: ['GET', 'PUT', 'DELETE'] } })
    await client.call('deleteAuthenticator', { params })
  })
})

describe('an enrollment policy', () => {
  it('lists what is enabled and nothing else, as not allowed unless it says otherwise', async () => {
    const fresh = await startServer()
    const policy = await fresh.make.aPolicy('MFA_ENROLL', { settings: settingsOf(entry('svc_verify', 'REQUIRED')) })
    const read = async () =>
      enrolledBy((await fresh.client.call('getPolicy', { params: { policyId: policy.id } })).body)
    const others = Object.fromEntries(SHIPPED.map((key) => [key, 'NOT_ALLOWED']))
    expect(await read()).toEqual({ ...others, svc_verify: 'REQUIRED' })
    await fresh.make.anAuthenticator('custom_otp')
    expect(await read()).toEqual({ ...others, svc_verify: 'REQUIRED', custom_otp: 'NOT_ALLOWED' })
  })

  it('names only what is enabled, when it is made and when it is replaced', async () => {
    await client.call('createAuthenticator', { body: { key: 'custom_app', name: 'Sleeping app' } })
    await client.call('deactivateAuthenticator', { params: (await theOne('partner_token_b')).params })
    const sleeping = (await client.call('listAuthenticators')).body.find(({ name }) => name === 'Sleeping app')
    const settings = settingsOf(
      entry('svc_email', 'REQUIRED'),
      entry('partner_token_b'),
      entry('custom_app'),
      entry('custom_app', 'OPTIONAL', sleeping?.id),
    )
    const policy = await server.make.aPolicy('MFA_ENROLL')
    const params = { policyId: policy.id }
    for (const [id, input] of [
      ['createPolicy', {}],
      ['replacePolicy', { params }],
    ] as const) {
      const refusal = await client.refused(id, { ...input, body: { type: 'MFA_ENROLL', name: 'Wrong', settings } })
      expect([refusal.status, refusal.code], id).toEqual([400, 'E0000001'])
      expect(refusal.locations, id).toEqual([
        'settings.authenticators[1].key',
        'settings.authenticators[2].id',
        'settings.authenticators[3].id',
      ])
    }
  })
})

describe('a workspace that an older version made', () => {
  it('gets the authenticators when it is opened, leaves no event, and is then left alone', async () => {
    const first = await startServer()
    await first.stop()
    await withDatabase(first.dataFile, async (database) => {
      await database.run('DELETE FROM supporting_objects')
      await database.run(`DELETE FROM migrations WHERE name = '0062-organization-defaults'`)
    })
    const reopen = async () => startServer({ dataFile: first.dataFile })
    const completed = await reopen()
    expect(await keysOf(completed)).toEqual([...SHIPPED].sort())
    const events = (await completed.client.call('listLogEvents')).body
    expect(events.map((event) => event.eventType)).toEqual(['system.api_token.create'])
    await completed.stop()

    const hash = await hashOf(first.dataFile)
    const again = await reopen()
    await again.stop()
    expect(await hashOf(first.dataFile)).toBe(hash)
  })

  it('does not get back what an administrator deleted', async () => {
    const first = await startServer()
    await first.stop()
    const sql = `DELETE FROM supporting_objects WHERE key = 'phone_number'`
    await withDatabase(first.dataFile, (database) => database.run(sql))
    const again = await startServer({ dataFile: first.dataFile })
    expect(await keysOf(again)).not.toContain('phone_number')
  })
})
