import { beforeAll, describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

const DEAD: readonly WorkspaceFinding['kind'][] = ['shadowed-rule', 'contradictory-rule', 'equal-rule']
const NEEDLESS: readonly WorkspaceFinding['kind'][] = ['redundant-rule', 'needless-condition']
let org: Pick<TestServer, 'client' | 'make'>
beforeAll(async () => {
  org = await startServer()
})

/**
 * Makes a session policy with these rules from top to bottom, and tells what is found of them: the kind and the sentence, by the rule. A rule whose name
 * begins with "No" denies.
 */
async function foundOf(
  rules: Readonly<Record<string, RuleConditions>>,
  kinds: readonly WorkspaceFinding['kind'][] = DEAD,
): Promise<Record<string, string>> {
  const policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: {} })
  for (const [name, conditions] of Object.entries(rules))
    await org.make.aRule(policy, {
      ...{ name, conditions },
      actions: { signon: { access: name.startsWith('No') ? 'DENY' : 'ALLOW' } },
    })
  const all = (await org.client.call('listFindings')).body as WorkspaceFinding[]
  await org.client.call('deletePolicy', { params: { policyId: policy.id } })
  const own = all.filter(({ policyId, kind }) => policyId === policy.id && kinds.includes(kind))
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

  it('is told as equal to the one before it that does the same with the same sign-ins', async () => {
    expect(await foundOf({ High: risk('HIGH'), 'High again': risk('HIGH'), 'No high': risk('HIGH') })).toEqual({
      'High again':
        'equal-rule: Never applies, because rule “High” comes first, matches the same sign-ins and does the same.',
      'No high': 'shadowed-rule: Never applies, because rule “High” comes first and matches whatever this one matches.',
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

describe('what could be left out without a change', () => {
  it('is a rule whose sign-ins come to the same by rules after it', async () => {
    const office = await org.make.aZone({ name: 'Old office', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] })
    const network: RuleConditions['network'] = { connection: 'ZONE', include: [office.id] }
    expect(await foundOf({ 'No office': { network }, 'No risk': risk('HIGH'), 'No one': {} }, NEEDLESS)).toEqual({
      'No office':
        'redundant-rule: Changes nothing: without it, what it decides would be decided by the rules “No risk” and “No one”, with the same result.',
      'No risk':
        'redundant-rule: Changes nothing: without it, what it decides would be decided by rule “No one”, with the same result.',
    })
  })

  it('is a condition, where what does not meet it is decided before', async () => {
    const office = await org.make.aZone({ name: 'New office', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] })
    const network: RuleConditions['network'] = { connection: 'ZONE', include: [office.id] }
    const rules = {
      'No high': risk('HIGH'),
      'No medium': risk('MEDIUM'),
      Office: { network, ...risk('LOW') },
      'No low': risk('LOW'),
    }
    expect(await foundOf(rules, NEEDLESS)).toEqual({
      Office:
        'needless-condition: Its condition “at low risk” never matters: what meets the others alone is taken by the rules “No high” and “No medium” before it.',
      'No low':
        'needless-condition: Its condition “at low risk” never matters: any other sign-in is taken by the rules “No high” and “No medium” before it.',
    })
  })
})
