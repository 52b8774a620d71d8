import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Policy, RuleWriteInput } from '#contract/policy/policy.ts'
import type { ProviderLink } from '#contract/routes/well-known.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const LOGINS = [
  'ada@a.test',
  'bob@a.test',
  'cyd@b.test',
  'dee@b.test',
  'eve@c.test',
  'fay@c.test',
  'gus@a.test',
  'hal@d.test',
]
const NAMES = ['Abel', 'Bose', 'Abel', 'Cole', 'Bose', 'Abel', 'Dorn', 'Abel']

let server: TestServer
let providers: { id: string; name: string }[]
let policy: Policy
let zoneId: string
const people: { id: string; login: string }[] = []
beforeAll(async () => {
  server = await startServer()
  const owner = (await server.client.call('getUser', { params: { userId: 'me' } })).body
  people.push({ id: owner.id, login: String(owner.profile['login']) })
  for (const [index, login] of LOGINS.entries())
    people.push({ id: (await server.make.aUser({ login, lastName: NAMES[index] })).id, login })
  providers = [await server.make.anIdentityProvider(), await server.make.anIdentityProvider('OIDC', { name: 'Abel' })]
  policy = (await server.make.theDefault('IDP_DISCOVERY')) as Policy
  zoneId = (await server.make.aZone({ gateways: [{ type: 'CIDR', value: '127.0.0.0/8' }] })).id
})

const patterns = (values: readonly string[]) =>
  fc.record({
    matchType: fc.constantFrom('EQUALS', 'CONTAINS', 'STARTS_WITH', 'SUFFIX'),
    value: fc.constantFrom(...values),
  })
const identifier = fc.oneof(
  patterns(['a.test', 'b', '@c.test', 'hal']).map((one) => ({ type: 'IDENTIFIER', patterns: [one] })),
  patterns(['abel', 'bose', 'o']).map((one) => ({ type: 'ATTRIBUTE', attribute: 'lastName', patterns: [one] })),
)
const aRule = fc.record({
  userIdentifier: identifier,
  zone: fc.constantFrom('none', 'include', 'exclude'),
  platform: fc.constantFrom('none', 'IOS', 'OTHER'),
  goal: fc.constantFrom(0, 1, 'computed', 'organization'),
})
type Draft = typeof aRule extends fc.Arbitrary<infer One> ? One : never

function bodyOf({ userIdentifier, zone, platform, goal }: Draft, name: string): Partial<RuleWriteInput> {
  const network = zone === 'none' ? {} : { network: { connection: 'ZONE', [zone]: [zoneId] } }
  const os =
    platform === 'none'
      ? {}
      : { platform: { include: [{ type: platform === 'IOS' ? 'MOBILE' : 'OTHER', os: { type: platform } }] } }
  const computed = { idpSelectionType: 'DYNAMIC', matchCriteria: [{ providerExpression: 'user.profile.lastName' }] }
  const chosen = goal === 'organization' ? { type: 'SVC' } : { type: 'OIDC', id: providers[Number(goal)]?.id }
  const idp = goal === 'computed' ? computed : { providers: [chosen] }
  return { name, conditions: { userIdentifier, ...network, ...os }, actions: { idp } } as Partial<RuleWriteInput>
}

/** Where the public look-up sends a login; it is asked from 127.0.0.1 by a program of no known system. */
async function lookUp(login: string): Promise<string> {
  const response = await fetch(`${server.url}/.well-known/webfinger?resource=svc:acct:${encodeURIComponent(login)}`)
  const { links } = (await response.json()) as { links: ProviderLink[] }
  return links.flatMap(({ properties }) => properties['svc:idp:id'] ?? []).join(' ')
}

it('counts whom asking one after the other finds, and goes where the public look-up goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRule, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...LOGINS),
      async (drafts, login) => {
        const made: string[] = []
        for (const [index, draft] of drafts.entries())
          made.push((await server.make.aRule(policy, bodyOf(draft, `Rule ${index}`))).id)
        const place = { ip: '127.0.0.1', platform: 'OTHER' as const }
        const ask = async (one: string) => {
          const { destinations, rule } = (await server.client.call('testRouting', { body: { login: one, ...place } }))
            .body
          return { goal: destinations.map(({ id }) => id).join(' '), ruleId: rule?.id ?? '' }
        }
        const asked = await Promise.all(people.map(async (person) => ({ ...person, ...(await ask(person.login)) })))
        const { goal } = await ask(login)
        expect(goal).toBe(await lookUp(login))
        const expected = asked.filter((one) => one.goal === goal)
        const reply = (await server.client.call('countRoutedPeople', { body: { login, ...place } })).body
        expect(reply.people).toBe(expected.length)
        expect(reply.sample.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
        const byRule = Map.groupBy(expected, ({ ruleId }) => ruleId)
        expect(new Map(reply.rules.map(({ id, people: count }) => [id, count]))).toEqual(
          new Map([...byRule].map(([id, those]) => [id, those.length])),
        )
        for (const ruleId of made) await server.client.call('deleteRule', { params: { policyId: policy.id, ruleId } })
      },
    ),
    { numRuns: runs(0.06) },
  )
}, 60_000)
