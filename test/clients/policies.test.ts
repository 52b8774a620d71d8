import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { all, idOf, sent, startSdk } from './sdk.ts'

let client: Client
beforeAll(async () => {
  ;({ client } = await startSdk())
})

type Type = Parameters<Client['policyApi']['listPolicies']>[0]['type']
type Class = new () => object

interface Row {
  type: Type
  policy: Class
  rule: Class
  /** Of a rule. */
  actions: object
  /** Where the organization has one policy and takes no other. */
  isOnly?: boolean
}

const ROWS: readonly Row[] = [
  {
    ...{ type: 'OKTA_SIGN_ON', policy: okta.OktaSignOnPolicy, rule: okta.OktaSignOnPolicyRule },
    actions: { signon: { access: 'ALLOW', requireFactor: false, session: { maxSessionIdleMinutes: 30 } } },
  },
  {
    ...{ type: 'PASSWORD', policy: okta.PasswordPolicy, rule: okta.PasswordPolicyRule },
    actions: {
      passwordChange: { access: 'ALLOW' },
      selfServicePasswordReset: { access: 'ALLOW' },
      selfServiceUnlock: { access: 'DENY' },
    },
  },
  {
    ...{ type: 'MFA_ENROLL', policy: okta.AuthenticatorEnrollmentPolicy, rule: okta.AuthenticatorEnrollmentPolicyRule },
    actions: { enroll: { self: 'CHALLENGE' } },
  },
  {
    ...{ type: 'ACCESS_POLICY', policy: okta.AccessPolicy, rule: okta.AccessPolicyRule },
    actions: {
      appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA', type: 'ASSURANCE', constraints: [] } },
    },
  },
  {
    ...{ type: 'IDP_DISCOVERY', policy: okta.IdpDiscoveryPolicy, rule: okta.IdpDiscoveryPolicyRule, isOnly: true },
    actions: { idp: { providers: [{ type: 'OKTA' }] } },
  },
  {
    ...{ type: 'POST_AUTH_SESSION', policy: okta.PostAuthSessionPolicy, rule: okta.PostAuthSessionPolicyRule },
    ...{ isOnly: true, actions: { postAuthSession: { failureActions: [] } } },
  },
  {
    ...{ type: 'ENTITY_RISK', policy: okta.EntityRiskPolicy, rule: okta.EntityRiskPolicyRule },
    ...{ isOnly: true, actions: { entityRisk: { actions: [] } } },
  },
]

/** Makes a policy, or finds the only one. */
async function aPolicy({ type, isOnly }: Row, name: string): Promise<string> {
  if (!isOnly)
    return idOf(await client.policyApi.createPolicy({ policy: sent({ type, name, description: 'As made' }) }))
  return idOf((await all(client.policyApi.listPolicies({ type })))[0] ?? {})
}

describe.each(ROWS)('through the client library, policies of $type', (row) => {
  it('are made, listed, sent back as they were read, and deleted', async () => {
    const { policyApi } = client
    const policyId = await aPolicy(row, 'Written')
    const policies = await all(policyApi.listPolicies({ type: row.type }))
    expect(policies.map(idOf)).toContain(policyId)
    for (const policy of policies) expect(policy).toBeInstanceOf(row.policy)
    const read = await policyApi.getPolicy({ policyId })
    const same = await policyApi.replacePolicy({ policyId, policy: sent({ ...read }) })
    expect({ ...same, lastUpdated: null }).toEqual({ ...read, lastUpdated: null })
    if (row.isOnly) return
    const changed = await policyApi.replacePolicy({ policyId, policy: sent({ ...read, description: 'Changed' }) })
    expect(changed.description).toBe('Changed')
    await policyApi.deletePolicy({ policyId })
    await expect(policyApi.getPolicy({ policyId })).rejects.toMatchObject({ status: 404 })
  })

  it('have rules, which change places, are switched off and deleted', async () => {
    const { policyApi } = client
    const policyId = await aPolicy(row, 'Ruled')
    const aRule = (name: string) =>
      policyApi.createPolicyRule({ policyId, policyRule: sent({ type: ruleTypeOf(row), name, actions: row.actions }) })
    const [first, second] = [idOf(await aRule('First')), idOf(await aRule('Second'))]
    const read = await policyApi.getPolicyRule({ policyId, ruleId: first })
    expect(read).toBeInstanceOf(row.rule)
    await policyApi.replacePolicyRule({ policyId, ruleId: first, policyRule: sent({ ...read, priority: 2 }) })
    const places = async () => (await all(policyApi.listPolicyRules({ policyId }))).map(idOf).slice(0, 2)
    expect(await places()).toEqual([second, first])
    await policyApi.deactivatePolicyRule({ policyId, ruleId: first })
    expect((await policyApi.getPolicyRule({ policyId, ruleId: first })).status).toBe('INACTIVE')
    await policyApi.activatePolicyRule({ policyId, ruleId: first })
    for (const ruleId of [first, second]) await policyApi.deletePolicyRule({ policyId, ruleId })
    expect(await places()).not.toContain(first)
  })
})

/** Rules of sign-on have a word of their own. */
const ruleTypeOf = ({ type }: Row) => (type === 'OKTA_SIGN_ON' ? 'SIGN_ON' : type)

describe('through the client library, policies', () => {
  it('change places among their type', async () => {
    const row = ROWS[0] as Row
    const { policyApi } = client
    const [first, second] = [await aPolicy(row, 'Upper'), await aPolicy(row, 'Lower')]
    const read = await policyApi.getPolicy({ policyId: second })
    await policyApi.replacePolicy({ policyId: second, policy: sent({ ...read, priority: 1 }) })
    const ids = (await all(policyApi.listPolicies({ type: row.type }))).map(idOf)
    expect([ids[0], ids.indexOf(first)]).toEqual([second, ids.length - 2])
    await policyApi.deactivatePolicy({ policyId: first })
    expect((await policyApi.getPolicy({ policyId: first })).status).toBe('INACTIVE')
  })

  it('of enrollment have one rule, which is sent back as it was read', async () => {
    const [policy] = await all(client.policyApi.listPolicies({ type: 'PROFILE_ENROLLMENT' }))
    expect(policy).toBeInstanceOf(okta.ProfileEnrollmentPolicy)
    const policyId = idOf(policy ?? {})
    const [rule] = await all(client.policyApi.listPolicyRules({ policyId }))
    expect(rule).toBeInstanceOf(okta.ProfileEnrollmentPolicyRule)
    if (!rule) return
    const same = await client.policyApi.replacePolicyRule({ policyId, ruleId: idOf(rule), policyRule: rule })
    expect({ ...same, lastUpdated: null }).toEqual({ ...rule, lastUpdated: null })
  })

  it('are mapped to an application, copied, and simulated', async () => {
    const { policyApi, applicationApi, userApi } = client
    const settings = { app: { url: 'https://wiki.example.test' } }
    const wiki = { name: 'bookmark', label: 'Wiki', signOnMode: 'BOOKMARK', settings }
    const resourceId = idOf(await applicationApi.createApplication({ application: sent(wiki) }))
    const policyId = await aPolicy(ROWS.find(({ type }) => type === 'ACCESS_POLICY') as Row, 'Mapped')
    const policyMappingRequest = sent<okta.PolicyMappingRequest>({ resourceType: 'APP', resourceId })
    const mapping = await policyApi.mapResourceToPolicy({ policyId, policyMappingRequest })
    expect(mapping).toBeInstanceOf(okta.PolicyMapping)
    expect((await all(policyApi.listPolicyApps({ policyId }))).map(idOf)).toEqual([resourceId])
    expect(await policyApi.clonePolicy({ policyId })).toBeInstanceOf(okta.AccessPolicy)
    const user = { id: (await userApi.getUser({ userId: 'me' })).id }
    await applicationApi.assignUserToApplication({ appId: resourceId, appUser: sent(user) })
    const policyTypes = ['OKTA_SIGN_ON', 'ACCESS_POLICY']
    const simulatePolicy = [{ policyTypes, appInstance: resourceId, policyContext: { user, ip: '192.0.2.1' } }]
    const simulated = await policyApi.createPolicySimulation({ simulatePolicy: sent(simulatePolicy) })
    expect(simulated).toMatchObject({ evaluation: policyTypes.map((policyType) => ({ policyType })) })
  })
})
