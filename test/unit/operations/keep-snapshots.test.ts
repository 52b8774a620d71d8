import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '../../../src-server/db/store.ts'
import { createPolicy } from '../../../src-server/operations/policies/create-policy.ts'
import { setPolicyStatus } from '../../../src-server/operations/policies/delete-policy.ts'
import { deleteRule, setRuleStatus } from '../../../src-server/operations/policies/delete-rule.ts'
import { createRule, replaceRule } from '../../../src-server/operations/policies/write-rule.ts'
import { createService, type Act, type Service } from '../../../src-server/operations/service.ts'
import { loadSnapshot, type Snapshot } from '../../../src-server/operations/snapshot.ts'
import { initializeWorkspace } from '../../../src-server/operations/workspace/initialize-workspace.ts'
import { policyBody, ruleBody } from '../../helpers/factories.ts'
import { aFolder } from '../../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const ACT: Act = {
  actor: { id: '00uadmin', type: 'User', alternateId: null, displayName: null, detailEntry: null },
  tokenId: null,
  transactionId: 'test',
  transactionType: 'WEB',
  ip: null,
  userAgent: null,
  requestUri: null,
}

let store: Store
let service: Service
beforeEach(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), NOW)
  const clock = () => Date.parse(NOW)
  const engine = await initializeWorkspace(store, 'identity', clock)
  service = createService({ store, version: '0', engine, clock, url: () => '' })
})
afterEach(() => store.close())

/** What a snapshot says, without the functions that it offers. */
const content = ({ set: { nameOf: _nameOf, ...set }, names, authenticators, policies, byType }: Snapshot) => ({
  set,
  names,
  authenticators,
  policies,
  byType,
})

it.each(['ACCESS_POLICY', 'SVC_SIGN_ON'] as const)(
  'a snapshot of %s policies that is brought up to date change by change is the one that a whole read gives',
  async (type) => {
    const policyId = await createPolicy(service, ACT, policyBody(type), true)
    const other = await createPolicy(service, ACT, policyBody(type), true)
    let first = ''
    let second = ''
    const changes: (() => Promise<unknown>)[] = [
      async () => (first = await createRule(service, ACT, policyId, ruleBody(type), true)),
      async () => (second = await createRule(service, ACT, policyId, ruleBody(type), true)),
      () => replaceRule(service, ACT, policyId, second, ruleBody(type, { name: 'First now', priority: 1 })),
      () => setRuleStatus(service, ACT, policyId, first, 'INACTIVE'),
      () => setPolicyStatus(service, ACT, other, 'INACTIVE'),
      () => deleteRule(service, ACT, policyId, second),
    ]
    for (const change of changes) {
      const before = await service.snapshot()
      await change()
      const after = await service.snapshot()
      expect(after).not.toBe(before)
      expect(content(after)).toEqual(content(await loadSnapshot(store, 'identity')))
      expect(after.set.policies.filter((policy) => before.set.policies.includes(policy)).length).toBe(
        before.set.policies.length - 1,
      )
    }
  },
)

it('a change that is refused leaves the snapshot as it was', async () => {
  const before = await service.snapshot()
  await expect(createRule(service, ACT, 'rstnone', ruleBody('ACCESS_POLICY'), true)).rejects.toThrow()
  expect(await service.snapshot()).toBe(before)
})
