import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../helpers/client.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { aGroupRule } from '../../../../helpers/group-rules.ts'
import { startServer } from '../../../../helpers/server.ts'
import { versionsOf } from '../../../../helpers/versions.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

async function restoring(id: string, number: number) {
  const versions = await versionsOf(client, { id })
  const params = { versionId: versions[number - 1]?.id ?? '' }
  return { params, body: { expectedVersion: versions.length } }
}
const restore = async (id: string, number: number) => client.call('restoreVersion', await restoring(id, number))
const refusal = async (id: string, number: number) => {
  const { status, body } = await client.refused('restoreVersion', await restoring(id, number))
  return [status, body.errorCauses.map(({ errorSummary }) => errorSummary).join()]
}
async function undo(id: string) {
  const newest = (await versionsOf(client, { id })).at(-1)
  return client.call('undoVersion', { params: { versionId: newest?.id ?? '' } })
}

describe('the creation of an object', () => {
  it('is taken back by its deletion, active as it is', async () => {
    const [group, app, authenticator] = [
      await make.aGroup(),
      await make.anApp(),
      await make.anAuthenticator('external_idp'),
    ]
    for (const { id } of [group, app, authenticator]) {
      const newest = (await versionsOf(client, { id })).at(-1)
      await client.call('undoVersions', { body: { changes: [{ versionId: newest?.id ?? '', count: 1 }] } })
      expect((await versionsOf(client, { id })).at(-1)?.action).toBe('deleted')
    }
  })

  it('of a person is not: that takes two steps', async () => {
    const { id } = await make.aUser()
    const { body } = await client.refused('undoVersion', {
      params: { versionId: (await versionsOf(client, { id }))[0]?.id ?? '' },
    })
    expect(JSON.stringify(body)).toContain('deactivate, then delete them')
  })
})

describe('a person', () => {
  it('gets their profile back, with what it had and without what came since', async () => {
    const person = await make.aUser({ city: 'Oslo' })
    const params = { userId: person.id }
    await client.call('updateUser', { params, body: { profile: { city: null, title: 'Welder' } } } as never)
    await undo(person.id)
    const { profile } = (await client.call('getUser', { params })).body
    expect([profile['city'], profile['title']]).toEqual(['Oslo', undefined])
  })

  it('does not get a status or a password back by way of a version, and says so', async () => {
    const { id: userId } = await make.aUser()
    await client.call('deactivateUser', { params: { userId } })
    expect(await refusal(userId, 1)).toEqual([400, expect.stringContaining('only the profile and the type')])
    expect((await client.call('getUser', { params: { userId } })).body.status).toBe('DEPROVISIONED')
  })
})

it('a group rule that is active goes back and is active again', async () => {
  const { id: groupId } = await make.aGroup()
  const rule = await aGroupRule(client, 'user.title == "x"', [groupId])
  const params = { groupRuleId: rule.id }
  await client.call('activateGroupRule', { params })
  await client.call('deactivateGroupRule', { params })
  const conditions = { expression: { type: 'urn:svc:expression:1.0', value: 'user.title == "y"' } }
  await client.call('replaceGroupRule', { params, body: { ...rule, conditions } } as never)
  await client.call('activateGroupRule', { params })
  await restore(rule.id, 2)
  const after = (await client.call('getGroupRule', { params })).body
  expect([after.status, after.conditions.expression.value]).toEqual(['ACTIVE', 'user.title == "x"'])
})

it('a group rule that was invalid without its group is active again, once the group is back', async () => {
  const { id: groupId } = await make.aGroup()
  const rule = await aGroupRule(client, 'user.title == "x"', [groupId])
  const params = { groupRuleId: rule.id }
  await client.call('activateGroupRule', { params })
  await client.call('deleteGroup', { params: { groupId } })
  const statusOf = async () => (await client.call('getGroupRule', { params })).body.status
  const listed = async () => (await client.call('listGroupRules', {})).body.find(({ id }) => id === rule.id)
  expect(await statusOf()).toBe('INVALID')
  expect(await listed()).toMatchObject({ allGroupsValid: false })
  expect(await refusal(rule.id, 2)).toEqual([400, 'status: the rule names a group that is gone'])
  await undo(groupId)
  expect(await statusOf()).toBe('INVALID')
  // So that programs know that it can be switched again.
  expect(await listed()).toMatchObject({ allGroupsValid: true })
  await undo(rule.id)
  expect(await statusOf()).toBe('ACTIVE')
})

it('single methods of an authenticator go back with it', async () => {
  const authenticators = (await client.call('listAuthenticators')).body
  const { id: authenticatorId = '' } = authenticators.find(({ key }) => key === 'phone_number') ?? {}
  const statusOf = async () =>
    (await client.call('getAuthenticatorMethod', { params: { authenticatorId, methodType: 'sms' } })).body.status
  await client.call('deactivateAuthenticatorMethod', { params: { authenticatorId, methodType: 'sms' } })
  expect(await statusOf()).toBe('INACTIVE')
  await undo(authenticatorId)
  expect(await statusOf()).toBe('ACTIVE')
})

describe('secrets', () => {
  const config = (over: object) => ({ channel: { type: 'HTTP', version: '1.0.0', config: over } })
  const events = { type: 'EVENT_TYPE', items: ['user.session.start'] }
  const hookOf = async (eventHookId: string) => (await client.call('getEventHook', { params: { eventHookId } })).body
  const uri = 'https://hooks.example.test/a?key=one'

  it('of a hook stay as they are when it goes back', async () => {
    const headers = [{ key: 'X-One', value: 'first' }]
    const hook = { name: 'Hook', events, ...config({ uri, headers }) }
    const { id } = (await client.call('createEventHook', { body: hook } as never)).body
    const second = { ...hook, name: 'Other', ...config({ uri, headers: [{ key: 'X-One', value: 'second' }] }) }
    await client.call('replaceEventHook', { params: { eventHookId: id }, body: second } as never)
    await restore(id, 1)
    const { name, channel } = await hookOf(id)
    expect([name, channel.config.uri, channel.config.headers]).toEqual([
      'Hook',
      uri,
      [{ key: 'X-One', value: 'second' }],
    ])
  })

  it('that a hook no longer has do not come back: the reply says which', async () => {
    const hook = { name: 'With header', events, ...config({ uri, headers: [{ key: 'X-Two', value: 'v' }] }) }
    const { id } = (await client.call('createEventHook', { body: hook } as never)).body
    const plain = { name: 'Without', events, ...config({ uri: 'https://hooks.example.test/b' }) }
    await client.call('replaceEventHook', { params: { eventHookId: id }, body: plain } as never)
    expect(await refusal(id, 1)).toEqual([400, expect.stringContaining('the header X-Two')])
    expect((await hookOf(id)).name).toBe('Without')
  })

  it('of a provider’s client stay, and a deleted provider that had one does not come back', async () => {
    const protocol = { type: 'OIDC', credentials: { client: { client_id: 'gatehouse', client_secret: 'kept-secret' } } }
    const provider = await make.anIdentityProvider('OIDC', { protocol })
    const params = { idpId: provider.id }
    await client.call('replaceIdentityProvider', { params, body: { ...provider, name: 'Renamed' } } as never)
    await restore(provider.id, 1)
    const after = (await client.call('getIdentityProvider', { params })).body
    expect([after.name, after.protocol?.credentials?.client?.client_secret]).toEqual([provider.name, 'kept-secret'])
    await client.call('deleteIdentityProvider', { params })
    expect(await refusal(provider.id, 1)).toEqual([400, expect.stringContaining('the secret of its client')])
  })

  it('of an application stay: its client goes on with the secret that it has', async () => {
    const body = {
      ...{ label: 'Client', signOnMode: 'OPENID_CONNECT' },
      settings: {
        oauthClient: { application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] },
      },
    }
    const app = (await client.call('createApp', { body } as never)).body
    const secretsOf = async () => (await client.call('listClientSecrets', { params: { appId: app.id } })).body
    const before = await secretsOf()
    await client.call('replaceApp', { params: { appId: app.id }, body: { ...app, label: 'Renamed' } } as never)
    await undo(app.id)
    expect((await client.call('getApp', { params: { appId: app.id } })).body.label).toBe('Client')
    expect(before).toHaveLength(1)
    expect(await secretsOf()).toEqual(before)
  })
})
