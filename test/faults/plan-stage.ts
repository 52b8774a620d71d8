import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFactories } from '../helpers/factories.ts'
import { aFolder } from '../helpers/server.ts'
import { connect, pulled, type Side } from '../helpers/sync/connections.ts'
import { builtProgram, startProcess, type ServiceProcess } from './service.ts'
import { watchRemote, type WatchedRemote } from './watched-remote.ts'

/** Two services in step, the second of which is watched by the first. */
export interface PlanStage {
  dataFile: string
  here: ServiceProcess
  remote: ServiceProcess
  watched: WatchedRemote
  connectionId: string
}

/** Groups, people and rules that both have. */
const SHARED = { groups: 6, rules: 5 }
/** How much of each kind is made here. */
const MADE = { groups: 20, people: 8, rules: 4, zones: 4 }

/** Starts both, and brings what the remote has here. @param token of the connection; absent: that of the remote */
export async function planStage(token?: (remote: ServiceProcess) => Promise<string>): Promise<PlanStage> {
  const [folder, cli] = [await aFolder(), builtProgram()]
  const remote = await startProcess(join(folder, 'remote.sqlite'), { cli })
  await remote.client.call('replaceRateLimits', { body: { enabled: false } })
  const { aGroup, aPolicy, aRule } = makeFactories(remote.client)
  for (let at = 0; at < SHARED.groups; at += 1) await aGroup(`Shared ${at}`)
  const policy = await aPolicy('SVC_SIGN_ON', { name: 'Shared policy' })
  for (let at = 0; at < SHARED.rules; at += 1) await aRule(policy, { name: `Shared rule ${at}` })
  const userId = (await remote.client.call('getUser', { params: { userId: 'me' } })).body
  const dataFile = join(folder, 'here.sqlite')
  const here = await startProcess(dataFile, { cli, options: ['--owner', String(userId.profile.login)] })
  const watched = await watchRemote({ url: remote.url, token: (await token?.(remote)) ?? remote.token })
  const connectionId = await connect(here, watched, { mayWrite: true, budgetPercent: 100 })
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
  return { dataFile, here, remote, watched, connectionId }
}

/** Makes, changes, removes and puts in order, by more writes of a plan than the kills of a test can meet. */
export async function changeMuch({ client }: Pick<ServiceProcess, 'client'>): Promise<void> {
  const make = makeFactories(client)
  const groups = []
  for (let at = 0; at < MADE.groups; at += 1) groups.push(await make.aGroup(`Made ${at}`))
  for (let at = 0; at < MADE.people; at += 1) {
    const login = `made${at}@example.test`
    const some = groups.slice(at, at + 2).map(({ id }) => id)
    await make.aUser({ login, email: login }, some)
  }
  for (let at = 0; at < MADE.zones; at += 1) await make.aZone({ name: `Made zone ${at}` })
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Made policy' })
  for (let at = 0; at < MADE.rules; at += 1) await make.aRule(policy, { name: `Made rule ${at}` })
  const app = await make.anApp('Made app')
  for (const { id: groupId } of groups.slice(0, 3))
    await client.call('assignAppGroup', { params: { appId: app.id, groupId }, body: { profile: {} } })
  await changeShared(client)
}

async function changeShared(client: ServiceProcess['client']): Promise<void> {
  const groups = (await client.call('listGroups', { query: { q: 'Shared', limit: 200 } })).body
  for (const [at, { id: groupId, profile }] of groups.entries())
    if (at % 2 === 0) await client.call('deleteGroup', { params: { groupId } })
    else
      await client.call('replaceGroup', {
        params: { groupId },
        body: { profile: { name: profile.name, description: 'Changed here' } },
      })
  const policies = (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
  const { id: policyId } = policies.find(({ name }) => name === 'Shared policy') ?? expect.unreachable('no policy')
  const rules = (await client.call('listRules', { params: { policyId } })).body.filter(({ system }) => !system)
  // Each comes first once, so that they end in the opposite order.
  for (const rule of rules)
    await client.call('replaceRule', { params: { policyId, ruleId: rule.id }, body: { ...rule, priority: 1 } as never })
}

const CREATIONS = ['group.lifecycle.create', 'user.lifecycle.create', 'zone.create', 'policy.lifecycle.create']
const ADDITIONS = ['policy.rule.add', 'application.lifecycle.create', 'group.user_membership.add']

/** What was made more than once, as its log says: the type of event, and the names of what it was about. */
export async function madeTwice({ client }: Side): Promise<string[]> {
  const filter = [...CREATIONS, ...ADDITIONS].map((type) => `eventType eq "${type}"`).join(' or ')
  const events = (await client.call('listLogEvents', { query: { filter, limit: 1_000 } })).body
  const lines = events.map(({ eventType, target }) => {
    const names = target?.map(({ displayName, alternateId }) => `${displayName} (${alternateId})`)
    return `${eventType} ${names?.join(', ')}`
  })
  return lines.filter((line, at) => lines.indexOf(line) !== at)
}
