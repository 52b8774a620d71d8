import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { policyRules } from '#db/tables/policies.ts'
import { zones } from '#db/tables/zones.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

/** A file as it was before these steps, with some rows, opened now. */
async function opened(rows: string) {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0095') })
  await older.close()
  await withDatabase(file, (database) => database.exec(rows))
  return openStore(file, NOW)
}

const zone = (id: string, type: string, definition: object) =>
  `INSERT INTO zones VALUES ('${id}', '${type}', 'Zone ${id}', 'ACTIVE', 'POLICY', 0, '${JSON.stringify(definition)}', '${NOW}', '${NOW}');`

it('zones of before are answered like new ones: an address as a range, a place with its region, networks only if set', async () => {
  const block = { type: 'CIDR', value: '192.0.2.1' }
  const range = { type: 'RANGE', value: '192.0.2.1-192.0.2.9' }
  const locations = [{ country: 'DE' }, { country: 'US', region: 'US-CA' }]
  const store = await opened(
    [
      zone('a', 'IP', { gateways: [block, range, { type: 'RANGE', value: '2001:db8::1' }], proxies: null }),
      zone('b', 'DYNAMIC', { locations, proxyType: null, asns: null }),
      zone('c', 'DYNAMIC', { locations: null, proxyType: 'Tor', asns: ['1'] }),
    ].join(''),
  )
  const after = await zones.all(store.read, 'ORDER BY id')
  expect(after.map(({ definition }) => definition)).toEqual([
    { gateways: [block, range, { type: 'RANGE', value: '2001:db8::1-2001:db8::1' }], proxies: null },
    { locations: [{ country: 'DE', region: null }, locations[1]], proxyType: null },
    { locations: null, proxyType: 'Tor', asns: ['1'] },
  ])
  expect(after[1]?.definition).not.toHaveProperty('asns')
  await store.close()
})

const authenticator = (key: string, definition: object, id = key) =>
  `INSERT INTO supporting_objects (id, kind, type, key, name, status, system, definition, created, last_updated)
    VALUES ('${id}', 'authenticator', 'app', '${key}', '${id}', 'ACTIVE', 1, '${JSON.stringify(definition)}', '${NOW}', '${NOW}');`

it('authenticators of before have the settings of their key; email is no longer fixed', async () => {
  const any = { settings: { allowedFor: 'any' } }
  const provider = { type: 'PUSH' }
  const store = await opened(
    [
      authenticator('svc_password', any),
      authenticator('svc_email', any),
      authenticator('svc_verify', { settings: { allowedFor: 'sso', compliance: { fips: 'REQUIRED' } } }),
      authenticator('webauthn', { settings: { allowedFor: 'any', userVerification: 'REQUIRED' } }),
      authenticator('custom_app', { ...any, provider }),
      authenticator('custom_otp', { settings: { allowedFor: 'recovery' } }),
    ].join(''),
  )
  const after = await policyResources.all(store.read, `WHERE kind = 'authenticator' ORDER BY id`)
  expect(Object.fromEntries(after.map(({ key, system, definition }) => [key, [system, definition]]))).toEqual({
    custom_app: [true, { settings: { userVerification: 'PREFERRED' }, provider }],
    custom_otp: [true, { settings: { allowedFor: 'recovery' } }],
    svc_email: [false, { settings: { allowedFor: 'any', tokenLifetimeInMinutes: 5 } }],
    svc_password: [true, {}],
    svc_verify: [
      true,
      {
        settings: {
          compliance: { fips: 'REQUIRED' },
          channelBinding: { style: 'NUMBER_CHALLENGE', required: 'NEVER' },
          userVerification: 'PREFERRED',
          userVerificationMethods: ['BIOMETRICS', 'PIN'],
          appInstanceId: '',
        },
      },
    ],
    webauthn: [true, {}],
  })
  await store.close()
})

it('an app of one’s own of before has the client that it stands for; what was set stays', async () => {
  const custom = (id: string, settings: object) => authenticator('custom_app', { settings }, id)
  const store = await opened(
    [
      custom('a', { appInstanceId: '0oaOne' }),
      custom('b', { appInstanceId: '0oaOne', oauthClientId: '0oaTwo' }),
      authenticator('svc_verify', { settings: { userVerificationMethods: ['PIN'] } }),
    ].join(''),
  )
  const after = await policyResources.all(store.read, `WHERE kind = 'authenticator' ORDER BY id`)
  expect(after.map(({ definition }) => definition['settings'])).toMatchObject([
    { oauthClientId: '0oaOne' },
    { oauthClientId: '0oaTwo' },
    { userVerificationMethods: ['PIN'] },
  ])
  await store.close()
})

it('device assurances of before do not show remediation, and their authors are unknown', async () => {
  const store = await opened(`
    INSERT INTO supporting_objects (id, kind, type, name, status, system, definition, created, last_updated)
      VALUES ('d', 'deviceAssurance', 'IOS', 'Phones', 'ACTIVE', 0, '{"jailbreak":false}', '${NOW}', '${NOW}');`)
  const [after] = await policyResources.all(store.read, `WHERE id = 'd'`)
  expect(after).toMatchObject({
    definition: { jailbreak: false, displayRemediationMode: 'HIDE' },
    createdBy: null,
    lastUpdatedBy: null,
  })
  await store.close()
})

it('authorization servers of before get a key id each', async () => {
  const row = (id: string) =>
    `INSERT INTO authorization_servers VALUES ('${id}', '${id}', 'ACTIVE', 0, '{"description":null,"audiences":["api://x"],"issuerMode":"ORG_URL"}', '${NOW}', '${NOW}');`
  const store = await opened(row('a') + row('b'))
  const [a, b] = await authorizationServers.all(store.read, 'ORDER BY id')
  expect(a?.signingKid).toMatch(/^[\w-]{43}$/)
  expect(b?.signingKid).toMatch(/^[\w-]{43}$/)
  expect(a?.signingKid).not.toBe(b?.signingKid)
  expect(a?.signingRotated).toBe(NOW)
  await store.close()
})

it('token rules of before have people and scopes, as new ones have; rules of other types stay as they are', async () => {
  const policy = (id: string, type: string) =>
    `INSERT INTO policies (id, type, name, status, priority, created, last_updated)
      VALUES ('${id}', '${type}', '${id}', 'ACTIVE', 1, '${NOW}', '${NOW}');`
  const rule = (id: string, policyId: string, conditions: object | null) =>
    `INSERT INTO policy_rules (id, policy_id, name, status, priority, conditions, actions, created, last_updated)
      VALUES ('${id}', '${policyId}', '${id}', 'ACTIVE', 1, ${conditions ? `'${JSON.stringify(conditions)}'` : 'NULL'}, '{}', '${NOW}', '${NOW}');`
  const store = await opened(
    [
      policy('t', 'OAUTH_AUTHORIZATION_POLICY'),
      policy('u', 'POST_AUTH_SESSION'),
      rule('a', 't', null),
      rule('b', 't', { people: { groups: { include: ['g'] } }, scopes: { include: ['*'] } }),
      rule('c', 't', { people: { users: { include: ['u'] } }, grantTypes: { include: ['password'] } }),
      rule('d', 'u', {}),
    ].join(''),
  )
  const after = await policyRules.all(store.read, 'ORDER BY id')
  expect(after.map(({ conditions }) => conditions)).toEqual([
    { people: { users: { exclude: [] } }, scopes: { include: [] } },
    { people: { groups: { include: ['g'] }, users: { exclude: [] } }, scopes: { include: ['*'] } },
    {
      people: { users: { include: ['u'], exclude: [] } },
      grantTypes: { include: ['password'] },
      scopes: { include: [] },
    },
    {},
  ])
  await store.close()
})
