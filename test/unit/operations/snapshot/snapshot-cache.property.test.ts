import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import { secretBoxOf } from '#db/secret-box.ts'
import { openStore } from '#db/store.ts'
import { apps } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { users } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { createApp, deleteApp, setAppStatus } from '#operations/apps/apps.ts'
import {
  createAuthorizationServer,
  deleteAuthorizationServer,
  setAuthorizationServerStatus,
} from '#operations/authorization-servers/authorization-servers.ts'
import { createGroup, deleteGroup, replaceGroup, setMembership } from '#operations/directory/groups.ts'
import { deleteUser } from '#operations/directory/user-lifecycle.ts'
import { createUser } from '#operations/directory/users.ts'
import { clonePolicy } from '#operations/policies/clone-policy.ts'
import { createPolicy } from '#operations/policies/create-policy.ts'
import { deletePolicy } from '#operations/policies/delete-policy.ts'
import { deleteRule } from '#operations/policies/delete-rule.ts'
import { setPolicyStatus, setRuleStatus } from '#operations/policies/set-status.ts'
import { mapApplication } from '#operations/policies/mappings.ts'
import { createNameIndex } from '#operations/snapshot/names.ts'
import { replacePolicy } from '#operations/policies/replace-policy.ts'
import { readSnapshot, type Snapshot } from '#operations/snapshot/snapshot.ts'
import { createRule, replaceRule } from '#operations/policies/write-rule.ts'
import {
  createPolicyResource,
  deletePolicyResource,
  setPolicyResourceStatus,
} from '#operations/policy-resources/policy-resources.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { loadSample } from '#operations/workspace/load-sample.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { createZone, deleteZone, replaceZone, setZoneStatus } from '#operations/zones/zones.ts'
import { policyBody, ruleBody } from '../../../helpers/factories.ts'
import { runs } from '../../../helpers/runs.ts'
import { aFolder } from '../../../helpers/server.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const CONTEXT = systemContext('test')
const NO_SECRETS = secretBoxOf(new Uint8Array(32))
const TYPES = ['ACCESS_POLICY', 'SVC_SIGN_ON', 'MFA_ENROLL', 'PASSWORD', 'PROFILE_ENROLLMENT'] as const

async function aService(): Promise<Service> {
  const store = await openStore(join(await aFolder(), 'org.sqlite'), NOW)
  const clock = () => Date.parse(NOW)
  const engine = await initializeWorkspace(store, { engine: 'identity' }, clock)
  return createService({ store, version: '0', engine, clock, url: () => '' })
}

/** The content of a snapshot, names included, without the functions that it offers. */
async function contentOf(
  { set, authenticators, policies: all, byType, names, people }: Snapshot,
  ids: readonly string[],
) {
  const { nameOf: _, applications, zones: zoneRecords, ...rest } = set
  const byId = <T extends { id: string }>(list: readonly T[]) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    ...{ rest, authenticators, all, byType, people },
    ...{ applications: byId(applications), zones: byId(zoneRecords), names: ids.map((id) => [id, names.get(id)]) },
  }
}

/** As if the service had just started. */
async function readAgain({ store, engine }: Service): Promise<Snapshot> {
  const index = createNameIndex()
  const snapshot = await store.consistentRead((reader) => readSnapshot(reader, engine(), index.names))
  await store.consistentRead((reader) => index.refresh(reader, snapshot.people))
  return snapshot
}

const MAKERS = [groups, users, apps, zones, policies, policyRules, policyResources, authorizationServers] as const

async function everyId({ reader }: Service): Promise<string[]> {
  const ids = await Promise.all(
    MAKERS.map(({ name }) => reader.all<{ id: string }>(`SELECT id FROM ${name} ORDER BY id`)),
  )
  return ids.flat().map(({ id }) => id)
}

/**
 * One row of a table, by a number from the generator; undefined while there is none. In the order in which they were made, so that a
 * number means the same row in each run: ids are random.
 */
async function pick<Row extends object>(
  tx: Tx,
  table: { all(tx: Tx, tail: string): Promise<Row[]> },
  seed: number,
  where = '1',
): Promise<Row | undefined> {
  const rows = await table.all(tx, `WHERE ${where} ORDER BY rowid`)
  return rows[seed % rows.length]
}

let made = 0
const aName = () => `Made ${(made += 1)}`
const person = () => {
  const login = `made${(made += 1)}@example.org`
  return { profile: { login, email: login, firstName: 'Ada', lastName: `Made ${made}` } }
}
const conditionOn = (id: string) => ({ people: { users: { include: [id] } } })

/** Random writes of every kind; a write that the service refuses is no matter. */
const WRITES: readonly ((tx: Tx, seed: number) => Promise<unknown>)[] = [
  (tx, seed) =>
    createPolicy(tx, policyBody(TYPES[seed % 4] ?? 'PASSWORD', { name: aName() }), { activate: seed % 3 > 0 }),
  async (tx, seed) => {
    const policy = await pick(tx, policies, seed, 'system = 0')
    if (policy) await replacePolicy(tx, policy.id, policyBody(policy.type, { name: aName(), priority: (seed % 4) + 1 }))
  },
  async (tx, seed) => {
    const policy = await pick(tx, policies, seed, 'system = 0')
    if (policy) await deletePolicy(tx, policy.id)
  },
  async (tx, seed) => {
    const policy = await pick(tx, policies, seed, 'system = 0')
    if (policy) await setPolicyStatus(tx, policy.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  async (tx, seed) => {
    const policy = await pick(tx, policies, seed, `type = 'ACCESS_POLICY'`)
    if (policy) await clonePolicy(tx, policy.id)
  },
  async (tx, seed) => {
    const policy = await pick(tx, policies, seed, `type IN ('ACCESS_POLICY', 'SVC_SIGN_ON', 'PASSWORD')`)
    const user = await pick(tx, users, seed)
    const conditions = user && seed % 2 ? { conditions: conditionOn(user.id) } : {}
    if (policy) await createRule(tx, policy.id, ruleBody(policy.type, { name: aName(), ...conditions }), true)
  },
  async (tx, seed) => {
    const rule = await pick(tx, policyRules, seed, 'system = 0')
    const policy = rule && (await policies.get(tx, rule.policyId))
    if (rule && policy) await replaceRule(tx, policy.id, rule.id, ruleBody(policy.type, { name: aName(), priority: 1 }))
  },
  async (tx, seed) => {
    const rule = await pick(tx, policyRules, seed, 'system = 0')
    if (rule) await deleteRule(tx, rule.policyId, rule.id)
  },
  async (tx, seed) => {
    const rule = await pick(tx, policyRules, seed, 'system = 0')
    if (rule) await setRuleStatus(tx, rule.policyId, rule.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  (tx) => createGroup(tx, { name: aName() }),
  async (tx, seed) => {
    const group = await pick(tx, groups, seed)
    if (group) await replaceGroup(tx, group.id, { name: aName() })
  },
  async (tx, seed) => {
    const group = await pick(tx, groups, seed)
    if (group) await deleteGroup(tx, group.id)
  },
  (tx) => createUser(tx, person(), { activate: true }),
  async (tx, seed) => {
    const ownOrAny = seed % 4 ? `type = 'SVC_GROUP'` : '1'
    const [group, user] = [await pick(tx, groups, seed, ownOrAny), await pick(tx, users, seed)]
    if (group && user) await setMembership(tx, group.id, user.id, seed % 3 > 0)
  },
  async (tx, seed) => {
    const user = await pick(tx, users, seed)
    if (user) await deleteUser(tx, user.id)
  },
  (tx) => createApp(tx, NO_SECRETS, soundApp('BOOKMARK', aName()), true),
  async (tx, seed) => {
    const app = await pick(tx, apps, seed)
    if (app) await setAppStatus(tx, app.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  async (tx, seed) => {
    const app = await pick(tx, apps, seed)
    if (app) await deleteApp(tx, app.id)
  },
  async (tx, seed) => {
    const [app, policy] = [await pick(tx, apps, seed), await pick(tx, policies, seed, `type = 'ACCESS_POLICY'`)]
    if (app && policy) await mapApplication(tx, app.id, policy.id)
  },
  (tx) => createZone(tx, { type: 'IP', name: aName(), gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] } as never),
  async (tx, seed) => {
    const zone = await pick(tx, zones, seed)
    if (zone)
      await replaceZone(tx, zone.id, { type: 'IP', name: zone.system ? zone.name : aName(), gateways: null } as never)
  },
  async (tx, seed) => {
    const zone = await pick(tx, zones, seed)
    if (zone) await setZoneStatus(tx, zone.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  async (tx, seed) => {
    const zone = await pick(tx, zones, seed)
    if (zone) await deleteZone(tx, zone.id)
  },
  (tx) => createAuthorizationServer(tx, { name: aName(), audiences: ['api://x'], issuerMode: 'ORG_URL' } as never),
  async (tx, seed) => {
    const server = await pick(tx, authorizationServers, seed)
    if (server) await setAuthorizationServerStatus(tx, server.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  async (tx, seed) => {
    const server = await pick(tx, authorizationServers, seed)
    if (server && !server.isDefault)
      await createPolicy(tx, policyBody('OAUTH_AUTHORIZATION_POLICY', { name: aName() }), {
        activate: true,
        authorizationServerId: server.id,
      })
  },
  async (tx, seed) => {
    const server = await pick(tx, authorizationServers, seed)
    if (server) await deleteAuthorizationServer(tx, server.id)
  },
  (tx) => createPolicyResource(tx, NO_SECRETS, POLICY_RESOURCES.behavior, { type: 'NEW_CITY', name: aName() } as never),
  async (tx, seed) => {
    const resource = await pick(tx, policyResources, seed)
    if (resource)
      await setPolicyResourceStatus(tx, POLICY_RESOURCES[resource.kind], resource.id, seed % 2 ? 'ACTIVE' : 'INACTIVE')
  },
  async (tx, seed) => {
    const resource = await pick(tx, policyResources, seed)
    if (resource) await deletePolicyResource(tx, POLICY_RESOURCES[resource.kind], resource.id)
  },
]

const steps = fc.array(fc.record({ write: fc.nat(WRITES.length - 1), seed: fc.nat(1_000), isRead: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
})

/** Somebody is named by a rule, which then names no one. */
const NAMED_AND_FORGOTTEN = [
  { write: 12, seed: 0, isRead: false },
  { write: 5, seed: 21, isRead: true },
  { write: 6, seed: 0, isRead: false },
  { write: 0, seed: 0, isRead: false },
]

it('a snapshot that is brought up to date change by change equals one that is read from the file', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const service = await aService()
      try {
        for (const { write, seed, isRead } of list) {
          await service.write(CONTEXT, (tx) => (WRITES[write] as (typeof WRITES)[number])(tx, seed)).catch(() => {})
          if (isRead) await service.snapshot()
        }
        const ids = await everyId(service)
        expect(await contentOf(await service.snapshot(), ids)).toEqual(await contentOf(await readAgain(service), ids))
      } finally {
        await service.store.close()
      }
    }),
    { numRuns: runs(0.075), examples: [[NAMED_AND_FORGOTTEN]] },
  )
})

it('random writes of every kind are ones that the service does: each succeeds somewhere', async () => {
  const service = await aService()
  const succeeded = new Set<number>()
  for (let seed = 0; seed < 40 && succeeded.size < WRITES.length; seed += 1)
    for (const [index, write] of WRITES.entries())
      await service
        .write(CONTEXT, (tx) => write(tx, seed))
        .then(
          () => succeeded.add(index),
          () => {},
        )
  expect([...WRITES.keys()].filter((index) => !succeeded.has(index))).toEqual([])
  await service.store.close()
})

it('a person who is renamed while no policy names them has the new name when one does again', async () => {
  const service = await aService()
  const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(CONTEXT, work)
  const userId = await write((tx) => createUser(tx, person(), { activate: true }))
  const policyId = await write((tx) =>
    createPolicy(tx, policyBody('SVC_SIGN_ON', { name: aName() }), { activate: true }),
  )
  const naming = () => ruleBody('SVC_SIGN_ON', { name: aName(), conditions: conditionOn(userId) })
  const ruleId = await write((tx) => createRule(tx, policyId, naming(), true))
  expect((await service.snapshot()).names.has(userId)).toBe(true)
  await write((tx) => replaceRule(tx, policyId, ruleId, ruleBody('SVC_SIGN_ON', { name: aName() })))
  await service.snapshot()
  await write(async (tx) =>
    users.update(tx, await users.require(tx, userId), { firstName: 'Grace', lastName: 'Hopper' }),
  )
  await service.snapshot()
  await write((tx) => replaceRule(tx, policyId, ruleId, naming()))
  expect((await service.snapshot()).names.get(userId)).toBe('Grace Hopper')
  await service.store.close()
})

it('writes of the directory leave the snapshot as it is, and its names up to date', async () => {
  const service = await aService()
  const before = await service.snapshot()
  const id = await service.write(CONTEXT, (tx) => createGroup(tx, { name: 'Payroll' }))
  const after = await service.snapshot()
  expect(after).toBe(before)
  expect(after.names.get(id)).toBe('Payroll')
  await service.write(CONTEXT, (tx) => replaceGroup(tx, id, { name: 'Wages' }))
  expect((await service.snapshot()).names.get(id)).toBe('Wages')
  await service.write(CONTEXT, (tx) => deleteGroup(tx, id))
  expect((await service.snapshot()).names.has(id)).toBe(false)
  await service.store.close()
})

it('a change of one policy reads that policy again, and no other', async () => {
  const service = await aService()
  const policyId = await service.write(CONTEXT, (tx) => createPolicy(tx, policyBody('SVC_SIGN_ON'), { activate: true }))
  const before = await service.snapshot()
  await service.write(CONTEXT, (tx) => createRule(tx, policyId, ruleBody('SVC_SIGN_ON'), true))
  const after = await service.snapshot()
  const same = after.set.policies.filter((policy) => before.set.policies.includes(policy))
  expect(same).toHaveLength(before.set.policies.length - 1)
  await service.store.close()
})

it('a refused change leaves the snapshot as it was', async () => {
  const service = await aService()
  const before = await service.snapshot()
  const refused = service.write(CONTEXT, (tx) => createRule(tx, 'rstnone', ruleBody('ACCESS_POLICY'), true))
  await expect(refused).rejects.toThrow()
  expect(await service.snapshot()).toBe(before)
  await service.store.close()
})

it('a bulk load makes everything new', async () => {
  const service = await aService()
  await service.snapshot()
  await loadSample(service, CONTEXT)
  const ids = await everyId(service)
  expect(await contentOf(await service.snapshot(), ids)).toEqual(await contentOf(await readAgain(service), ids))
  await service.store.close()
})
