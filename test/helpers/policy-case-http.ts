import { policyType } from '#contract/policy/policy-types.ts'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import type { Simulation } from '#contract/policy/simulation.ts'
import {
  DEFAULT_ACTIONS,
  withIds,
  zoneAddress,
  type CaseOrganization,
  type CasePolicy,
  type CaseRequest,
} from './policy-cases.ts'
import type { TestServer } from './server.ts'
import { soundApp } from './app-bodies.ts'

/** Runs stories over HTTP: makes the organization through the interface, and keeps the id of each name. */

type Ids = Map<string, string>

async function makeDirectory({ client }: TestServer, organization: CaseOrganization, ids: Ids): Promise<void> {
  const everyone = (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]
  ids.set('Everyone', everyone?.id ?? '')
  for (const name of organization.groups)
    ids.set(name, (await client.call('createGroup', { body: { profile: { name } } })).body.id)
  for (const name of organization.userTypes)
    ids.set(name, (await client.call('createUserType', { body: { name, displayName: name } })).body.id)
  for (const [name, user] of Object.entries(organization.users)) {
    const login = `${name}@example.org`
    const profile = { login, email: login, firstName: name, lastName: 'Person', ...user.profile }
    const type = user.type ? { type: { id: ids.get(user.type) ?? '' } } : {}
    const body = { profile, groupIds: user.groups.map((group) => ids.get(group) ?? ''), ...type }
    ids.set(name, (await client.call('createUser', { body })).body.id)
  }
}

async function makeZonesAndApps({ client }: TestServer, organization: CaseOrganization, ids: Ids): Promise<void> {
  for (const [name, zone] of Object.entries(organization.zones)) {
    const { type, usage } = zone
    const body =
      type === 'IP'
        ? {
            type,
            name,
            usage,
            gateways: zone.gateways.map(zoneAddress),
            proxies: zone.proxies.map(zoneAddress),
          }
        : type === 'DYNAMIC'
          ? { type, name, usage, locations: [{ country: 'DE' }] }
          : { type, name, usage, locations: { include: [{ country: 'DE' }] } }
    const zoneId = (await client.call('createZone', { body })).body.id
    if (zone.status === 'INACTIVE') await client.call('deactivateZone', { params: { zoneId } })
    ids.set(name, zoneId)
  }
  for (const [label, app] of Object.entries({ portal: { groups: ['Everyone'] }, ...organization.apps })) {
    const appId = (await client.call('createApp', { body: soundApp('BOOKMARK', label) })).body.id
    ids.set(label, appId)
    for (const group of app.groups)
      await client.call('assignAppGroup', { params: { appId, groupId: ids.get(group) ?? '' }, body: {} })
  }
}

async function makePolicy({ client, make }: TestServer, policy: CasePolicy, ids: Ids): Promise<void> {
  const { type, name, status, priority } = policy
  const idOf = (known: string) => ids.get(known)
  const conditions = policy.conditions ? { conditions: withIds(policy.conditions, idOf) } : {}
  const made =
    name === undefined
      ? await make.theDefault(type)
      : (
          await client.call('createPolicy', {
            body: { type, name, status, ...(priority ? { priority } : {}), ...conditions },
          })
        ).body
  if (name !== undefined) ids.set(name, made.id)
  for (const rule of policy.rules) {
    const body = {
      type: policyType(type).ruleType,
      name: rule.name,
      status: rule.status,
      ...(rule.priority === undefined ? {} : { priority: rule.priority }),
      ...(rule.conditions ? { conditions: withIds(rule.conditions, idOf) as RuleConditions } : {}),
      actions: rule.actions ?? DEFAULT_ACTIONS[type],
    }
    await client.call('createRule', { params: { policyId: made.id }, body })
  }
}

async function mapApps({ client }: TestServer, organization: CaseOrganization, ids: Ids): Promise<void> {
  for (const [label, app] of Object.entries(organization.apps))
    for (const name of [app.accessPolicy, app.enrollmentPolicy])
      if (name)
        await client.call('assignAppPolicy', { params: { appId: ids.get(label) ?? '', policyId: ids.get(name) ?? '' } })
}

/** Makes the organization of a story in an empty workspace. @returns the id of each name */
export async function makeOrganization(server: TestServer, organization: CaseOrganization): Promise<Ids> {
  const ids: Ids = new Map()
  await makeDirectory(server, organization, ids)
  await makeZonesAndApps(server, organization, ids)
  for (const policy of organization.policies) await makePolicy(server, policy, ids)
  await mapApps(server, organization, ids)
  for (const name of organization.deletedGroups)
    await server.client.call('deleteGroup', { params: { groupId: ids.get(name) ?? '' } })
  return ids
}

/** Answers one request of a story through the interface. */
export async function simulateOverHttp({ client }: TestServer, ids: Ids, request: CaseRequest): Promise<Simulation> {
  const { expand, ...body } = request
  const reply = await client.call('simulatePolicies', {
    query: expand.length ? { expand } : {},
    body: withIds(body, (name) => ids.get(name)),
  })
  return reply.body
}
