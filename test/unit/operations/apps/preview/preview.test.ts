import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SentValue } from '#contract/gatehouse/app-preview.ts'
import { soundApp } from '../../../../helpers/app-bodies.ts'
import { isMissing } from '../../../../helpers/outside-programs.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const PROFILE = { login: 'ada@corp.test', email: 'ada@mail.test', firstName: 'Ada', lastName: 'Low & <Co>' }
let made = 0

async function person(profile: object = {}) {
  const credentials = { password: { value: 'Correct-Horse-7' } }
  const body = { profile: { ...PROFILE, login: `ada${(made += 1)}@corp.test`, ...profile }, credentials }
  return (await server.client.call('createUser', { body })).body
}

async function saml(signOn: object = {}, over: object = {}) {
  const { settings, ...app } = soundApp('SAML_2_0', `SAML ${(made += 1)}`)
  const body = { ...app, settings: { signOn: { ...settings.signOn, ...signOn } }, ...over }
  return (await server.client.call('createApp', { body })).body
}

const preview = async (appId: string, userId: string) =>
  (await server.client.call('previewApp', { params: { appId, userId } })).body
const named = (values: readonly SentValue[], name: string) => values.find((each) => each.name === name)

describe('what an application would be told of a person', () => {
  it('a SAML assertion has the name, the audience and the attributes that her profile and groups give', async () => {
    const user = await person({ department: 'R&D' })
    for (const name of ['app-admins', 'app-users', 'other']) {
      const group = (await server.client.call('createGroup', { body: { profile: { name } } })).body
      await server.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    }
    const app = await saml({
      subjectNameIdTemplate: '${user.userName}',
      attributeStatements: [
        { type: 'EXPRESSION', name: 'mail', values: ['user.email'] },
        { type: 'EXPRESSION', name: 'who', values: ['String.toUpperCase(user.firstName)', 'user.lastName'] },
        { type: 'EXPRESSION', name: 'kind', values: ['employee'] },
        { type: 'EXPRESSION', name: 'city', values: ['user.city'] },
        { type: 'EXPRESSION', name: 'wrong', values: ['String.nothing(user.email)'] },
        { type: 'GROUP', name: 'roles', filterType: 'STARTS_WITH', filterValue: 'app-' },
        { type: 'GROUP', name: 'admins', filterType: 'REGEX', filterValue: '.*-admins' },
        { type: 'GROUP', name: 'none', filterType: 'EQUALS', filterValue: 'nothing' },
      ],
    })
    const { saml: sent, userName, assignment, obstacles } = await preview(app.id, user.id)
    expect(userName).toMatchObject({ value: user.profile.login, problem: null })
    expect([assignment, obstacles]).toEqual(['NONE', [expect.stringContaining('assigned neither')]])
    expect(sent?.nameId).toMatchObject({ value: user.profile.login, missing: null })
    expect(sent?.audience).toBe('https://wiki.example.test')
    const values = Object.fromEntries((sent?.attributes ?? []).map((each) => [each.name, each.values]))
    expect(values).toEqual({
      ...{ mail: ['ada@mail.test'], who: ['ADA', 'Low & <Co>'], kind: ['employee'], city: [], wrong: [] },
      ...{ roles: ['app-admins', 'app-users'], admins: ['app-admins'], none: [] },
    })
    const missing = (sent?.attributes ?? []).flatMap((each) => (each.missing === null ? [] : each.name))
    expect(missing).toEqual(['city', 'wrong', 'none'])
  })

  it.skipIf(isMissing('xmllint'))('the assertion is well-formed XML, whatever the profile holds', async () => {
    const user = await person({ lastName: ']]><x a="1">& \u{1F600}' })
    const app = await saml({ attributeStatements: [{ type: 'EXPRESSION', name: 'n', values: ['user.lastName'] }] })
    const { saml: sent } = await preview(app.id, user.id)
    const xpath = '//*[local-name()="AttributeValue"]/text()'
    const text = execFileSync('xmllint', ['--xpath', `string(${xpath})`, '-'], { input: sent?.assertion ?? '' })
    expect(text.toString().trim()).toBe(']]><x a="1">& \u{1F600}')
  })

  it('an OpenID Connect application is sent the claims of each scope, and what is missing is said', async () => {
    const user = await person()
    const { body: app } = await server.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Client') })
    await server.client.call('assignAppUser', {
      params: { appId: app.id },
      body: { id: user.id, profile: { phone_number: '+49 1', locality: 'Ulm' } },
    })
    const { oidc, assignment, saml: other } = await preview(app.id, user.id)
    expect([assignment, other]).toEqual(['DIRECT', null])
    const claims = (oidc?.scopes ?? []).flatMap((scope) => scope.claims)
    expect(named(claims, 'email')?.values).toEqual(['ada@mail.test'])
    expect(named(claims, 'preferred_username')?.values).toEqual([user.profile.login])
    expect(named(claims, 'gender')?.missing).toContain('gender')
    expect(oidc?.idToken).toMatchObject({
      ...{ sub: user.id, aud: app.id, given_name: 'Ada', phone_number: '+49 1', address: { locality: 'Ulm' } },
      groups: ['Everyone'],
      iss: server.url.replace('127.0.0.1', 'localhost'),
    })
    expect(oidc?.idToken).not.toHaveProperty('gender')
  })

  it('what keeps them out is said: an inactive application, a person who is not active, a template that fails', async () => {
    const { body: user } = await server.client.call('createUser', {
      body: { profile: { ...PROFILE, login: 'staged@corp.test' } },
      query: { activate: 'false' },
    })
    const credentials = { userNameTemplate: { template: '${source.login.x}', type: 'CUSTOM' } }
    const app = await saml({}, { credentials })
    await server.client.call('deactivateApp', { params: { appId: app.id } })
    const { obstacles, userName } = await preview(app.id, user.id)
    const name = `${String(user.profile.firstName)} ${String(user.profile.lastName)}`
    expect(obstacles).toEqual([
      `${app.label} is inactive: no sign-in to it reaches the policies`,
      `The status of ${name} is “Staged”: only who is “Active” gets in`,
      expect.stringContaining('assigned neither'),
    ])
    expect(userName.value).toBe('staged@corp.test')
    expect(userName.problem).toContain('the login is taken instead')
  })

  it('that they are suspended is said in the words in which a sign-in says it', async () => {
    const [user, app] = [await person(), await saml()]
    await server.client.call('suspendUser', { params: { userId: user.id } })
    await server.client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
    const body = { appInstance: app.id, policyContext: { user: { id: user.id } } }
    const { unreached } = (await server.client.call('explainPolicies', { body })).body
    expect((await preview(app.id, user.id)).obstacles).toEqual(unreached)
    expect(unreached).toEqual([expect.stringMatching(/ is suspended: no sign-in reaches the policies$/)])
  })

  it('through a group, the one of the best priority is first', async () => {
    const user = await person()
    const app = await saml()
    const names = ['second', 'first']
    for (const [index, name] of names.entries()) {
      const group = (await server.client.call('createGroup', { body: { profile: { name } } })).body
      await server.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
      const params = { appId: app.id, groupId: group.id }
      await server.client.call('assignAppGroup', { params, body: { priority: 1 - index } })
    }
    const { assignment, groups } = await preview(app.id, user.id)
    expect([assignment, groups.map(({ name }) => name)]).toEqual(['GROUP', ['first', 'second']])
  })

  it('through groups, the claims are those that their profiles give, the best priority first', async () => {
    const user = await person()
    const { body: app } = await server.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Grouped') })
    const profiles = [{ locality: 'Ulm' }, { locality: 'Bonn', phone_number: '+49 2' }]
    for (const [priority, profile] of profiles.entries()) {
      const { id: groupId } = await server.make.aGroup()
      await server.client.call('addGroupMember', { params: { groupId, userId: user.id } })
      await server.client.call('assignAppGroup', { params: { appId: app.id, groupId }, body: { priority, profile } })
    }
    const { oidc, assignment } = await preview(app.id, user.id)
    expect(assignment).toBe('GROUP')
    expect(oidc?.idToken).toMatchObject({ given_name: 'Ada', phone_number: '+49 2', address: { locality: 'Ulm' } })
  })

  it('an application of the catalogue is told what is known, and where that is not all, it says what is missing and why', async () => {
    const user = await person()
    const statement = { type: 'EXPRESSION' as const, name: 'mail', values: ['user.email'] }
    const bare = { label: 'Pager', name: 'pagerduty', signOnMode: 'SAML_2_0' as const }
    const of = async (signOn: object) => {
      const settings = { signOn: { attributeStatements: [statement], ...signOn } }
      const app = (await server.client.call('createApp', { body: { ...bare, settings } })).body
      return (await preview(app.id, user.id)).saml
    }
    const sent = await of({})
    expect(sent).toMatchObject({ audience: null, recipient: null, destination: null, assertion: null })
    expect(sent?.nameId.value).toBe(user.profile.login)
    expect(named(sent?.attributes ?? [], 'mail')?.values).toEqual(['ada@mail.test'])
    expect(sent?.unknown).toEqual([
      expect.stringMatching(/^The consumer service .*template.*“Assertion consumer service” of the sign-on settings/),
      expect.stringMatching(/^The audience .*“Audience” of the sign-on settings/),
    ])
    const half = await of({ audienceOverride: 'urn:pager' })
    expect([half?.audience, half?.assertion, half?.unknown.length]).toEqual(['urn:pager', null, 1])
    const whole = await of({ audienceOverride: 'urn:pager', ssoAcsUrlOverride: 'https://pager.example.test/acs' })
    expect(whole).toMatchObject({ unknown: [], recipient: 'https://pager.example.test/acs' })
    expect(whole?.assertion).toContain('<saml2:Audience>urn:pager</saml2:Audience>')
  })

  it('an unknown application or person is not found', async () => {
    const user = await person()
    const app = await saml()
    for (const params of [
      { appId: '0oaunknown', userId: user.id },
      { appId: app.id, userId: '00uunknown' },
    ])
      expect((await server.client.refused('previewApp', { params })).code).toBe('E0000007')
  })
})
