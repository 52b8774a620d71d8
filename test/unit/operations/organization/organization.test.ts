import { beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { CONTACT_TYPES } from '#contract/organization/settings.ts'
import { eventually } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

async function eventsOf(type: string, { client } = server): Promise<LogEvent[]> {
  const query = { filter: `eventType eq "${type}"`, sortOrder: 'DESCENDING' as const }
  return (await client.call('listLogEvents', { query })).body
}
const lastChange = async (type: string) => (await eventsOf(type))[0]?.target?.[0]?.changeDetails

describe('the profile', () => {
  it.each([
    ['website', 'tide wrack', 'web address'],
    ['website', 'ftp://tidewrack.example', 'web address'],
    ['website', 'https://somebody:secret@tidewrack.example', 'web address'],
    ['website', 'javascript:alert(1)', 'web address'],
    ['website', 'tidewrack', 'web address'],
    ['endUserSupportHelpURL', 'https://', 'web address'],
    ['city', 'Bris\ntol', 'line breaks'],
    ['phoneNumber', 'call me', 'telephone number'],
    ['phoneNumber', '12', 'telephone number'],
    ['supportPhoneNumber', '5'.repeat(51), 'at most 50'],
    ['country', 'Narnia', 'country of ISO 3166'],
    ['postalCode', '1'.repeat(51), 'at most 50'],
    ['city', 'x'.repeat(256), 'at most 255'],
    ['companyName', '', 'must not be empty'],
    ['companyName', 'x'.repeat(256), 'at most 255'],
    ['address1', 7, 'must be a text'],
  ])('refuses %s %j', async (field, value, says) => {
    for (const id of ['replaceOrganization', 'updateOrganization'] as const) {
      const refusal = await server.client.refused(id, { body: { companyName: 'Tidewrack', [field]: value } })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [field]])
      expect(refusal.body.errorCauses[0]?.errorSummary).toContain(says)
    }
  })

  it('is not replaced without a name', async () => {
    const refusal = await server.client.refused('replaceOrganization', { body: { website: 'www.tidewrack.example' } })
    expect([refusal.status, refusal.locations]).toEqual([400, ['companyName']])
  })

  it.each([
    ['country', 'nld'],
    ['country', 'Netherlands'],
    ['website', 'tidewrack.example:8443/start?from=here'],
    ['phoneNumber', '+31 (0)10 555-01 ext. 9'],
    ['endUserSupportHelpURL', 'http://intranet/help'],
    ['website', 'https://münchen.example'],
  ])('takes %s %j as it is', async (field, value) => {
    const { body } = await server.client.call('updateOrganization', { body: { [field]: value } })
    expect(body).toMatchObject({ [field]: value })
  })

  it('leaves one event of a change, with what was and what is, and none of no change', async () => {
    const body = { companyName: 'Tidewrack', city: 'Bristol' }
    await server.client.call('replaceOrganization', { body })
    server.clock.advance(1_000)
    await server.client.call('updateOrganization', { body: { city: 'Kochi', website: 'www.tidewrack.example' } })
    const count = (await eventsOf('gatehouse.organization.update')).length
    expect(await lastChange('gatehouse.organization.update')).toEqual({
      from: { city: 'Bristol', website: null },
      to: { city: 'Kochi', website: 'www.tidewrack.example' },
    })
    const { lastUpdated } = (await server.client.call('getOrganization')).body
    server.clock.advance(1_000)
    const same = (await server.client.call('updateOrganization', { body: { city: 'Kochi' } })).body
    expect(same.lastUpdated).toBe(lastUpdated)
    expect(await eventsOf('gatehouse.organization.update')).toHaveLength(count)
  })

  it('is the name by which the program calls the workspace', async () => {
    await server.client.call('updateOrganization', { body: { companyName: 'Tidewrack Logistics' } })
    expect((await server.client.call('getWorkspace')).body.organization).toBe('Tidewrack Logistics')
  })
})

describe('contacts', () => {
  it('are for known matters only', async () => {
    const { code, status } = await server.client.refused('getContact', { params: { contactType: 'LEGAL' } })
    expect([status, code]).toEqual([404, 'E0000007'])
  })

  it('go with the person, and none is left dangling', async () => {
    const user = await server.make.aUser()
    const body = { userId: user.id }
    for (const contactType of CONTACT_TYPES)
      await server.client.call('replaceContact', { params: { contactType }, body })
    const params = { userId: user.id }
    await server.client.call('deleteUser', { params })
    await server.client.call('deleteUser', { params })
    for (const contactType of CONTACT_TYPES)
      expect((await server.client.call('getContact', { params: { contactType } })).body).toEqual({
        userId: null,
        _links: {},
      })
    expect(await lastChange('gatehouse.organization.contact.update')).toEqual({
      from: { TECHNICAL: user.id },
      to: { TECHNICAL: null },
    })
    const next = await server.make.aUser()
    const input = { params: { contactType: 'billing' }, body: { userId: next.id } }
    expect((await server.client.call('replaceContact', input)).body.userId).toBe(next.id)
    expect(await lastChange('gatehouse.organization.contact.update')).toEqual({
      from: { BILLING: null },
      to: { BILLING: next.id },
    })
  })
})

describe('the access of the vendor’s support', () => {
  const support = async ({ client } = server) => (await client.call('getSupportSetting')).body.support

  it('is not prolonged while there is none', async () => {
    const refusal = await server.client.refused('extendSupport')
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('must be ENABLED')
  })

  it('is granted and revoked once, however often that is asked for', async () => {
    const [granted, again] = [await server.client.call('grantSupport'), await server.client.call('grantSupport')]
    expect(again.body).toEqual(granted.body)
    await server.client.call('revokeSupport')
    await server.client.call('revokeSupport')
    for (const step of ['grant', 'revoke']) expect(await eventsOf(`user.session.impersonation.${step}`)).toHaveLength(1)
  })

  it('ends by itself at its very moment, whatever the log has noted', async () => {
    await server.client.call('grantSupport')
    server.clock.advance(8 * HOUR_MS - 1)
    expect(await support()).toBe('ENABLED')
    server.clock.advance(1)
    expect(await support()).toBe('DISABLED')
    expect((await server.client.refused('extendSupport')).status).toBe(400)
  })

  it('has its end in the log, once', async () => {
    const first = await startServer()
    await first.client.call('grantSupport')
    await first.stop()
    first.clock.advance(9 * HOUR_MS)
    const next = await startServer({ dataFile: first.dataFile, clock: first.clock })
    const ended = () => eventsOf('user.session.impersonation.end', next)
    await eventually(async () => expect(await ended()).toMatchObject([{ actor: { type: 'SystemPrincipal' } }]))
    await next.client.call('grantSupport')
    expect(await ended()).toHaveLength(1)
  })

  it('has its end in the log also where it is granted again before that is noted', async () => {
    const own = await startServer()
    await own.client.call('grantSupport')
    own.clock.advance(9 * HOUR_MS)
    await own.client.call('grantSupport')
    const types = (await own.client.call('listLogEvents')).body.map(({ eventType }) => eventType)
    const steps = types.filter((type) => type.startsWith('user.session.impersonation.'))
    expect(steps.map((type) => type.split('.').at(-1))).toEqual(['grant', 'end', 'grant'])
  })
})

it('switches leave an event each time they change', async () => {
  await server.client.call('optUsersOut')
  expect(await lastChange('gatehouse.organization.communication.update')).toEqual({
    from: { optOutEmailUsers: false },
    to: { optOutEmailUsers: true },
  })
  await server.client.call('hideEndUserFooter')
  await server.client.call('hideEndUserFooter')
  expect(await eventsOf('gatehouse.organization.preferences.update')).toHaveLength(1)
  await server.client.call('updateThirdPartyAdmin', { body: { thirdPartyAdmin: true } })
  expect(await lastChange('gatehouse.organization.third_party_admin.update')).toEqual({
    from: { thirdPartyAdmin: false },
    to: { thirdPartyAdmin: true },
  })
  const body = { clientPrivilegesSetting: true }
  for (let times = 0; times < 2; times++) await server.client.call('replaceClientPrivileges', { body })
  expect(await eventsOf('gatehouse.organization.client_privileges.update')).toHaveLength(1)
  expect(await lastChange('gatehouse.organization.client_privileges.update')).toEqual({
    from: { clientPrivilegesSetting: false },
    to: body,
  })
})
