import { beforeAll, describe, expect, it } from 'vitest'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { aServiceClient, assertionOf, credentialsForm, post } from '../../helpers/oauth-clients.ts'
import { withoutRandomText } from '../../helpers/random-text.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

const vocabulary = SHIPPED_VOCABULARIES['okta']
const BRAND = 'okta'
const UPPER = 'OKTA'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ vocabulary })
})

const OUTER = { Prefer: 'handling=lenient' }

async function ask<Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const reply = await server.client.fetch(path, {
    method,
    headers: { ...OUTER, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text, body: (text ? JSON.parse(text) : null) as Body }
}

interface Named {
  id: string
  type: string
  name: string
  profile: { name: string }
}

describe('with a vocabulary, a client', () => {
  it('makes, reads, changes and finds policies by its words', async () => {
    const made = await ask<Named>('POST', '/api/v1/policies', { type: `${UPPER}_SIGN_ON`, name: 'SVC_GROUP and svc' })
    expect([made.status, made.body.type, made.body.name]).toEqual([200, `${UPPER}_SIGN_ON`, 'SVC_GROUP and svc'])
    const list = await ask<Named[]>('GET', `/api/v1/policies?type=${UPPER}_SIGN_ON`)
    expect(list.status, list.text).toBe(200)
    expect(list.body.map(({ type }) => type)).toEqual([`${UPPER}_SIGN_ON`, `${UPPER}_SIGN_ON`])
    const same = await ask<Named>('PUT', `/api/v1/policies/${made.body.id}`, made.body)
    expect(same.body).toMatchObject({ type: `${UPPER}_SIGN_ON`, name: 'SVC_GROUP and svc' })
  })

  it('keeps what a person typed, whatever it looks like', async () => {
    for (const name of [
      'SVC_GROUP',
      `${UPPER}_GROUP`,
      `${BRAND}.users.read`,
      'svc_verify',
      'X-Svc-Request-Id',
      'PARTNER_OTP_B',
    ]) {
      const { body } = await ask<Named>('POST', '/api/v1/groups', { profile: { name, description: name } })
      expect(body).toMatchObject({ type: `${UPPER}_GROUP`, profile: { name, description: name } })
      expect((await ask<Named>('GET', `/api/v1/groups/${body.id}`)).body.profile.name).toBe(name)
      const found = await ask<Named[]>(
        'GET',
        `/api/v1/groups?search=${encodeURIComponent(`profile.name eq "${name}"`)}`,
      )
      expect(found.body.map(({ id }) => id)).toEqual([body.id])
    }
  })

  it('gets values of any shape back as it sent them', async () => {
    const thirdPartySignalProviders = { dtc: { screenLockSecured: true, svc_verify: [{ SVC_GROUP: ['svc', null] }] } }
    const body = { name: 'Any shape', platform: 'CHROMEOS', thirdPartySignalProviders }
    const made = await ask<Named>('POST', '/api/v1/device-assurances', body)
    expect([made.status, made.body]).toMatchObject([200, { thirdPartySignalProviders }])
  })

  it('simulates by its words, in a list of one request as well', async () => {
    const [app, me] = await Promise.all([ask<Named[]>('GET', '/api/v1/apps'), ask<Named>('GET', '/api/v1/users/me')])
    const request = {
      policyTypes: [`${UPPER}_SIGN_ON`],
      appInstance: app.body[0]?.id,
      policyContext: { user: { id: me.body.id } },
    }
    for (const body of [request, [request]]) {
      const simulated = await ask<{ evaluation: object[] }>('POST', '/api/v1/policies/simulate', body)
      expect(simulated.body.evaluation, simulated.text).toMatchObject([{ policyType: `${UPPER}_SIGN_ON` }])
    }
    const ours = await ask('POST', '/api/v1/policies/simulate', [{ ...request, policyTypes: ['SVC_SIGN_ON'] }])
    expect([ours.status, ours.text]).toEqual([400, expect.stringContaining(`must be ${UPPER}_SIGN_ON`)])
  })

  it('finds by words of the interface in filters', async () => {
    const filter = encodeURIComponent(`type eq "${UPPER}_GROUP"`)
    const { status, body } = await ask<Named[]>('GET', `/api/v1/groups?filter=${filter}&limit=1`)
    expect([status, body[0]?.type]).toEqual([200, `${UPPER}_GROUP`])
  })

  it('sees objects that every organization begins with by its names, and finds them by those', async () => {
    const builtIn = await ask<Named[]>('GET', '/api/v1/groups?filter=type%20eq%20%22BUILT_IN%22')
    expect(builtIn.body.map(({ profile }) => profile.name)).toEqual(['Everyone', 'Okta Administrators'])
    const search = encodeURIComponent('profile.name eq "Okta Administrators"')
    expect((await ask<Named[]>('GET', `/api/v1/groups?search=${search}`)).body).toHaveLength(1)
    const apps = await ask<{ label: string; name: string }[]>('GET', '/api/v1/apps')
    expect(apps.body.map(({ label }) => label).sort()).toEqual([
      'Okta Admin Console',
      'Okta Browser Plugin',
      'Okta Dashboard',
    ])
  })

  it('finds paths, links and headers under its words, and ours are not there', async () => {
    const found = await ask<{ _links: Record<string, { href: string }> }>('GET', '/api/v1/org')
    expect(Object.keys(found.body._links)).toContain(`${BRAND}Support`)
    expect(withoutRandomText(JSON.stringify(found.body._links))).not.toMatch(/svc/i)
    const support = await ask<Record<string, unknown>>('GET', `/api/v1/org/privacy/${BRAND}Support`)
    expect([support.status, support.headers.get('x-okta-request-id')]).toEqual([200, expect.any(String)])
    expect(support.headers.get('x-svc-request-id')).toBeNull()
    expect((await ask('GET', '/api/v1/org/privacy/svcSupport')).status).toBe(404)
    expect((await ask('GET', `/.well-known/${BRAND}-organization`)).status).toBe(200)
  })

  it('is told the word that was expected where it says one of ours', async () => {
    const body = await ask<{ errorCauses: { errorSummary: string }[] }>('POST', '/api/v1/policies', {
      type: 'SVC_SIGN_ON',
      name: 'Wrong',
    })
    expect([body.status, body.body.errorCauses[0]?.errorSummary]).toEqual([
      400,
      `type: must be ${UPPER}_SIGN_ON in the vocabulary ${BRAND}`,
    ])
  })

  it('reads scopes that a client was granted, and those that it lacks, by its words', async () => {
    const { appId, clientId, privateKey } = await aServiceClient(server, { scopes: [] })
    const granted = await ask<{ scopeId: string }>('POST', `/api/v1/apps/${appId}/grants?expand=scope`, {
      issuer: server.url,
      scopeId: `${BRAND}.groups.read`,
    })
    expect(granted.body.scopeId, granted.text).toBe(`${BRAND}.groups.read`)
    const list = await ask<object[]>('GET', `/api/v1/apps/${appId}/grants?expand=scope`)
    const scope = { id: `${BRAND}.groups.read` }
    expect(list.body).toMatchObject([{ scopeId: scope.id, _embedded: { scope } }])

    const assertion = () => assertionOf(server, { appId, clientId, privateKey })
    const ungranted = credentialsForm(await assertion(), `${BRAND}.apps.read`)
    expect((await post(server, '/oauth2/v1/token', ungranted)).body['error_description']).toBe(
      `The client was not granted ${BRAND}.apps.read.`,
    )
    const { body } = await post(server, '/oauth2/v1/token', credentialsForm(await assertion(), scope.id))
    expect(body['scope']).toBe(scope.id)
    const path = `/api/v1/org/privacy/${BRAND}Support`
    const refused = await ask('GET', path, undefined, { Authorization: `Bearer ${String(body['access_token'])}` })
    const challenge = refused.headers.get('www-authenticate')
    expect([refused.status, challenge]).toEqual([403, expect.stringContaining(`scope="${BRAND}.orgs.read"`)])
    expect(challenge).toContain(`resource="${path}"`)
  })

  it('is told the word that was expected in a query, too', async () => {
    const { status, text } = await ask('GET', '/api/v1/policies?type=SVC_SIGN_ON')
    expect([status, text]).toEqual([400, expect.stringContaining(`type: must be ${UPPER}_SIGN_ON`)])
  })

  it('sees who keeps the passwords of people, and their group, by its words', async () => {
    const me = await ask<{ credentials: { provider: object } }>('GET', '/api/v1/users/me')
    expect(me.body.credentials.provider).toEqual({ type: UPPER, name: UPPER })
    const groups = await ask<{ objectClass: string[] }[]>('GET', '/api/v1/groups')
    expect(groups.body[0]?.objectClass).toEqual([`${BRAND}:user_group`])
  })

  it('reads refusals in its words, except for what it has typed itself', async () => {
    await ask('POST', '/api/v1/groups', { profile: { name: 'Twice SVC_GROUP' } })
    const twice = await ask('POST', '/api/v1/groups', { profile: { name: 'Twice SVC_GROUP' } })
    expect(twice.text).toContain('Twice SVC_GROUP')
    const wrong = await ask('POST', '/api/v1/policies', { type: 'NONE_SUCH', name: 'x' })
    expect(wrong.text).toContain(`${UPPER}_SIGN_ON`)
    expect(wrong.text).not.toContain('SVC_SIGN_ON')
  })

  it('reads events in its words', async () => {
    const { body } = await ask<Named>('POST', '/api/v1/groups', { profile: { name: 'svc_otp' } })
    const filter = encodeURIComponent(`target.id eq "${body.id}"`)
    const events = await ask<{ target: { displayName: string }[] }[]>('GET', `/api/v1/logs?filter=${filter}`)
    expect(events.body[0]?.target[0]?.displayName).toBe('svc_otp')
    const policy = await ask<Named>('POST', '/api/v1/policies', {
      type: 'PASSWORD',
      name: 'P',
      conditions: { authProvider: { provider: UPPER } },
    })
    expect(policy.body).toMatchObject({ conditions: { authProvider: { provider: UPPER } } })
  })

  it('reads the document of the interface in its words', async () => {
    const { text } = await ask('GET', '/api/v1/openapi.json')
    expect(text).not.toMatch(/svc/i)
    expect(text).toContain(`${BRAND}.users.read`)
    const ours = await ask('GET', '/api/v1/openapi.json', undefined, { Prefer: 'vocabulary=svc' })
    expect([ours.text.includes('svc.users.read'), ours.text.includes(`${BRAND}.users.read`)]).toEqual([true, false])
  })

  it('that speaks our words says so, as the page does', async () => {
    const reply = await server.client.fetch('/api/v1/policies?type=SVC_SIGN_ON', {
      headers: { Prefer: 'vocabulary=svc' },
    })
    const [policy] = (await reply.json()) as Named[]
    expect([reply.status, policy?.type, reply.headers.has('x-svc-request-id')]).toEqual([200, 'SVC_SIGN_ON', true])
  })

  it('reads the same object in the words of each request, however often it was read before', async () => {
    const [policy] = (await ask<Named[]>('GET', `/api/v1/policies?type=${UPPER}_SIGN_ON`)).body
    const path = `/api/v1/policies/${policy?.id}`
    const ours = { Prefer: 'vocabulary=svc' }
    const types: string[] = []
    for (const headers of [{}, ours, {}, ours])
      types.push((await ask<Named>('GET', path, undefined, headers)).body.type)
    expect(types).toEqual([`${UPPER}_SIGN_ON`, 'SVC_SIGN_ON', `${UPPER}_SIGN_ON`, 'SVC_SIGN_ON'])
  })
})
