import { describe, expect, it } from 'vitest'
import { ALL_ZONES, RULE_CONDITIONS } from '#contract/policy/conditions.ts'
import { POLICY_TYPE_NAMES, policyType } from '#contract/policy/policy-types.ts'
import { policyWriteSchema, ruleWriteSchema } from '#contract/policy/policy.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import { parseAddress } from '#policy/networks/address.ts'
import { compile } from '#policy/evaluate/compile.ts'
import { decide } from '#policy/evaluate/evaluate.ts'
import { referencesOf } from '#policy/references.ts'
import { sample, sampleOptions } from './fixture.ts'

const rules = sample.policies.flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })))
const ruleNamed = (name: string) => {
  const found = rules.find(({ rule }) => rule.name === name)
  if (!found) throw new Error(`no rule ${name}`)
  return found
}

const existing = new Set([
  sampleOptions().defaults.everyoneGroupId,
  sampleOptions().defaults.userTypeId,
  ...[sample.groups, sample.users, sample.zones, sample.apps, sample.userTypes, sample.supporting]
    .flat()
    .map(({ id }) => id),
])

describe('the policies of the sample', () => {
  it('satisfy the schemas of the interface', () => {
    for (const policy of sample.policies) expect(policyWriteSchema.safeParse(policy).error, policy.name).toBeUndefined()
    for (const { policy, rule } of rules)
      expect(
        ruleWriteSchema.safeParse({ ...rule, type: policyType(policy.type).ruleType }).error,
        `${policy.name}: ${rule.name}`,
      ).toBeUndefined()
  })

  it('have no two of a name, neither within a type nor within a policy', () => {
    const names = sample.policies.map(({ type, name }) => `${type}/${name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const policy of sample.policies)
      expect(new Set(policy.rules.map(({ name }) => name)).size).toBe(policy.rules.length)
  })

  it('have priorities as the priorityScheme of their type wants them', () => {
    for (const type of POLICY_TYPE_NAMES) {
      const priorities = sample.policies.filter((policy) => policy.type === type).map(({ priority }) => priority)
      if (policyType(type).priorityScheme === 'v1') expect(priorities).toEqual(priorities.map((_, index) => index + 1))
      else expect(priorities.every((priority) => priority === 1)).toBe(true)
    }
    for (const { type, rules: own } of sample.policies) {
      const priorities = own.map(({ priority }) => priority)
      if (policyType(type).priorityScheme === 'v1') expect(priorities).toEqual(priorities.map((_, index) => index + 1))
      else {
        expect(new Set(priorities).size).toBe(priorities.length)
        expect(own.at(-1)).toMatchObject({ name: 'Catch-all Rule', system: true, priority: 99, conditions: null })
        expect(own.slice(0, -1).every(({ priority, system }) => !system && priority < 99)).toBe(true)
      }
    }
  })

  it('name only what exists, except the group that was deleted', () => {
    const dangling = rules.flatMap(({ rule }) =>
      referencesOf(rule.conditions)
        .filter(({ id }) => id !== ALL_ZONES && !existing.has(id))
        .map(({ path }) => `${rule.name}: ${path}`),
    )
    expect(dangling).toEqual(['Chartering desk on the road: people.groups.include'])
    for (const policy of sample.policies)
      for (const { id } of referencesOf(policy.conditions)) expect(existing).toContain(id)
    expect(JSON.stringify(sample.policies)).not.toMatch(
      /"(group|user|zone|app|type|behavior|deviceAssurance|identityProvider):[a-z-]+"/,
    )
  })

  it('use every condition that the rules of their types can have', () => {
    const used = new Set(rules.flatMap(({ rule }) => Object.keys(rule.conditions ?? {})))
    const possible = new Set(sample.policies.flatMap(({ type }) => policyType(type).ruleConditions))
    expect(Object.keys(RULE_CONDITIONS).filter((key) => possible.has(key as never) && !used.has(key))).toEqual([])
  })

  it('hold a shadowed rule: one above it in force takes everybody', () => {
    const { policy, rule } = ruleNamed('Customer care in the evening')
    const open = policy.rules.find((each) => each.name === 'Anywhere else')
    expect(open?.status).toBe('ACTIVE')
    expect(open?.priority).toBeLessThan(rule.priority)
    expect(referencesOf(open?.conditions)).toEqual([])
    expect(open?.conditions?.network).toEqual({ connection: 'ANYWHERE' })
  })

  it('hold a rule that no address satisfies', () => {
    const { rule } = ruleNamed('Crew visiting a warehouse')
    const zones = sample.zones.map((zone) => ({ ...zone, gateways: gatewaysOf(zone.definition) }))
    const policy = { ...ruleNamed('Crew visiting a warehouse').policy, conditions: null }
    const set = compile({
      everyoneGroupId: sampleOptions().defaults.everyoneGroupId,
      policies: [{ ...policy, rules: [rule] }],
      zones,
      applications: [],
    })
    const groupIds = rule.conditions?.people?.groups?.include ?? []
    for (let last = 0; last < 256; last++) {
      const ip = `198.51.100.${String(last)}`
      expect(parseAddress(ip)).not.toBeNull()
      expect(decide(set, 'SVC_SIGN_ON', { now: 0, groupIds, ip })).toBeNull()
    }
  })

  it('hold an inactive policy and an inactive rule of an active one', () => {
    expect(sample.policies.filter(({ status }) => status === 'INACTIVE').map(({ name }) => name)).toEqual([
      'Home working, first winter',
    ])
    const left = rules.filter(({ policy, rule }) => policy.status === 'ACTIVE' && rule.status === 'INACTIVE')
    expect(left.map(({ rule }) => rule.name)).toEqual(['Contractors elsewhere'])
  })
})
