import { beforeAll, describe, expect, it } from 'vitest'
import { logEventSchema, type LogEvent } from '#contract/log/log-event.ts'
import { openStore } from '#db/store.ts'
import { shownUrl } from '#http/request-url.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { clientAgent } from '#audit-log/client-agent.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createService } from '#operations/composition/create-service.ts'
import { createToken } from '#operations/tokens/api-tokens.ts'
import { linksOf, makeClient, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { START, startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

async function eventsOf(work: () => Promise<unknown>): Promise<LogEvent[]> {
  const whole = await client.call('listLogEvents', { query: { limit: 1000 } })
  await work()
  return (await client.follow<LogEvent[]>(linksOf(whole.headers)['next'] as string)).body
}

/** The workspace of the server, written to beside it. */
async function inWorkspace(
  work: (service: ReturnType<typeof createService>) => Promise<unknown>,
  { dataFile }: Pick<TestServer, 'dataFile'> = server,
) {
  const store = await openStore(dataFile, new Date(START).toISOString())
  await work(createService({ store, version: '0', engine: 'identity', clock: () => START, url: () => '' }))
  await store.close()
}

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('the program that asked', () => {
  it.each([
    [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36`, 'CHROME', 'Windows 10', 'Computer'],
    [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 Edg/120.0`, 'EDGE', 'Windows 10', 'Computer'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0', 'FIREFOX', 'Linux', 'Computer'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
      'SAFARI',
      'Mac OS X',
      'Computer',
    ],
    [`${PHONE} Version/17.0 Mobile/15E148 Safari/604.1`, 'SAFARI', 'iOS', 'Mobile'],
    ['curl/8.5.0', 'UNKNOWN', 'Unknown', 'Unknown'],
    ['python-requests/2.32.3', 'UNKNOWN', 'Unknown', 'Unknown'],
  ])('%s is known by browser, system and device', (rawUserAgent, browser, os, device) => {
    expect(clientAgent(rawUserAgent)).toEqual({ userAgent: { browser, os, rawUserAgent }, device })
  })

  it('is unknown where it does not say, and kept short where it says too much', () => {
    expect(clientAgent(null)).toEqual({ userAgent: null, device: 'Unknown' })
    expect(clientAgent(`${'Windows ('.repeat(900)}`).userAgent?.rawUserAgent).toHaveLength(512)
  })
})

describe('the zone of an event', () => {
  const zoneNow = async () => {
    const [event] = await eventsOf(() => make.aGroup())
    return event?.client?.zone
  }
  const here = { gateways: [{ type: 'RANGE', value: '127.0.0.1-127.0.0.9' }] }

  it('is the one of the workspace that the address lies in, as zones stand at the time; a blocklist comes first', async () => {
    expect(await zoneNow()).toBeNull()
    const zone = await make.aZone({ ...here, name: 'This machine' })
    const params = { zoneId: zone.id }
    expect(await zoneNow()).toBe('This machine')
    const blocked = await make.aZone({ ...here, name: 'Blocked', usage: 'BLOCKLIST' })
    expect(await zoneNow()).toBe('Blocked')
    await client.call('deactivateZone', { params: { zoneId: blocked.id } })
    expect(await zoneNow()).toBe('This machine')
    await client.call('replaceZone', { params, body: { ...zone, name: 'Home' } as never })
    expect(await zoneNow()).toBe('Home')
    await client.call('deactivateZone', { params })
    expect(await zoneNow()).toBeNull()
  })
})

describe('who acted', () => {
  it('is the person whom the token belongs to, who is `me`; a session of its own for each token', async () => {
    const login = 'zoe@example.test'
    const profile = { login, email: login, firstName: 'Zoe', lastName: 'Zander' }
    const credentials = { password: { value: 'Correct-Horse-7' } }
    const user = (await client.call('createUser', { body: { profile, credentials } })).body
    await client.call('assignUserRole', { params: { userId: user.id }, body: { type: 'SUPER_ADMIN' } })
    const value = '00of-zoe-of-zoe-of-zoe-of-zoe-of-zoe-of-zo'
    await server.stop()
    await inWorkspace(async (service) => {
      await service.write(systemContext(), (tx) => createToken(tx, { value, name: 'Of Zoe', userId: user.id }))
    })
    const again = await startServer({ dataFile: server.dataFile })
    ;({ client, make } = server = again)
    const create = (token: string, name: string) =>
      makeClient({ url: again.url, token }).call('createGroup', { body: { profile: { name } } })
    const events = await eventsOf(async () => {
      await create(value, 'By Zoe')
      await create(value, 'By Zoe too')
      await create(again.token, 'By the administrator')
    })
    const me = { params: { userId: 'me' } }
    expect((await makeClient({ url: again.url, token: value }).call('getUser', me)).body.id).toBe(user.id)
    expect((await client.call('getUser', me)).body.profile['login']).toBe('owner@example.com')
    expect(events.map(({ actor }) => [actor.id, actor.alternateId, actor.displayName])).toEqual([
      [user.id, 'zoe@example.test', 'Zoe Zander'],
      [user.id, 'zoe@example.test', 'Zoe Zander'],
      [expect.stringMatching(/^00u/), 'owner@example.com', 'Workspace Owner'],
    ])
    const sessions = events.map(({ authenticationContext }) => authenticationContext?.externalSessionId)
    expect(sessions[0]).toBe(sessions[1])
    expect(new Set(sessions).size).toBe(2)
    const filter = `authenticationContext.externalSessionId eq "${sessions[0]}"`
    const found = (await client.call('listLogEvents', { query: { filter } })).body
    expect(found.map(({ target }) => target?.[0]?.displayName)).toEqual(['By Zoe', 'By Zoe too'])
  })
})

describe('the address of a request', () => {
  const url = (search: string) => shownUrl('/api/v1/groups', new URLSearchParams(search), ROUTES.listGroups)

  it('has the query, but no value that the route does not declare or that lets somebody in', () => {
    expect(url('')).toBe('/api/v1/groups')
    expect(url('q=a%20b&limit=5')).toBe('/api/v1/groups?q=a%20b&limit=5')
    expect(url('q=x&token=abc&downloadToken=1&constructor=y')).toBe(
      '/api/v1/groups?q=x&token=***&downloadToken=***&constructor=***',
    )
    expect(url(`q=${'x'.repeat(9_000)}`)).toHaveLength(2_048)
  })

  it('stands in the event', async () => {
    const policy = { type: 'PASSWORD', name: 'With a query' } as const
    const [event] = await eventsOf(() =>
      client.fetch('/api/v1/policies?activate=false&api_token=abc', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(policy),
      }),
    )
    expect(event?.debugContext.debugData).toMatchObject({
      requestUri: '/api/v1/policies',
      url: '/api/v1/policies?activate=false&api_token=***',
    })
  })
})

describe('what a change was', () => {
  const lastTarget = (events: LogEvent[]) => events[0]?.target?.at(-1)

  it('is told of every step of a lifecycle', async () => {
    const app = await make.anApp()
    const events = await eventsOf(() => client.call('deactivateApp', { params: { appId: app.id } }))
    expect(lastTarget(events)?.changeDetails).toEqual({ from: { status: 'ACTIVE' }, to: { status: 'INACTIVE' } })
  })

  it('is told of a mapping by the names of the policies, forth and back', async () => {
    const appId = (await make.anApp()).id
    const policy = await make.aPolicy('ACCESS_POLICY', { name: 'Strict' })
    const standard = await make.theDefault('ACCESS_POLICY')
    const names = {
      strict: { policyId: policy.id, policyName: 'Strict' },
      standard: { policyId: standard.id, policyName: standard.name },
    }
    const params = { appId, policyId: policy.id }
    const mapped = await eventsOf(() => client.call('assignAppPolicy', { params }))
    expect(lastTarget(mapped)?.changeDetails).toEqual({ from: names.standard, to: names.strict })
    const [mapping] = (await client.call('listPolicyMappings', { params })).body
    const mappingId = mapping?.id as string
    const unmapped = await eventsOf(() => client.call('deletePolicyMapping', { params: { ...params, mappingId } }))
    expect(lastTarget(unmapped)?.changeDetails).toEqual({ from: names.strict, to: names.standard })
  })

  it('of a deletion is all that is gone, with the rules and the number of applications that move', async () => {
    const policy = await make.aPolicy('ACCESS_POLICY', { description: 'To be deleted' })
    const rule = await make.aRule(policy, { name: 'Goes too' })
    const appId = (await make.anApp()).id
    await client.call('assignAppPolicy', { params: { appId, policyId: policy.id } })
    const events = await eventsOf(() => client.call('deletePolicy', { params: { policyId: policy.id } }))
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'policy.lifecycle.delete',
      'policy.rule.delete',
      'policy.rule.delete',
    ])
    expect(lastTarget(events)?.changeDetails?.from).toMatchObject({ name: policy.name, description: 'To be deleted' })
    expect(events[0]?.debugContext.debugData).toMatchObject({ rules: 2, applications: 1 })
    const ofRule = events.find(({ target }) => target?.[1]?.id === rule.id)
    expect(ofRule?.target?.[1]?.changeDetails?.from).toMatchObject({ name: 'Goes too', actions: rule.actions })
    expect(new Set(Object.values(ofRule?.target?.[1]?.changeDetails?.to ?? { none: 0 }))).toEqual(new Set([null]))
  })

  it('of the deletion of an authorization server holds for its policies and their rules', async () => {
    const { id: authServerId } = await make.anAuthorizationServer()
    const policy = await make.aServerPolicy(authServerId)
    const rule = await make.aServerRule(authServerId, policy.id)
    const events = await eventsOf(() => client.call('deleteAuthorizationServer', { params: { authServerId } }))
    expect(events.map(({ eventType, target }) => [eventType, target?.at(-1)?.id])).toEqual([
      ['oauth2.as.deleted', authServerId],
      ['policy.lifecycle.delete', policy.id],
      ['policy.rule.delete', rule.id],
    ])
    for (const event of events) expect(logEventSchema.parse(event)).toEqual(event)
  })
})

describe('an event from elsewhere', () => {
  const odd = {
    uuid: 'odd-1',
    published: new Date(START).toISOString(),
    eventType: 'thing.of.tomorrow',
    severity: 'FATAL',
    actor: { id: '00uFar', type: 'Robot', shoeSize: 44 },
    client: { userAgent: 'just text', zone: ['a'], ipAddress: '198.51.100.1', ipDetails: { vpn: true } },
    device: 'a phone',
    outcome: { result: 'RATE_LIMIT' },
    target: [{ id: 'x', type: 'Y', changeDetails: { from: {} } }],
    transaction: { type: 'BATCH', id: 't' },
    authenticationContext: { credentialType: 'PASSKEY', issuer: 7, rootSessionId: 'r' },
    securityContext: { isProxy: 'maybe', asNumber: 64500 },
    topLevelOfTomorrow: { a: 1 },
  }

  it('is let out as it stands beside the others; where pages read it, with null for what cannot be read', async () => {
    const far = await startServer({ strict: false })
    await far.client.call('createGroup', { body: { profile: { name: 'Before' } } })
    await far.stop()
    await inWorkspace(async ({ store }) => {
      const sql = `INSERT INTO log_events (uuid, published, event_type, actor_id, payload) VALUES (?, ?, ?, ?, ?)`
      const { published, eventType, actor } = odd
      const broken = { uuid: 'odd-2', published, eventType, actor: null, target: 'none', outcome: 3 }
      for (const event of [odd, broken])
        await store.write((tx) => tx.run(sql, [event.uuid, published, eventType, actor.id, JSON.stringify(event)]))
    }, far)
    const { client: again } = await startServer({ dataFile: far.dataFile, strict: false })
    const events = (await again.call('listLogEvents', { query: { limit: 1000 } })).body
    expect(events.filter(({ target }) => target?.[0]?.displayName === 'Before')).toHaveLength(1)
    expect(events.find(({ uuid }) => uuid === 'odd-1')).toEqual(odd)
    const until = new Date(START + 60_000).toISOString()
    const query = { since: odd.published, until, limit: 500 }
    const rows = (await again.call('listLogRows', { query })).body.map(({ event }) => event)
    expect(rows.find(({ uuid }) => uuid === 'odd-1')).toMatchObject({
      severity: 'FATAL',
      actor: { id: '00uFar', shoeSize: 44, displayName: null },
      client: { userAgent: null, zone: null, ipAddress: '198.51.100.1', ipDetails: { vpn: true } },
      device: null,
      outcome: { result: 'RATE_LIMIT', reason: null },
      transaction: { type: 'BATCH', id: 't', detail: {} },
      authenticationContext: { credentialType: 'PASSKEY', issuer: null, rootSessionId: 'r' },
      securityContext: { isProxy: null, asNumber: 64500 },
      topLevelOfTomorrow: { a: 1 },
    })
    expect(rows.find(({ uuid }) => uuid === 'odd-2')).toMatchObject({
      actor: { id: 'unknown' },
      target: null,
      outcome: { result: 'UNKNOWN' },
    })
  })
})
