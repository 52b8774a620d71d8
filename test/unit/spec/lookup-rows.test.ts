import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, RuleWriteInput } from '#contract/policy/policy.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { ProviderLink } from '#contract/routes/well-known.ts'
import { runs } from '../../helpers/runs.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

const ISSUER = 'http://openid.net/specs/connect/1.0/issuer'

interface Found {
  status: number
  body: { subject: string; links: ProviderLink[]; errorCode: string; errorCauses: { errorSummary: string }[] }
}

const find = async (server: TestServer, query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/.well-known/webfinger?${query}`, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Found['body'] }
}
const findLogin = (server: TestServer, login: string, headers?: Record<string, string>) =>
  find(server, `resource=${encodeURIComponent(`svc:acct:${login}`)}`, headers)

/** Sends what meets the conditions to a new provider. */
async function route(server: TestServer, conditions: object, type: 'OIDC' | 'SAML2' = 'OIDC') {
  const provider = await server.make.anIdentityProvider(type)
  const policy = (await server.make.theDefault('IDP_DISCOVERY')) as Policy
  const actions = { idp: { providers: [{ type, id: provider.id }] } }
  await server.make.aRule(policy, { conditions, actions } as Partial<RuleWriteInput>)
  return provider
}
const whenNamed = (matchType: string, value: string) => ({
  userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType, value }] },
})

describe('the look-up of identity providers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })

  const organization = () => ({
    rel: ISSUER,
    href: `${server.url}/sso/idps/SVC`,
    titles: { und: 'my-organization' },
    properties: { 'svc:idp:type': 'SVC' },
  })

  it('answers without a token, with the organization itself where no rule says otherwise [spec/2 lookup/GET webfinger] [spec/2 lookup/organization]', async () => {
    const { status, headers, body } = await findLogin(server, 'ada@nowhere.test')
    expect([status, headers.get('Content-Type')?.split(';')[0]]).toEqual([200, 'application/jrd+json'])
    expect(body).toEqual({ subject: 'svc:acct:ada@nowhere.test', links: [organization()] })
  })

  it.each(['', 'resource=', 'resource=svc:acct:', 'resource=acct:ada', `resource=svc:acct:${'x'.repeat(300)}`])(
    'refuses a resource that is none, and names it: %s [spec/2 lookup/resource]',
    async (query) => {
      const { status, body } = await find(server, query)
      expect([status, body.errorCode]).toEqual([400, 'E0000001'])
      expect(body.errorCauses[0]?.errorSummary).toMatch(/^resource: /)
    },
  )

  it('answers with the provider of the rule that decides, and only while it is active [spec/2 lookup/provider] [spec/2 lookup/routing]', async () => {
    const provider = await route(server, whenNamed('SUFFIX', '@saml.test'), 'SAML2')
    const { body } = await findLogin(server, 'Ada@SAML.test')
    expect(body.links).toEqual([
      {
        rel: 'svc:idp',
        href: `${server.url}/sso/idps/${provider.id}`,
        titles: { und: provider.name },
        properties: {
          'svc:idp:metadata': `${server.url}/api/v1/idps/${provider.id}/metadata.xml`,
          'svc:idp:type': 'SAML2',
          'svc:idp:id': provider.id,
        },
      },
    ])
    await server.client.call('deactivateIdentityProvider', { params: { idpId: provider.id } })
    expect((await findLogin(server, 'ada@saml.test')).body.links).toEqual([organization()])
  })

  it('is limited to the relations that are asked for, and refuses others [spec/2 lookup/rel]', async () => {
    const resource = 'resource=svc:acct:ada@nowhere.test'
    const links = async (...rels: string[]) =>
      (await find(server, [resource, ...rels.map((rel) => `rel=${encodeURIComponent(rel)}`)].join('&'))).body.links
    expect(await links(ISSUER)).toEqual([organization()])
    expect(await links('svc:idp')).toEqual([])
    expect(await links('svc:idp', ISSUER)).toEqual([organization()])
    const refusal = await find(server, `${resource}&rel=svc:other`)
    expect([refusal.status, refusal.body.errorCode]).toEqual([400, 'E0000001'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toMatch(/^rel/)
  })

  it('follows attributes of the person, the zone of the caller and the platform [spec/2 lookup/routing]', async () => {
    await server.make.aUser({ login: 'cob@attribute.test', lastName: 'Wainwright' })
    const patterns = [{ matchType: 'EQUALS', value: 'wainwright' }]
    const byName = await route(server, { userIdentifier: { type: 'ATTRIBUTE', attribute: 'lastName', patterns } })
    const ids = async (login: string, agent?: string) =>
      (await findLogin(server, login, agent ? { 'User-Agent': agent } : {})).body.links.map(
        ({ properties }) => properties['svc:idp:id'],
      )
    expect(await ids('COB@attribute.test')).toEqual([byName.id])
    expect(await ids('ann@attribute.test')).toEqual([undefined])

    const zone = await server.make.aZone({ gateways: [{ type: 'CIDR', value: '127.0.0.0/8' }] })
    const byZone = await route(server, {
      ...whenNamed('SUFFIX', '@zone.test'),
      network: { connection: 'ZONE', include: [zone.id] },
    })
    expect(await ids('ann@zone.test')).toEqual([byZone.id])

    const include = [{ type: 'MOBILE', os: { type: 'IOS' } }]
    const byPlatform = await route(server, { ...whenNamed('SUFFIX', '@platform.test'), platform: { include } })
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
    expect(await ids('ann@platform.test', phone)).toEqual([byPlatform.id])
    expect(await ids('ann@platform.test', 'curl/8.5.0')).toEqual([undefined])
  })

  it('computes the name of the provider where a rule says how [spec/2 lookup/routing]', async () => {
    const provider = await server.make.anIdentityProvider('OIDC')
    const policy = (await server.make.theDefault('IDP_DISCOVERY')) as Policy
    const providerExpression = "login.identifier.substringBefore('@')"
    const actions = { idp: { idpSelectionType: 'DYNAMIC', matchCriteria: [{ providerExpression }] } }
    const conditions = whenNamed('SUFFIX', '@dynamic.test')
    await server.make.aRule(policy, { conditions, actions } as Partial<RuleWriteInput>)
    const links = async (name: string) =>
      (await findLogin(server, `${name}@dynamic.test`)).body.links.map(({ titles }) => titles.und)
    expect(await links(provider.name)).toEqual([provider.name])
    expect(await links('unknown')).toEqual(['my-organization'])
  })

  it('says of logins that are known and unknown the same [spec/2 lookup/GET webfinger]', async () => {
    await server.make.aUser({ login: 'here@same.test' })
    const [known, unknown] = [await findLogin(server, 'here@same.test'), await findLogin(server, 'gone@same.test')]
    expect(known.status).toBe(unknown.status)
    expect(known.body.links).toEqual(unknown.body.links)
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  })
})

it('finds what a plain comparison of texts finds', async () => {
  const server = await startServer()
  const text = fc.stringMatching(/^[ab.]{1,3}$/)
  const MATCHES = {
    EQUALS: (login: string, value: string) => login === value,
    CONTAINS: (login: string, value: string) => login.includes(value),
    STARTS_WITH: (login: string, value: string) => login.startsWith(value),
    SUFFIX: (login: string, value: string) => login.endsWith(value),
  }
  const rules: { matches: (login: string) => boolean; id: string }[] = []
  for (const [matchType, value] of [
    ['EQUALS', 'a.b'],
    ['STARTS_WITH', 'bb'],
    ['SUFFIX', '.a'],
    ['CONTAINS', 'ab'],
  ] as const) {
    const { id } = await route(server, whenNamed(matchType, value))
    rules.push({ matches: (login) => MATCHES[matchType](login, value), id })
  }
  await fc.assert(
    fc.asyncProperty(text, async (login) => {
      const expected = rules.find(({ matches }) => matches(login))?.id
      const { body } = await findLogin(server, login.toUpperCase())
      expect(body.links[0]?.properties['svc:idp:id']).toBe(expected)
    }),
    { numRuns: runs(0.3) },
  )
})

it('answers one address so often in a minute, says so, and then refuses', async () => {
  const server = await startServer()
  for (let count = 1; count <= LIMITS.lookupsPerMinute; count += 1) {
    const { status, headers } = await findLogin(server, `person${count}@flood.test`)
    if (status !== 200) throw new Error(`look-up ${count} was refused`)
    expect(headers.get('X-Rate-Limit-Remaining')).toBe(String(LIMITS.lookupsPerMinute - count))
  }
  const { status, headers, body } = await findLogin(server, 'more@flood.test')
  expect([status, body.errorCode]).toEqual([429, 'E0000047'])
  expect(headers.get('X-Rate-Limit-Limit')).toBe(String(LIMITS.lookupsPerMinute))
  expect(headers.get('X-Rate-Limit-Remaining')).toBe('0')
  const wait = Number(headers.get('X-Rate-Limit-Reset')) - Date.parse(headers.get('Date') ?? '') / 1_000
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(61)
  expect((await fetch(`${server.url}/.well-known/svc-organization`)).status).toBe(200)
})
