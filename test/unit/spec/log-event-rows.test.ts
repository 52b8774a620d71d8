import { beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_GROUPS } from '#contract/directory/built-in-groups.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { setIn, valuesAt } from '../../helpers/paths.ts'
import { importLog, ndjson } from '../../helpers/log-transfer.ts'
import { START, startServer, type TestServer } from '../../helpers/server.ts'
import { wholeEvent } from '../../helpers/whole-event.ts'

/** What a field may be; `null` where it may be missing its value. */
type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'map' | 'list' | 'null'

/** A field of spec/3 "LogEvent", written down a second time: where it stands and what it is. */
interface Field {
  row: string
  path: string
  is: Kind[]
  /** Every value that the document names. */
  values?: string[]
  /** Longest text. */
  max?: number
}

const text = (row: string, path: string, more: Partial<Field> = {}): Field => ({
  row,
  path,
  is: ['string', 'null'],
  ...more,
})
const required = (row: string, path: string, more: Partial<Field> = {}) => text(row, path, { is: ['string'], ...more })
const flag = (row: string, path: string): Field => ({ row, path, is: ['boolean', 'null'] })
const map = (row: string, path: string): Field => ({ row, path, is: ['map', 'null'] })

const geography = (base: string): Field[] => [
  { row: 'GeographicalContext/geolocation', path: `${base}.geolocation.lat`, is: ['number'] },
  { row: 'GeographicalContext/geolocation', path: `${base}.geolocation.lon`, is: ['number'] },
  ...['city', 'state', 'country', 'postalCode'].map((field) =>
    text(`GeographicalContext/${field}`, `${base}.${field}`),
  ),
]
const party = (row: string, base: string): Field[] => [
  required(`${row}/id`, `${base}.id`),
  required(`${row}/type`, `${base}.type`),
  text(`${row}/alternateId`, `${base}.alternateId`),
  text(`${row}/displayName`, `${base}.displayName`),
  map(`${row}/detailEntry`, `${base}.detailEntry`),
]

const FIELDS: Field[] = [
  required('LogEvent/uuid', 'uuid'),
  required('LogEvent/published', 'published', { max: 255 }),
  required('LogEvent/eventType', 'eventType', { max: 255 }),
  required('LogEvent/version', 'version'),
  required('LogEvent/severity', 'severity', { values: ['DEBUG', 'INFO', 'WARN', 'ERROR'] }),
  text('LogEvent/legacyEventType', 'legacyEventType'),
  text('LogEvent/displayMessage', 'displayMessage'),
  { row: 'LogEvent/actor', path: 'actor', is: ['map'] },
  map('LogEvent/client', 'client'),
  map('LogEvent/device', 'device'),
  map('LogEvent/request', 'request'),
  map('LogEvent/outcome', 'outcome'),
  { row: 'LogEvent/target', path: 'target', is: ['list', 'null'] },
  map('LogEvent/transaction', 'transaction'),
  map('LogEvent/debugContext', 'debugContext'),
  map('LogEvent/authenticationContext', 'authenticationContext'),
  map('LogEvent/securityContext', 'securityContext'),
  ...party('Actor', 'actor'),
  ...party('Target', 'target'),
  { row: 'Target/changeDetails', path: 'target.changeDetails.from', is: ['map'] },
  { row: 'Target/changeDetails', path: 'target.changeDetails.to', is: ['map'] },
  text('Client/id', 'client.id'),
  text('Client/userAgent', 'client.userAgent.browser'),
  text('Client/userAgent', 'client.userAgent.os'),
  text('Client/userAgent', 'client.userAgent.rawUserAgent'),
  map('Client/geographicalContext', 'client.geographicalContext'),
  text('Client/zone', 'client.zone'),
  text('Client/ipAddress', 'client.ipAddress'),
  text('Client/device', 'client.device'),
  required('Device/id', 'device.id'),
  required('Device/name', 'device.name'),
  text('Device/os_platform', 'device.os_platform'),
  text('Device/os_version', 'device.os_version'),
  flag('Device/managed', 'device.managed'),
  flag('Device/registered', 'device.registered'),
  map('Device/device_integrator', 'device.device_integrator'),
  text('Device/disk_encryption_type', 'device.disk_encryption_type', {
    values: ['NONE', 'FULL', 'SYSTEM_VOLUME', 'ALL_INTERNAL_VALUES', 'USER'],
  }),
  text('Device/screen_lock_type', 'device.screen_lock_type', { values: ['NONE', 'PASSCODE', 'BIOMETRIC'] }),
  flag('Device/jailbreak', 'device.jailbreak'),
  flag('Device/secure_hardware_present', 'device.secure_hardware_present'),
  ...geography('client.geographicalContext'),
  { row: 'Request/ipChain', path: 'request.ipChain', is: ['list'] },
  text('Request/ip', 'request.ipChain.ip'),
  map('Request/geographicalContext', 'request.ipChain.geographicalContext'),
  ...geography('request.ipChain.geographicalContext'),
  text('Request/version', 'request.ipChain.version', { values: ['V4', 'V6'] }),
  text('Request/source', 'request.ipChain.source'),
  required('Outcome/result', 'outcome.result', {
    values: ['SUCCESS', 'FAILURE', 'SKIPPED', 'ALLOW', 'DENY', 'CHALLENGE', 'UNKNOWN'],
  }),
  text('Outcome/reason', 'outcome.reason', { max: 255 }),
  required('Transaction/id', 'transaction.id'),
  required('Transaction/type', 'transaction.type', { values: ['WEB', 'JOB'] }),
  map('Transaction/detail', 'transaction.detail'),
  map('DebugContext/debugData', 'debugContext.debugData'),
  text('AuthenticationContext/authenticationProvider', 'authenticationContext.authenticationProvider', {
    values: [
      ...['SVC_AUTHENTICATION_PROVIDER', 'DIRECTORY_SERVICE', 'LDAP', 'FEDERATION', 'SOCIAL', 'FACTOR_PROVIDER'],
    ],
  }),
  {
    row: 'AuthenticationContext/authenticationStep',
    path: 'authenticationContext.authenticationStep',
    is: ['integer', 'null'],
  },
  text('AuthenticationContext/credentialProvider', 'authenticationContext.credentialProvider', {
    values: [
      ...['SVC_CREDENTIAL_PROVIDER', 'PARTNER_TOKEN_B', 'PARTNER_OTP_A', 'PARTNER_OTP_B'],
      ...['PARTNER_APP_A', 'PARTNER_TOKEN_A'],
    ],
  }),
  text('AuthenticationContext/credentialType', 'authenticationContext.credentialType', {
    values: [
      ...['OTP', 'SMS', 'PASSWORD', 'ASSERTION', 'IWA', 'EMAIL', 'OAUTH2', 'JWT', 'CERTIFICATE'],
      ...['PRE_SHARED_SYMMETRIC_KEY', 'SVC_CLIENT_SESSION', 'DEVICE_UDID'],
    ],
  }),
  text('AuthenticationContext/issuer', 'authenticationContext.issuer.id'),
  text('AuthenticationContext/issuer', 'authenticationContext.issuer.type'),
  text('AuthenticationContext/externalSessionId', 'authenticationContext.externalSessionId', { max: 255 }),
  text('AuthenticationContext/interface', 'authenticationContext.interface', { max: 255 }),
  { row: 'SecurityContext/asNumber', path: 'securityContext.asNumber', is: ['integer', 'null'] },
  text('SecurityContext/asOrg', 'securityContext.asOrg'),
  text('SecurityContext/isp', 'securityContext.isp'),
  text('SecurityContext/domain', 'securityContext.domain'),
  flag('SecurityContext/isProxy', 'securityContext.isProxy'),
]

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string' && value !== '',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  map: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  null: (value) => value === null,
}

let server: TestServer
/** What this service wrote: acts over HTTP, and those of the sample organization. */
let own: LogEvent[]
const whole = wholeEvent(new Date(START).toISOString())

/** Events from now on, unless `since` says otherwise: those of the sample lie before. */
const ask = async (query: Record<string, unknown>) => {
  const all = { since: new Date(START).toISOString(), limit: 1_000, ...query }
  return (await server.client.call('listLogEvents', { query: all as never })).body
}
const DAY_MS = 86_400_000

beforeAll(async () => {
  server = await startServer({ sample: true })
  const { client, make } = server
  const policy = await make.aPolicy('PASSWORD')
  const params = { policyId: policy.id }
  await client.call('replacePolicy', { params, body: { ...policy, description: 'Changed' } })
  await make.aUser({}, [(await make.aGroup()).id])
  await client.call('createZone', {
    body: { type: 'IP', name: 'Here', gateways: [{ type: 'CIDR', value: '127.0.0.0/8' }] } as never,
  })
  await make.aGroup('From a zone')
  await client.refused('deleteGroup', { params: { groupId: await everyoneId() } })
  own = [...(await ask({})), ...(await ask({ since: new Date(START - 3 * DAY_MS).toISOString() }))]
  const variants = FIELDS.flatMap(({ path, values = [] }) =>
    values.map((value) => setIn(wholeEvent(whole.published), path, value)),
  )
  expect((await importLog(server, ndjson(whole, ...variants))).state).toBe('READY')
}, 60_000)

async function everyoneId(): Promise<string> {
  const [group] = (await server.client.call('listGroups', { query: { q: 'Everyone' } as never })).body
  return group?.id ?? ''
}

describe.each(FIELDS)('$path', ({ row, path, is, values, max }) => {
  it(`of every event that is written here is as documented [spec/3 ${row}]`, () => {
    expect(own.length).toBeGreaterThan(1_000)
    for (const event of own)
      for (const value of valuesAt(event, path)) {
        const context = `${event.eventType}: ${JSON.stringify(value)}`
        expect(
          is.some((kind) => CHECKS[kind](value)),
          context,
        ).toBe(true)
        if (values && value !== null) expect(values, context).toContain(value)
        if (max && typeof value === 'string') expect(value.length, context).toBeLessThanOrEqual(max)
      }
  })

  it(`of an event from elsewhere is read as it was written, and found by it [spec/3 ${row}]`, async () => {
    const [value] = valuesAt(whole, path)
    expect(value).toBeDefined()
    const [read] = (await ask({})).filter(({ uuid }) => uuid === whole.uuid)
    expect(valuesAt(read, path)).toEqual([value])
    if (path === 'published') return
    const filter = typeof value === 'object' ? null : `${path} eq ${JSON.stringify(value)}`
    if (filter) expect((await ask({ filter })).map(({ uuid }) => uuid)).toContain(whole.uuid)
  })

  for (const value of values ?? [])
    it(`may be ${value} [spec/3 ${row}]`, async () => {
      const found = await ask({ filter: `${path} eq "${value}" and actor.id eq "${whole.actor.id}"` })
      expect(found.length).toBeGreaterThan(0)
      for (const event of found) expect(valuesAt(event, path)).toEqual([value])
    })
})

describe('an event', () => {
  const withType = (type: string) => own.filter(({ transaction }) => transaction.type === type)

  it('has a uuid of its own [spec/3 LogEvent/uuid]', async () => {
    const all = await ask({})
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(all.length)
  })

  it('always has an actor, somebody or something with an id [spec/3 LogEvent/actor]', () => {
    expect(new Set(own.map(({ actor }) => actor.type))).toEqual(new Set(['User', 'SystemPrincipal']))
  })

  it('without an HTTP request has no client, no addresses and no place [spec/3 LogEvent/client] [spec/3 Request/ipChain] [spec/3 GeographicalContext/where]', () => {
    expect(withType('JOB').length).toBeGreaterThan(0)
    for (const { client, request } of withType('JOB')) expect([client, request.ipChain]).toEqual([null, []])
  })

  it('of a request tells of the client and its addresses, with a place where that is known [spec/3 Client/ipAddress] [spec/3 Request/ipChain] [spec/3 GeographicalContext/where]', () => {
    const placed = withType('WEB').filter(({ client }) => client?.geographicalContext)
    expect(placed.length).toBeGreaterThan(100)
    for (const { client, request } of withType('WEB')) {
      expect(client?.ipAddress).toBeTruthy()
      expect(request.ipChain[0]).toMatchObject({ ip: client?.ipAddress })
    }
  })

  it('made with an API token names it, as the client and in the transaction [spec/3 Client/id] [spec/3 Transaction/detail]', async () => {
    const [event] = await ask({ filter: 'target.displayName eq "From a zone"' })
    expect(event?.client?.id).toMatch(/^00T/)
    expect(event?.transaction.detail).toEqual({ requestApiTokenId: event?.client?.id })
  })

  it('names the network that its address lies in [spec/3 Client/zone]', async () => {
    const zones = (await ask({ filter: 'eventType eq "group.lifecycle.create"' })).map(({ client }) => client?.zone)
    expect(zones).toEqual([null, 'Here'])
  })

  it('of one request shares its transaction with the others, and with no other request [spec/3 Transaction/id]', async () => {
    const all = await ask({
      filter: 'eventType eq "user.lifecycle.create" or eventType eq "group.user_membership.add"',
    })
    // A person who is given a role becomes a member of it by that.
    const isOfAdministrators = ({ target }: LogEvent) =>
      target?.some(({ displayName }) => displayName === BUILT_IN_GROUPS.administrators.name)
    const made = all.filter((event) => !isOfAdministrators(event))
    expect(new Set(made.map(({ transaction }) => transaction.id)).size).toBe(1)
    const groups = await ask({ filter: 'eventType eq "group.lifecycle.create"' })
    expect(new Set(groups.map(({ transaction }) => transaction.id)).size).toBe(groups.length)
  })

  it('of a refused act is a failure with its reason [spec/3 Outcome/reason] [spec/3 Outcome/result]', async () => {
    const [event] = await ask({ filter: 'eventType eq "group.lifecycle.delete"' })
    expect(event?.outcome).toMatchObject({ result: 'FAILURE', reason: expect.stringMatching(/^.{10,255}$/) as string })
  })

  it('says what a change changed [spec/3 Target/changeDetails]', async () => {
    const [event] = await ask({ filter: 'target.changeDetails.to.description eq "Changed"' })
    expect(event?.eventType).toBe('policy.lifecycle.update')
    expect(event?.target?.[0]?.changeDetails).toEqual({
      from: { description: null },
      to: { description: 'Changed' },
    })
  })

  it('is asked for by a property inside from or to, never by the object alone [spec/3 Target/changeDetails query]', async () => {
    expect(await ask({ filter: 'target.changeDetails.from.colour eq "green"' })).not.toEqual([])
    expect(await ask({ filter: 'target.changeDetails.from.colour eq "blue"' })).toEqual([])
    for (const path of ['target.changeDetails', 'target.changeDetails.from', 'target.changeDetails.to']) {
      const refusal = await server.client.refused('listLogEvents', { query: { filter: `${path} pr` } })
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000053'])
    }
  })

  it('of one sign-in session shares its externalSessionId with the others [spec/3 AuthenticationContext/externalSessionId]', () => {
    const starts = own.filter(
      ({ eventType, outcome }) => eventType === 'user.session.start' && outcome.result === 'SUCCESS',
    )
    const ids = starts.map(({ authenticationContext }) => authenticationContext?.externalSessionId)
    expect(new Set(ids).size).toBe(ids.length)
    const followers = own.filter(({ eventType }) => eventType === 'user.authentication.sso')
    const known = new Set(ids)
    expect(
      followers.filter(({ authenticationContext }) => known.has(authenticationContext?.externalSessionId)).length,
    ).toBeGreaterThan(10)
  })

  it('has the authentication step 0 [spec/3 AuthenticationContext/authenticationStep]', () => {
    const steps = own.flatMap(({ authenticationContext }) => authenticationContext?.authenticationStep ?? [])
    expect(new Set(steps)).toEqual(new Set([0]))
  })
})
