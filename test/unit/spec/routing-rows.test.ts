import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, RuleWriteInput } from '#contract/policy/policy.ts'
import type { ExplanationContext } from '#contract/policy/simulation.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let ruleId: string
beforeAll(async () => {
  server = await startServer()
  const policy = (await server.make.theDefault('IDP_DISCOVERY')) as Policy
  const provider = await server.make.anIdentityProvider('OIDC')
  const conditions = {
    userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '@partner.test' }] },
  }
  const actions = { idp: { providers: [{ type: 'OIDC', id: provider.id }] } }
  ruleId = (await server.make.aRule(policy, { conditions, actions } as Partial<RuleWriteInput>)).id
})

/** The rule that an explanation finds to route; null where none of ours does. */
async function routedBy(policyContext: ExplanationContext) {
  const body = { policyTypes: ['IDP_DISCOVERY' as const], policyContext }
  const { explanations } = (await server.client.call('explainPolicies', { body })).body
  expect(explanations.map(({ status }) => status)).toEqual(['MATCH'])
  const found = explanations[0]?.matched?.ruleId ?? null
  return found === ruleId ? found : null
}

describe('routing is explained from what was typed alone [spec/5 decisions/8 routing]', () => {
  it('without a person, and by a login that no one has', async () => {
    expect(await routedBy({ identifier: 'nobody@partner.test' })).toBe(ruleId)
    expect(await routedBy({ identifier: 'nobody@elsewhere.test' })).toBeNull()
  })

  it('which leaves open what asks who the person is', async () => {
    const conditions = { people: { groups: { include: [(await server.make.aGroup()).id] } } }
    const policy = await server.make.aPolicy('SVC_SIGN_ON', { conditions } as never)
    await server.make.aRule(policy)
    const policyContext = { identifier: 'nobody@partner.test' }
    const body = { policyTypes: ['SVC_SIGN_ON' as const], policyContext }
    const { explanations } = (await server.client.call('explainPolicies', { body })).body
    expect(explanations[0]?.path.find(({ id }) => id === policy.id)?.status).toBe('UNDEFINED')
  })

  it('no one and nothing is still refused', async () => {
    const { locations } = await server.client.refused('explainPolicies', { body: { policyContext: {} } })
    expect(locations).toEqual(['policyContext.user'])
  })

  it('whoever is named beside it', async () => {
    const [theirs, other] = [
      await server.make.aUser({ login: 'ada@partner.test' }),
      await server.make.aUser({ login: 'cob@elsewhere.test' }),
    ]
    expect(await routedBy({ identifier: 'cob@elsewhere.test', user: { id: theirs.id } })).toBeNull()
    expect(await routedBy({ identifier: 'ada@partner.test', user: { id: other.id } })).toBe(ruleId)
  })

  it('and the look-up, which has nothing else, finds the same', async () => {
    const find = async (login: string) => {
      const reply = await fetch(`${server.url}/.well-known/webfinger?resource=svc:acct:${login}`)
      return ((await reply.json()) as { links: { rel: string }[] }).links.map(({ rel }) => rel)
    }
    expect(await find('nobody@partner.test')).toEqual(['svc:idp'])
    expect(await find('ada@elsewhere.test')).not.toEqual(['svc:idp'])
  })
})
