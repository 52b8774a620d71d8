import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { Policy } from '#contract/policy/policy.ts'
import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

type Kind = WorkspaceFinding['kind']
type Started = Pick<TestServer, 'client' | 'make'>

/** What is found of one policy: the kind, the rule and the sentence of each finding. */
async function found({ client }: Started, policy: Pick<Policy, 'id'>, kind: Kind): Promise<string[]> {
  const all = (await client.call('listFindings', {})).body
  return all.flatMap((finding) =>
    'policyId' in finding && finding.policyId === policy.id && finding.kind === kind
      ? [`${String(finding.ruleName)}: ${finding.message}`]
      : [],
  )
}

const DENY = { signon: { access: 'DENY' } }
const PROMPT = { requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 }
const allow = (factors: 1 | 2) => ({ signon: { access: 'ALLOW', ...(factors === 2 ? PROMPT : {}) } })
const appAllow = (factorMode: '1FA' | '2FA') => ({
  appSignOn: { access: 'ALLOW', verificationMethod: { type: 'ASSURANCE', factorMode, reauthenticateIn: 'PT2H' } },
})
const groups = (...include: string[]) => ({ people: { groups: { include } } })

/** An organization of twelve people with its owner: ten in Staff, of whom one is Ada. */
async function twelvePeople() {
  const started = await startServer()
  const { make } = started
  const staff = await make.aGroup('Staff')
  const ada = await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }, [staff.id])
  for (let index = 0; index < 9; index += 1) await make.aUser({}, [staff.id])
  await make.aUser()
  return { ...started, staff, ada }
}

let org: Awaited<ReturnType<typeof twelvePeople>>
beforeAll(async () => {
  org = await twelvePeople()
})

describe('a rule that denies many', () => {
  const denied = async (conditions: RuleConditions, before: readonly RuleConditions[] = []) => {
    const policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: groups(org.staff.id) })
    for (const each of before) await org.make.aRule(policy, { conditions: each, actions: allow(1) })
    await org.make.aRule(policy, { name: 'Shut', conditions, actions: DENY })
    const messages = await found(org, policy, 'denies-many')
    await org.client.call('deletePolicy', { params: { policyId: policy.id } })
    return messages
  }

  it('is told with how many of how many', async () => {
    expect(await denied({})).toEqual(['Shut: Denies 10 of 12 people.'])
  })

  it('is told where it denies from anywhere but some zones, and not where it denies in some zones alone', async () => {
    const zone = await org.make.aZone({ name: 'HQ' })
    expect(await denied({ network: { connection: 'ZONE', exclude: [zone.id] } })).toEqual([
      'Shut: Denies 10 of 12 people from outside HQ.',
    ])
    expect(await denied({ network: { connection: 'ZONE', include: [zone.id] } })).toEqual([])
  })

  it('is not told where it waits for a risk, or reaches few', async () => {
    expect(await denied({ riskScore: { level: 'HIGH' } })).toEqual([])
    expect(await denied({ people: { users: { include: [org.ada.id] } } } as RuleConditions)).toEqual([])
  })

  it('counts no one for whom a rule above decides for sure', async () => {
    expect(await denied({}, [groups(org.staff.id)])).toEqual([])
    expect(await denied({}, [{ riskScore: { level: 'LOW' } }])).toHaveLength(1)
  })

  it('counts those who have the application of an authentication policy', async () => {
    const policy = await org.make.aPolicy('ACCESS_POLICY')
    const app = await org.make.anApp()
    await org.client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    await org.make.aRule(policy, { name: 'Shut', actions: { appSignOn: { access: 'DENY' } } })
    expect(await found(org, policy, 'denies-many')).toEqual([])
    await org.client.call('assignAppGroup', { params: { appId: app.id, groupId: org.staff.id }, body: {} })
    expect(await found(org, policy, 'denies-many')).toEqual(['Shut: Denies 10 of 12 people.'])
  })
})

describe('a catch-all that lets in with one factor', () => {
  it('is told of an authentication policy whose applications somebody has', async () => {
    const policy = await org.make.aPolicy('ACCESS_POLICY')
    const app = await org.make.anApp()
    await org.client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    await org.make.aRule(policy, { name: 'Staff', conditions: groups(org.staff.id), actions: appAllow('1FA') })
    await org.make.aRule(policy, { name: 'Others', actions: appAllow('1FA') })
    expect(await found(org, policy, 'one-factor-for-all')).toEqual([])
    await org.client.call('assignAppUser', { params: { appId: app.id }, body: { id: org.ada.id } })
    expect(await found(org, policy, 'one-factor-for-all')).toEqual([
      'Others: Lets in everyone that no earlier rule matches, with one factor, from anywhere and at any risk.',
    ])
  })

  it('is not told where every global session asks for two already', async () => {
    const { make, client } = await startServer()
    const app = await make.anApp()
    await client.call('assignAppUser', { params: { appId: app.id }, body: { id: (await make.aUser()).id } })
    const policy = await make.aPolicy('ACCESS_POLICY')
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    await make.aRule(policy, { name: 'All', actions: appAllow('1FA') })
    const session = await make.theDefault('SVC_SIGN_ON')
    expect(await found({ client, make }, policy, 'one-factor-for-all')).toHaveLength(1)
    const [rule] = (await client.call('listRules', { params: { policyId: session.id } })).body
    const params = { policyId: session.id, ruleId: String(rule?.id) }
    await client.call('replaceRule', { params, body: { ...rule, actions: allow(2) } as never })
    expect(await found({ client, make }, policy, 'one-factor-for-all')).toEqual([])
  })

  it('is told of global sessions only where they alone decide, on Classic Engine', async () => {
    const classic = await startServer({ engine: 'classic' })
    await classic.make.aUser()
    const [identity, alone] = [await org.make.theDefault('SVC_SIGN_ON'), await classic.make.theDefault('SVC_SIGN_ON')]
    expect(await found(org, identity, 'one-factor-for-all')).toEqual([])
    expect(await found(classic, alone, 'one-factor-for-all')).toHaveLength(1)
  })
})

describe('an exemption', () => {
  afterEach(async () => {
    for (const { id, system } of (await org.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body)
      if (!system) await org.client.call('deletePolicy', { params: { policyId: id } })
  })

  it('is a few people let in with fewer factors than a later rule would ask of them', async () => {
    const policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: groups(org.staff.id) })
    const few = await org.make.aGroup('Exempt')
    await org.client.call('addGroupMember', { params: { groupId: few.id, userId: org.ada.id } })
    await org.make.aRule(policy, { name: 'Exempt', conditions: groups(few.id), actions: allow(1) })
    await org.make.aRule(policy, { name: 'All', actions: allow(2) })
    expect(await found(org, policy, 'exemption')).toEqual([
      'Exempt: Lets in Ada Lovelace with one factor, where rule “All” would ask for two factors.',
    ])
  })

  it('is somebody whom a strict rule leaves out, and a later one lets in with less', async () => {
    const policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: groups(org.staff.id) })
    const sparing: RuleConditions = { people: { users: { exclude: [org.ada.id] } }, riskScore: { level: 'HIGH' } }
    await org.make.aRule(policy, { name: 'Risky', conditions: sparing, actions: DENY })
    await org.make.aRule(policy, { name: 'All', actions: allow(1) })
    expect(await found(org, policy, 'exemption')).toEqual([
      'Risky: Leaves out Ada Lovelace, whom rule “All” lets in with one factor.',
    ])
  })

  it('is not a rule for most of those whom the policy is for', async () => {
    const policy = await org.make.aPolicy('SVC_SIGN_ON')
    await org.make.aRule(policy, { conditions: groups(org.staff.id), actions: allow(1) })
    await org.make.aRule(policy, { actions: allow(2) })
    expect(await found(org, policy, 'exemption')).toEqual([])
  })
})
