import { beforeAll, describe, expect, it } from 'vitest'
import { CONTACT_TYPES } from '#contract/organization/settings.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT, linksOf } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const read = async () => (await server.client.call('getOrganization')).body
const at = (path: string) => `${server.url}/api/v1/org/${path}`
const post = (name: string, href: string) => ({ [name]: { href: at(href), hints: { allow: ['POST'] } } })

const KEYS =
  'id subdomain companyName status expiresAt created lastUpdated website phoneNumber endUserSupportHelpURL supportPhoneNumber address1 address2 city state country postalCode _links'

const WHOLE = {
  companyName: 'Tidewrack',
  website: 'www.tidewrack.example',
  phoneNumber: '+31 10 555 01',
  endUserSupportHelpURL: 'https://help.tidewrack.example/start',
  supportPhoneNumber: '1-800-555-0199 x 12',
  address1: 'Kade 14',
  address2: 'Second floor',
  city: 'Rotterdam',
  state: 'Zuid-Holland',
  country: 'NL',
  postalCode: '3011 AA',
}
const EMPTY = {
  ...{ website: '', phoneNumber: '', endUserSupportHelpURL: '', supportPhoneNumber: '' },
  ...{ address1: null, address2: null, city: null, state: null, country: null, postalCode: null },
}

describe('the organization', () => {
  it('is told in one order, with every field, whether it has a value or not [spec/5 7/key order] [spec/2 endpoints/GET org] [spec/5 1/GET org]', async () => {
    const org = await read()
    expect(Object.keys(org)).toEqual(KEYS.split(' '))
    expect(org).toMatchObject({ ...EMPTY, companyName: 'My organization', status: 'ACTIVE', expiresAt: null })
  })

  it('says what it is and since when [spec/2 org/id] [spec/2 org/subdomain] [spec/2 org/companyName] [spec/2 org/status] [spec/2 org/expiresAt] [spec/2 org/created, lastUpdated]', async () => {
    const { id, subdomain, created, lastUpdated } = await read()
    const known = await (await fetch(`${server.url}/.well-known/svc-organization`)).json()
    expect(known).toMatchObject({ id })
    expect(subdomain).toBe('my-organization')
    expect([created, lastUpdated]).toEqual(['2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z'])
  })

  it('leads to its parts, and to no logo while there is none [spec/5 7/links] [spec/2 org/_links]', async () => {
    const { _links } = await read()
    expect(Object.entries(_links)).toEqual([
      ['preferences', { href: at('preferences') }],
      ['uploadLogo', { href: at('logo'), hints: { allow: ['POST'] } }],
      ['svcCommunication', { href: at('privacy/svcCommunication') }],
      ['logo', null],
      ['svcSupport', { href: at('privacy/svcSupport') }],
      ['contacts', { href: at('contacts') }],
    ])
  })

  it('is replaced: what is not sent is deleted [spec/2 endpoints/PUT org] [spec/5 1/PUT org] [spec/5 7/PUT] [spec/2 org/website] [spec/2 org/phoneNumber] [spec/2 org/endUserSupportHelpURL] [spec/2 org/supportPhoneNumber] [spec/2 org/address]', async () => {
    const whole = (await server.client.call('replaceOrganization', { body: WHOLE })).body
    expect(whole).toMatchObject(WHOLE)
    expect(await read()).toEqual(whole)
    const body = { companyName: 'Tidewrack', phoneNumber: '+31 10 555 02' }
    expect((await server.client.call('replaceOrganization', { body })).body).toMatchObject({ ...EMPTY, ...body })
  })

  it('is changed: what is not sent stays [spec/2 endpoints/POST org] [spec/5 1/POST org]', async () => {
    await server.client.call('replaceOrganization', { body: WHOLE })
    const body = { city: 'Bristol', country: 'United Kingdom', state: null, address2: '' }
    const changed = (await server.client.call('updateOrganization', { body })).body
    expect(changed).toMatchObject({ ...WHOLE, city: 'Bristol', country: 'United Kingdom', address2: null })
  })

  it('takes back what it told of itself, and nothing that it alone decides [spec/2 org/id]', async () => {
    const before = await read()
    server.clock.advance(1_000)
    const echo = { ...before, id: 'x', subdomain: 'x', status: 'INACTIVE', expiresAt: '', created: '', lastUpdated: '' }
    for (const id of ['replaceOrganization', 'updateOrganization'] as const)
      expect((await server.client.call(id, { body: echo as never, headers: LENIENT })).body).toEqual(before)
  })
})

describe('contacts', () => {
  const put = (contactType: string, userId: string) =>
    server.client.call('replaceContact', { params: { contactType }, body: { userId } })

  it('are named for two matters, each at an address in small letters, on one page [spec/2 contacts/fields] [spec/2 endpoints/GET contacts] [spec/5 7/contact links] [spec/5 0.3/none]', async () => {
    const { body, headers } = await server.client.call('listContactTypes')
    expect(body).toEqual([
      { contactType: 'BILLING', _links: { billing: { href: at('contacts/billing') } } },
      { contactType: 'TECHNICAL', _links: { technical: { href: at('contacts/technical') } } },
    ])
    expect(linksOf(headers)).toEqual({})
  })

  it('are people [spec/2 endpoints/PUT contact] [spec/2 endpoints/GET contact] [spec/5 7/contact] [spec/5 1/GET billing contact] [spec/5 1/GET technical contact]', async () => {
    const user = await server.make.aUser()
    const contact = { userId: user.id, _links: { user: { href: `${server.url}/api/v1/users/${user.id}` } } }
    for (const contactType of CONTACT_TYPES) {
      expect((await put(contactType, user.id)).body).toEqual(contact)
      const linked = await server.client.follow(at(`contacts/${contactType.toLowerCase()}`))
      expect(linked.body).toEqual(contact)
    }
  })

  it('cannot be somebody whom no one knows [spec/2 errors/contact update]', async () => {
    const input = { params: { contactType: 'BILLING' }, body: { userId: '00uNobody' } }
    const { status, code, body } = await server.client.refused('replaceContact', input)
    expect([status, code, body.errorSummary]).toEqual([404, 'E0000007', 'Not found: 00uNobody (User)'])
  })
})

describe('the access of the vendor’s support', () => {
  const support = async () => (await server.client.call('getSupportSetting')).body
  const inHours = (hours: number) => new Date(server.clock.now + hours * HOUR_MS).toISOString()
  const DISABLED = { support: 'DISABLED', expiration: null, _links: {} }

  it('is granted for hours, prolonged by days and revoked [spec/2 support/fields] [spec/2 states/grant] [spec/2 states/extend] [spec/2 states/revoke] [spec/2 limits/support access] [spec/2 endpoints/GET svcSupport] [spec/2 endpoints/POST svcSupport] [spec/5 7/support] [spec/5 1/GET svcSupport] [spec/5 1/grant] [spec/5 1/extend] [spec/5 1/revoke]', async () => {
    const disabled = { ...DISABLED, _links: post('grant', 'privacy/svcSupport/grant') }
    const enabled = {
      support: 'ENABLED',
      _links: { ...post('extend', 'privacy/svcSupport/extend'), ...post('revoke', 'privacy/svcSupport/revoke') },
    }
    expect(await support()).toEqual(disabled)
    const granted = { ...enabled, expiration: inHours(8) }
    expect((await server.client.call('grantSupport')).body).toEqual(granted)
    server.clock.advance(2 * HOUR_MS)
    expect(await support()).toEqual(granted)
    expect((await server.client.call('extendSupport')).body).toEqual({ ...enabled, expiration: inHours(6 + 24) })
    expect((await server.client.call('revokeSupport')).body).toEqual(disabled)
  })
})

describe('emails of the vendor', () => {
  it('are stopped and let through for all people [spec/2 communication/fields] [spec/2 states/optOut] [spec/2 states/optIn] [spec/2 endpoints/GET svcCommunication] [spec/2 endpoints/POST svcCommunication] [spec/5 7/one link] [spec/5 1/GET svcCommunication]', async () => {
    const inside = { optOutEmailUsers: false, _links: post('optOut', 'privacy/svcCommunication/optOut') }
    const outside = { optOutEmailUsers: true, _links: post('optIn', 'privacy/svcCommunication/optIn') }
    const told = async () => (await server.client.call('getCommunicationSetting')).body
    expect(await told()).toEqual(inside)
    expect((await server.client.call('optUsersOut')).body).toEqual(outside)
    expect(await told()).toEqual(outside)
    expect((await server.client.call('optUsersIn')).body).toEqual(inside)
  })
})

describe('preferences', () => {
  it('show or hide the footer [spec/2 preferences/fields] [spec/2 states/showEndUserFooter] [spec/2 states/hideEndUserFooter] [spec/2 endpoints/GET preferences] [spec/2 endpoints/POST preferences] [spec/5 7/one link]', async () => {
    const shown = { showEndUserFooter: true, _links: post('hideEndUserFooter', 'preferences/hideEndUserFooter') }
    const hidden = { showEndUserFooter: false, _links: post('showEndUserFooter', 'preferences/showEndUserFooter') }
    expect((await server.client.call('getOrgPreferences')).body).toEqual(shown)
    for (const repeated of [hidden, hidden])
      expect((await server.client.call('hideEndUserFooter')).body).toEqual(repeated)
    expect((await server.client.call('showEndUserFooter')).body).toEqual(shown)
  })
})

describe('third-party administration', () => {
  it('is off until somebody switches it on [spec/2 thirdPartyAdmin/fields] [spec/5 7/not recorded] [spec/2 endpoints/GET thirdPartyAdminSetting] [spec/2 endpoints/POST thirdPartyAdminSetting]', async () => {
    expect((await server.client.call('getThirdPartyAdmin')).body).toEqual({ thirdPartyAdmin: false })
    const on = { thirdPartyAdmin: true }
    expect((await server.client.call('updateThirdPartyAdmin', { body: on })).body).toEqual(on)
    expect((await server.client.call('getThirdPartyAdmin')).body).toEqual(on)
  })
})

describe('the role of new clients', () => {
  it('is kept as it is set, and given to no client [spec/6 operations/client privileges]', async () => {
    expect((await server.client.call('getClientPrivileges')).body).toEqual({ clientPrivilegesSetting: false })
    const on = { clientPrivilegesSetting: true }
    expect((await server.client.call('replaceClientPrivileges', { body: on })).body).toEqual(on)
    expect((await server.client.call('getClientPrivileges')).body).toEqual(on)
    const { id: clientId } = (await server.client.call('createApp', { body: soundApp('OPENID_CONNECT') as never })).body
    expect((await server.client.call('listClientRoles', { params: { clientId } })).body).toEqual([])
  })

  it.each([{}, { clientPrivilegesSetting: 'yes' }, { clientPrivilegesSetting: null }])(
    'is on or off, and not %j',
    async (body) => {
      expect((await server.client.refused('replaceClientPrivileges', { body })).code).toBe('E0000001')
    },
  )
})

it('all parts of the organization are answered with 200 [spec/4 org/statuses]', async () => {
  const reads = ['', '/contacts', '/preferences', '/privacy/svcSupport', '/privacy/svcCommunication']
  const acts = ['/preferences/showEndUserFooter', '/privacy/svcSupport/grant', '/privacy/svcCommunication/optIn']
  for (const path of reads) expect((await server.client.fetch(`/api/v1/org${path}`)).status, path).toBe(200)
  for (const path of acts)
    expect((await server.client.fetch(`/api/v1/org${path}`, { method: 'POST' })).status, path).toBe(200)
})
