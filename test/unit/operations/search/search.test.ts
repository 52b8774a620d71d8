import { beforeAll, describe, expect, it } from 'vitest'
import { SEARCH_KINDS, type SearchHit } from '#contract/gatehouse/search.ts'
import { linksOf, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { ruleBody } from '../../../helpers/group-rules.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

type Query = { kind?: SearchHit['kind'] | SearchHit['kind'][]; limit?: number }
const search = async (q: string, query: Query = {}) =>
  (await client.call('searchObjects', { query: { q, ...query } })).body
const namesOf = (hits: readonly SearchHit[]) => hits.map(({ name }) => name)
const matches = async (q: string, query?: Query) =>
  (await search(q, query)).map(({ name, match }) => [match, name].join(': '))
const find = async (q: string, query?: Query) => namesOf(await search(q, query))

describe('every kind of object', () => {
  it('is found by a part of its name, with what tells it from others and what it is opened through', async () => {
    const user = await make.aUser({ firstName: 'Zwartje', lastName: 'Quibble', login: 'zq@example.test' })
    const group = await make.aGroup('A quibble group')
    const app = await make.anApp('The Quibbler')
    const zone = await make.aZone({ name: 'Quibbleton' })
    const policy = await make.aPolicy('ACCESS_POLICY', { name: 'Unquibbled' })
    const rule = await make.aRule(policy, { name: 'Quibbles at night' })
    const server = await make.anAuthorizationServer('Quibble server')
    const serverPolicy = await make.aServerPolicy(server.id, { name: 'Quibble clients' })
    const behavior = await make.aBehavior('VELOCITY', { name: 'Quibble speed' })
    const assurance = await make.aDeviceAssurance('MACOS', { name: 'Quibble books' })
    const provider = await make.anIdentityProvider('OIDC', { name: 'Quibble in' })
    const authenticator = await make.anAuthenticator('custom_otp', { name: 'Quibble key' })
    const userType = await client.call('createUserType', { body: { name: 'quib', displayName: 'A quibbler' } })
    const channel = { type: 'HTTP', version: '1.0.0', config: { uri: 'https://hooks.example.test/quib' } }
    const events = { type: 'EVENT_TYPE', items: ['user.session.start'] }
    const quibblers = ruleBody('user.city == "Oslo"', [group.id])
    const groupRule = await client.call('createGroupRule', { body: { ...quibblers, name: 'Quibblers together' } })
    const token = await client.call('createApiToken', { body: { name: 'Quibble token' } })
    const hook = await client.call('createEventHook', { body: { name: 'Quibble hook', events, channel } as never })

    const hits = await search('QUIBBLE')
    const known = (kind: SearchHit['kind'], id: string, detail: string | null, parent?: SearchHit['parent']) =>
      expect(hits.filter((hit) => hit.id === id)).toEqual([
        {
          kind,
          id,
          name: expect.stringMatching(/quibble/i) as string,
          detail,
          match: 'name',
          ...(parent ? { parent } : {}),
        },
      ])
    known('user', user.id, 'zq@example.test')
    known('group', group.id, null)
    known('app', app.id, 'bookmark')
    known('zone', zone.id, 'IP')
    known('policy', policy.id, 'ACCESS_POLICY')
    known('rule', rule.id, null, { kind: 'policy', id: policy.id, name: 'Unquibbled' })
    known('authorizationServer', server.id, null)
    known('policy', serverPolicy.id, 'OAUTH_AUTHORIZATION_POLICY', {
      kind: 'authorizationServer',
      id: server.id,
      name: 'Quibble server',
    })
    known('behavior', behavior.id, 'VELOCITY')
    known('deviceAssurance', assurance.id, 'MACOS')
    known('identityProvider', provider.id, 'OIDC')
    known('authenticator', authenticator.id, expect.any(String) as unknown as string)
    known('userType', userType.body.id, 'quib')
    known('groupRule', groupRule.body.id, 'user.city == "Oslo"')
    known('apiToken', token.body.id, null)
    known('eventHook', hook.body.id, 'https://hooks.example.test/quib')
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(SEARCH_KINDS))
  })

  it('is found by its further texts: login, email, display name, code name, description, key', async () => {
    const profile = { login: 'logging.in@one.test', email: 'mailing@two.test', displayName: 'Sir Displayed' }
    await make.aUser({ ...profile, firstName: 'Plain', lastName: 'Name' })
    for (const q of ['gging.i', 'mailing@two', 'displayed', 'sir name'])
      expect(await find(q), q).toEqual(['Plain Name'])
    await client.call('createGroup', { body: { profile: { name: 'Described', description: 'Bears the chandelier' } } })
    expect(await find('chandelier')).toEqual(['Described'])
    expect(await find('svc_endu', { kind: 'app' })).toEqual(['Svc Dashboard'])
    expect(await find('svc_password')).toEqual(['Password'])
  })

  it('is found by its whole id, and not by a part of it', async () => {
    const { id } = await make.aGroup('Known by id')
    expect(await find(id)).toEqual(['Known by id'])
    expect(await find(id.slice(0, 12))).toEqual([])
    expect(await find(id, { kind: 'user' })).toEqual([])
  })
})

describe('what changes', () => {
  it('is found by its new name at once, and no longer by the old one', async () => {
    const group = await make.aGroup('Before the merger')
    const body = { profile: { name: 'Before the takeover', description: 'Reorganized' } }
    await client.call('replaceGroup', { params: { groupId: group.id }, body })
    expect([await find('merger'), await find('takeover'), await find('reorganized')]).toEqual([
      [],
      [body.profile.name],
      [body.profile.name],
    ])
  })

  it('names what it is opened through as that is named now', async () => {
    const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Tall tale' })
    const rule = await make.aRule(policy, { name: 'Under a tall tale' })
    const body = { type: policy.type, name: 'Short story' }
    await client.call('replacePolicy', { params: { policyId: policy.id }, body })
    expect(await search('tall tale')).toEqual([
      {
        kind: 'rule',
        id: rule.id,
        name: rule.name,
        detail: null,
        match: 'name',
        parent: { kind: 'policy', id: policy.id, name: body.name },
      },
    ])
  })

  it('is found no more once it is deleted, with all that goes with it', async () => {
    const server = await make.anAuthorizationServer('Vanishing server')
    const policy = await make.aServerPolicy(server.id, { name: 'Vanishing policy' })
    await make.aServerRule(server.id, policy.id, {
      name: 'Vanishing rule',
      conditions: { grantTypes: { include: ['client_credentials'] }, scopes: { include: ['*'] } },
    })
    expect(await find('vanishing')).toHaveLength(3)
    const params = { authServerId: server.id }
    await client.call('deactivateAuthorizationServer', { params })
    await client.call('deleteAuthorizationServer', { params })
    expect(await find('vanishing')).toEqual([])
  })

  it('is found no more where the change is rolled back', async () => {
    await make.aGroup('Taken once')
    await client.refused('createGroup', { body: { profile: { name: 'taken ONCE' } } })
    expect(await find('taken once')).toEqual(['Taken once'])
  })
})

describe('the order', () => {
  it('is a whole name, its beginning, beginnings of its words, any part, then further texts', async () => {
    const description = 'for the treasury'
    for (const name of ['Entreasury', 'Old Treasury', 'Treasury department', 'Treasury'])
      await client.call('createGroup', { body: { profile: { name } } })
    await client.call('createGroup', { body: { profile: { name: 'Aides', description } } })
    const expected = ['Treasury', 'Treasury department', 'Old Treasury', 'Entreasury', 'Aides']
    expect(await find('treasury')).toEqual(expected)
    for (const limit of [1, 2, 3, 4]) expect(await find('treasury', { limit })).toEqual(expected.slice(0, limit))
  })

  it('among equals puts the few before people and rules, and goes by name', async () => {
    const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Peers policy' })
    await make.aRule(policy, { name: 'Peers a rule' })
    await make.aUser({ firstName: 'Peers', lastName: 'Person' })
    await make.aGroup('Peers group')
    await make.aZone({ name: 'peers antechamber' })
    const names = ['peers antechamber', 'Peers group', 'Peers policy', 'Peers Person', 'Peers a rule']
    expect(await find('peers')).toEqual(names)
  })
})

describe('words', () => {
  it('must all be there, in any order and case, with or without accents', async () => {
    await make.aUser({ firstName: 'Sébastien', lastName: 'Ångström', login: 'seb@lab.test' })
    for (const q of ['sebastien', 'ANGSTROM', 'ström séb', 'lab.test sebas', 'Se\u0301bastien', 'bast angst seb@'])
      expect(await find(q), q).toEqual(['Sébastien Ångström'])
    expect(await find('sebastien nobel')).toEqual([])
    await make.aGroup('Отдел кадров')
    expect(await find('ОТДЕЛ')).toEqual(['Отдел кадров'])
  })

  it('of one or two characters find what begins a word', async () => {
    await make.aGroup('Xylo quarry-yz')
    for (const q of ['x', 'xy', 'q', 'qu', 'yz', 'x q', 'qu xy']) expect(await find(q), q).toContain('Xylo quarry-yz')
    for (const q of ['yl', 'l', 'rr', 'xy rr'])
      expect(await find(q, { kind: 'group' }), q).not.toContain('Xylo quarry-yz')
    await make.aGroup('漢字 仮名')
    expect([await find('漢'), await find('仮名')]).toEqual([['漢字 仮名'], ['漢字 仮名']])
  })
})

describe('a word with one wrong letter', () => {
  beforeAll(() => make.anApp('Ledgerline Payroll'))

  it.each(['payrall', 'payroll', 'paryoll', 'pyroll', 'payrolll', 'ledgre payroll', 'leddgerl'])(
    'finds what was meant: %s',
    async (q) => {
      expect(await find(q, { kind: 'app' })).toEqual(['Ledgerline Payroll'])
    },
  )

  it('comes after all that has the word itself, and says so', async () => {
    for (const name of ['Katherine Vex', 'Catherine Vex', 'Old Katherines']) await make.aGroup(name)
    const query = { kind: 'group' } as const
    const expected = ['name: Katherine Vex', 'name: Old Katherines', 'similar: Catherine Vex']
    expect(await matches('katherine', query)).toEqual(expected)
    expect(await matches('katherine', { ...query, limit: 2 })).toEqual(expected.slice(0, 2))
  })

  it('is found in a login too, and not in a short word', async () => {
    await make.aUser({ firstName: 'Ada', lastName: 'Oh', login: 'oswaldine@one.test' })
    expect(await matches('oswadline')).toEqual(['similar: Ada Oh'])
    expect(await find('adz')).toEqual([])
  })

  it('says where the words of others were found', async () => {
    const { id } = await make.aGroup('Whereabouts')
    await client.call('createGroup', { body: { profile: { name: 'Told', description: 'Its whereabouts' } } })
    expect(await matches('whereabouts')).toEqual(['name: Whereabouts', 'texts: Told'])
    expect(await matches(id)).toEqual(['id: Whereabouts'])
  })
})

describe('what is asked for', () => {
  it('can be bounded to kinds and to a number', async () => {
    for (const at of [1, 2, 3]) await make.aGroup(`Bounded ${at}`)
    await make.aZone({ name: 'Bounded zone' })
    await make.anApp('Bounded app')
    expect(await find('bounded', { kind: 'zone' })).toEqual(['Bounded zone'])
    expect(await find('bounded', { kind: ['zone', 'app'] })).toEqual(['Bounded app', 'Bounded zone'])
    expect(await find('bounded', { limit: 2 })).toEqual(['Bounded 1', 'Bounded 2'])
  })

  it.each([
    ['q', {}],
    ['q', { q: '' }],
    ['q', { q: ' \t\n ' }],
    ['q', { q: '\0' }],
    ['q', { q: ['a', 'b'] }],
    ['q', { q: 'x'.repeat(201) }],
    ['q', { q: 'x'.repeat(30_000) }],
    ['query', { q: 'x'.repeat(40_000) }],
    ['q', { q: 'one two three four five six seven eight nine ten eleven' }],
    ['kind[0]', { q: 'x', kind: 'planet' }],
    ['kind[1]', { q: 'x', kind: ['user', 'planet'] }],
    ['limit', { q: 'x', limit: 0 }],
    ['limit', { q: 'x', limit: 201 }],
  ])('is refused with the name of the parameter: %s', async (location, query) => {
    const refusal = await client.refused('searchObjects', { query })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
  })
})

describe('hostile input', () => {
  it('is looked for as it is', async () => {
    const name = `NEAR("a" b) OR 'c' AND NOT * ^d {name}: e%_\\`
    await make.aGroup(name)
    for (const q of [...name.split(' '), name, '"a"', '""', '"', '*', '%_\\', "'c'", 'name}:'])
      expect((await client.fetch(`/gatehouse/v1/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
    for (const q of ['near("a"', '{name}:', '%_\\', "'c' not", name])
      expect(await find(q, { kind: 'group' }), q).toEqual([name])
  })

  it('is answered where it is no text', async () => {
    for (const q of ['%ED%A0%80', '%FF%FE', '%', '%00', 'a%00b'])
      expect([200, 400], q).toContain((await client.fetch(`/gatehouse/v1/search?q=${q}`)).status)
  })

  it.each([
    ['operators alone', 'AND OR NOT NEAR'],
    ['a column filter', 'name:x - words:y'],
    ['control characters', 'a\0b\u0001c\u001bd'],
    ['accents without letters', '\u0301\u0302 \u0303'],
    ['an emoji', '👩‍🚀'],
    ['a long word', 'x'.repeat(200)],
    ['as many words as may be', Array.from({ length: 10 }, () => 'ab').join(' ')],
    ['quotes', '"'.repeat(200)],
  ])('is answered: %s', async (_, q) => {
    expect(Array.isArray(await search(q.slice(0, 200)))).toBe(true)
  })
})

describe('a long list', () => {
  it('is read page by page, each object once, in the order of the whole', async () => {
    const names = ['1', '2', '3', '4', '5'].map((digit) => `Lantern ${digit}`)
    for (const name of names) await make.aGroup(name)
    // Found but for one letter, so behind the others.
    await make.aGroup('Lantxrn')
    const first = await client.call('searchObjects', { query: { q: 'lantern', limit: 2 } })
    const pages = [namesOf(first.body)]
    for (let { next } = linksOf(first.headers); next;) {
      const page = await client.follow<SearchHit[]>(next)
      pages.push(namesOf(page.body))
      next = linksOf(page.headers).next
    }
    expect(pages).toEqual([names.slice(0, 2), names.slice(2, 4), ['Lantern 5', 'Lantxrn']])
  })

  it('refuses a cursor that no page gave', async () => {
    for (const after of ['0', '-1', '1.5', 'x', '1000', '9'.repeat(400)])
      expect((await client.refused('searchObjects', { query: { q: 'lantern', after } })).code, after).toBe('E0000029')
  })
})
