import { expect, it } from 'vitest'
import { createCompiler, decide } from '#policy/index.ts'
import type { PolicyRecord, PolicySet, ZoneRecord } from '#policy/types.ts'

const zone = (value: string): ZoneRecord => ({
  id: 'office',
  name: 'Office',
  type: 'IP',
  status: 'ACTIVE',
  usage: 'POLICY',
  gateways: [{ type: 'CIDR', value }],
})
const policy = (id: string, priority: number): PolicyRecord => ({
  id,
  type: 'SVC_SIGN_ON',
  name: id,
  status: 'ACTIVE',
  priority,
  system: false,
  conditions: null,
  rules: [
    {
      id: `${id}-rule`,
      name: id,
      status: 'ACTIVE',
      priority: 1,
      system: false,
      conditions: { network: { connection: 'ZONE', include: ['office'] } },
      actions: {},
    },
  ],
})
const zones = [zone('192.0.2.0/24')]
const set: PolicySet = { everyoneGroupId: 'everyone', zones, applications: [], policies: [policy('a', 1)] }
const compile = createCompiler()
const ruleFor = (of: PolicySet, ip: string) => decide(compile(of), 'SVC_SIGN_ON', { now: 0, ip })?.ruleId ?? null

it('a set compiled after another decides by its own policies', () => {
  expect(ruleFor(set, '192.0.2.1')).toBe('a-rule')
  expect(ruleFor({ ...set, policies: [...set.policies, policy('b', 0)] }, '192.0.2.1')).toBe('b-rule')
  expect(ruleFor({ ...set, policies: [] }, '192.0.2.1')).toBeNull()
  expect(ruleFor(set, '192.0.2.1')).toBe('a-rule')
})

it('the same policies decide by the zones of their set', () => {
  const moved: PolicySet = { ...set, zones: [zone('198.51.100.0/24')] }
  expect([ruleFor(set, '192.0.2.1'), ruleFor(moved, '192.0.2.1')]).toEqual(['a-rule', null])
  expect([ruleFor(set, '198.51.100.1'), ruleFor(moved, '198.51.100.1')]).toEqual([null, 'a-rule'])
})

it('policies that did not change are not compiled again, unless a zone did', () => {
  const policies = (of: PolicySet) => compile(of).typeOf('SVC_SIGN_ON').rest.policies
  const before = policies(set)
  const [changed, ...unchanged] = policies({ ...set, zones: [...zones], policies: [policy('b', 0), ...set.policies] })
  expect(changed?.record.id).toBe('b')
  expect(unchanged[0]).toBe(before[0])
  expect(policies({ ...set, zones: [zone('192.0.2.0/24')] })[0]).not.toBe(before[0])
})

it('who asks about one type waits for the policies of no other', () => {
  let reads = 0
  const other: PolicyRecord = {
    ...policy('other', 1),
    type: 'PASSWORD',
    get conditions() {
      reads += 1
      return null
    },
  }
  const compiled = compile({ ...set, policies: [...set.policies, other] })
  expect(decide(compiled, 'SVC_SIGN_ON', { now: 0, ip: '192.0.2.1' })?.ruleId).toBe('a-rule')
  expect(reads).toBe(0)
  expect(decide(compiled, 'PASSWORD', { now: 0, ip: '192.0.2.1' })?.ruleId).toBe('other-rule')
  expect(reads).toBeGreaterThan(0)
})
