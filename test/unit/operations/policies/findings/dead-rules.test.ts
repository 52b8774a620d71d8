import { beforeAll, describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

const ALLOW = { signon: { access: 'ALLOW' } }
let org: Pick<TestServer, 'client' | 'make'>
beforeAll(async () => {
  org = await startServer()
})

/** Makes a session policy with these rules from top to bottom, and tells what is found of them: the kind and the sentence, by the rule. */
async function foundOf(rules: Readonly<Record<string, RuleConditions>>): Promise<Record<string, string>> {
  const policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: {} })
  for (const [name, conditions] of Object.entries(rules))
    await org.make.aRule(policy, { name, conditions, actions: ALLOW })
  const all = (await org.client.call('listFindings')).body as WorkspaceFinding[]
  await org.client.call('deletePolicy', { params: { policyId: policy.id } })
  const own = all.filter(
    ({ policyId, kind }) => policyId === policy.id && kind.endsWith('-rule') && kind !== 'no-active-rule',
  )
  return Object.fromEntries(own.map(({ ruleName, kind, message }) => [ruleName, `${kind}: ${message}`]))
}

const risk = (level: 'LOW' | 'MEDIUM' | 'HIGH'): RuleConditions => ({ riskScore: { level } })

describe('a rule that can decide nothing', () => {
  it('is told with the several rules that together take every sign-in from it', async () => {
    const staff = await org.make.aGroup('Staff of proofs')
    expect(
      await foundOf({
        Low: risk('LOW'),
        Staff: { people: { groups: { include: [staff.id] } } },
        Medium: risk('MEDIUM'),
        High: risk('HIGH'),
        Rest: {},
      }),
    ).toEqual({
      Rest: 'shadowed-rule: Never applies, because every sign-in that it matches is taken by one of the rules “Low”, “Medium” and “High”, which come first.',
    })
  })

  it('is told with the conditions that exclude each other, by name', async () => {
    const [one, other] = [
      await org.make.aZone({ name: 'North hall', gateways: [{ type: 'CIDR', value: '10.1.0.0/16' }] }),
      await org.make.aZone({ name: 'South hall', gateways: [{ type: 'CIDR', value: '10.2.0.0/16' }] }),
    ]
    expect(
      await foundOf({ Neither: { network: { connection: 'ZONE', include: [one.id], exclude: [one.id] } } }),
    ).toEqual({
      Neither:
        'contradictory-rule: Never applies, because no sign-in meets its condition “from North hall, from outside North hall”.',
    })
    // No address is in both, so the rule for either leaves nothing of one of them.
    expect(
      await foundOf({
        Either: { network: { connection: 'ZONE', include: [one.id, other.id] } },
        South: { network: { connection: 'ZONE', include: [other.id], exclude: [one.id] } },
      }),
    ).toEqual({
      South: 'shadowed-rule: Never applies, because rule “Either” comes first and matches whatever this one matches.',
    })
  })

  it('is not one for those who come from no zone, whatever addresses the zones have', async () => {
    const office = await org.make.aZone({ name: 'Office', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] })
    expect(await foundOf({ Office: { network: { connection: 'ZONE', include: [office.id] } }, Elsewhere: {} })).toEqual(
      {},
    )
  })

  it('is not one that decides where a place cannot be told offline, or an attribute has no value', async () => {
    const place = await org.make.aZone({
      name: 'Abroad',
      type: 'DYNAMIC',
      gateways: undefined,
      locations: [{ country: 'FR' }],
    })
    expect(
      await foundOf({
        Inside: { network: { connection: 'ZONE', include: [place.id] } },
        Outside: { network: { connection: 'ZONE', exclude: [place.id] }, riskScore: { level: 'HIGH' } },
        Rest: {},
      }),
    ).toEqual({})
  })
})
