import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { logEventSchema } from '#contract/log/log-event.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { openStore } from '#db/store.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { jobContext, systemContext } from '#audit-log/request-context.ts'
import { targetOf } from '#contract/log/targets.ts'
import { createService } from '#operations/composition/create-service.ts'
import { groups as groupTable } from '#db/tables/groups.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { linksOf, type Client, type LooseInput, type Refusal } from '../../../helpers/client.ts'
import { hookBody } from '../../../helpers/endpoint.ts'
import { ruleBody, type Factories } from '../../../helpers/factories.ts'
import { aFolder, START, startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

/** What a piece of work leaves in the log, beside its own result. */
async function logged<T>(work: () => Promise<T>): Promise<{ result: T; events: LogEvent[] }> {
  const whole = await client.call('listLogEvents', { query: { limit: 1000 } })
  const result = await work()
  return { result, events: (await client.follow<LogEvent[]>(linksOf(whole.headers)['next'] as string)).body }
}

interface RefusedAct {
  operation: OperationId
  input: LooseInput
  code: string
  event: string
  /** Type and id of each target. */
  targets: [string, string][]
}

const theSystemApp = async () => (await client.call('listApps')).body.find(({ name }) => name === 'svc_admin_console')
const systemZone = async () => (await client.call('listZones')).body.find(({ name }) => name === 'LegacyIpZone')
const everyone = async () => (await client.call('listGroups')).body.find(({ type }) => type === 'BUILT_IN')
const theServer = async () =>
  (await client.call('listAuthorizationServers')).body.find(({ default: isDefault }) => isDefault)
const thePassword = async () => (await client.call('listAuthenticators')).body.find(({ key }) => key === 'svc_password')
const idOf = (object: { id: string } | undefined): string => {
  if (!object) throw new Error('the workspace lacks something')
  return object.id
}

async function defaultRule() {
  const policyId = (await make.theDefault('SVC_SIGN_ON')).id
  const rule = (await client.call('listRules', { params: { policyId } })).body.find(({ system }) => system)
  return { policyId, ruleId: idOf(rule) }
}

async function ofPolicy(operation: OperationId, code: string, event: string): Promise<RefusedAct> {
  const policyId = (await make.theDefault('SVC_SIGN_ON')).id
  return { operation, input: { params: { policyId } }, code, event, targets: [['PolicyEntity', policyId]] }
}

async function ofRule(operation: OperationId, code: string, event: string): Promise<RefusedAct> {
  const params = await defaultRule()
  const targets: RefusedAct['targets'] = [
    ['PolicyEntity', params.policyId],
    ['PolicyRule', params.ruleId],
  ]
  return { operation, input: { params }, code, event, targets }
}

const simple = (
  operation: OperationId,
  param: string,
  id: string,
  { code, event, type, body }: { code: string; event: string; type: string; body?: unknown },
): RefusedAct => ({
  operation,
  input: { params: { [param]: id }, ...(body === undefined ? {} : { body }) },
  code,
  event,
  targets: [[type, id]],
})

const ACTS: Record<string, () => Promise<RefusedAct>> = {
  'the deletion of a default policy': () => ofPolicy('deletePolicy', 'E0000006', 'policy.lifecycle.delete'),
  'the deactivation of a default policy': () => ofPolicy('deactivatePolicy', 'E0000001', 'policy.lifecycle.deactivate'),
  'moving a default policy': async () => {
    const act = await ofPolicy('replacePolicy', 'E0000077', 'policy.lifecycle.update')
    const policy = await make.theDefault('SVC_SIGN_ON')
    return { ...act, input: { ...act.input, body: { ...policy, priority: policy.priority + 5 } } }
  },
  'the deletion of a default rule': () => ofRule('deleteRule', 'E0000006', 'policy.rule.delete'),
  'the deactivation of a default rule': () => ofRule('deactivateRule', 'E0000001', 'policy.rule.deactivate'),
  'moving a default rule': async () => {
    const act = await ofRule('replaceRule', 'E0000077', 'policy.rule.update')
    return { ...act, input: { ...act.input, body: ruleBody('SVC_SIGN_ON', { priority: 7 }) } }
  },
  'the deletion of the default policy of the default server': async () => {
    const authServerId = idOf(await theServer())
    const policies = (await client.call('listServerPolicies', { params: { authServerId } })).body
    const policyId = idOf(policies.find(({ system }) => system))
    const input = { params: { authServerId, policyId } }
    const targets: RefusedAct['targets'] = [['PolicyEntity', policyId]]
    return { operation: 'deleteServerPolicy', input, code: 'E0000006', event: 'policy.lifecycle.delete', targets }
  },
  'mapping an application of the platform': async () => {
    const appId = idOf(await theSystemApp())
    const policyId = (await make.aPolicy('ACCESS_POLICY')).id
    const targets: RefusedAct['targets'] = [
      ['PolicyEntity', policyId],
      ['AppInstance', appId],
    ]
    const input = { params: { appId, policyId } }
    return { operation: 'assignAppPolicy', input, code: 'E0000001', event: 'policy.mapping.create', targets }
  },
  'unmapping an application of the platform': async () => {
    const appId = idOf(await theSystemApp())
    const policies = (await client.call('listPolicies', { query: { type: 'ACCESS_POLICY' } })).body
    for (const { id: policyId } of policies) {
      const mappings = (await client.call('listPolicyMappings', { params: { policyId } })).body
      const mapping = mappings.find(({ _links }) => JSON.stringify(_links).includes(appId))
      if (!mapping) continue
      const targets: RefusedAct['targets'] = [
        ['PolicyEntity', policyId],
        ['AppInstance', appId],
      ]
      const event = 'application.policy.sign_on.update'
      const input = { params: { policyId, mappingId: mapping.id } }
      return { operation: 'deletePolicyMapping', input, code: 'E0000001', event, targets }
    }
    throw new Error('the application has no policy')
  },

  'the deletion of a zone of the organization': async () => {
    const zone = { code: 'E0000006', event: 'zone.delete', type: 'NetworkZone' }
    return simple('deleteZone', 'zoneId', idOf(await systemZone()), zone)
  },
  'renaming a zone of the organization': async () => {
    const zone = (await systemZone()) as object
    const facts = { code: 'E0000077', event: 'zone.update', type: 'NetworkZone', body: { ...zone, name: 'Other' } }
    return simple('replaceZone', 'zoneId', idOf(await systemZone()), facts)
  },

  'the deletion of Everyone': async () => {
    const group = { code: 'E0000006', event: 'group.lifecycle.delete', type: 'UserGroup' }
    return simple('deleteGroup', 'groupId', idOf(await everyone()), group)
  },
  'renaming Everyone': async () => {
    const body = { profile: { name: 'Nobody' } }
    const group = { code: 'E0000006', event: 'group.profile.update', type: 'UserGroup', body }
    return simple('replaceGroup', 'groupId', idOf(await everyone()), group)
  },
  'taking somebody out of Everyone': async () => {
    const groupId = idOf(await everyone())
    const userId = (await make.aUser()).id
    const targets: RefusedAct['targets'] = [
      ['User', userId],
      ['UserGroup', groupId],
    ]
    const input = { params: { groupId, userId } }
    return { operation: 'removeGroupMember', input, code: 'E0000006', event: 'group.user_membership.remove', targets }
  },
  'unsuspending who is not suspended': async () => {
    const user = { code: 'E0000001', event: 'user.lifecycle.unsuspend', type: 'User' }
    return simple('unsuspendUser', 'userId', (await make.aUser()).id, user)
  },
  'the deletion of the default user type': async () => {
    const types = (await client.call('listUserTypes')).body
    const type = { code: 'E0000142', event: 'directory.user_profile.update', type: 'UserType' }
    return simple('deleteUserType', 'typeId', idOf(types.find(({ default: isDefault }) => isDefault)), type)
  },

  'the deletion of an active application': async () => {
    const app = { code: 'E0000056', event: 'application.lifecycle.delete', type: 'AppInstance' }
    return simple('deleteApp', 'appId', (await make.anApp()).id, app)
  },
  'the deletion of an application of the platform': async () => {
    const app = { code: 'E0000006', event: 'application.lifecycle.delete', type: 'AppInstance' }
    return simple('deleteApp', 'appId', idOf(await theSystemApp()), app)
  },
  'the deactivation of an application of the platform': async () => {
    const app = { code: 'E0000006', event: 'application.lifecycle.deactivate', type: 'AppInstance' }
    return simple('deactivateApp', 'appId', idOf(await theSystemApp()), app)
  },
  'renaming an application of the platform': async () => {
    const body = soundApp('OPENID_CONNECT', 'Other')
    const app = { code: 'E0000006', event: 'application.lifecycle.update', type: 'AppInstance', body }
    return simple('replaceApp', 'appId', idOf(await theSystemApp()), app)
  },
  'assigning an application to somebody who is deactivated': async () => {
    const [appId, userId] = [(await make.anApp()).id, (await make.aUser()).id]
    const input = { params: { appId }, body: { id: userId } }
    await client.call('deactivateUser', { params: { userId } })
    const targets: RefusedAct['targets'] = [
      ['User', userId],
      ['AppInstance', appId],
    ]
    return {
      operation: 'assignAppUser',
      input,
      code: 'E0000117',
      event: 'application.user_membership.add',
      targets,
    }
  },

  'the deletion of the default authorization server': async () => {
    const server = { code: 'E0000006', event: 'oauth2.as.deleted', type: 'AuthorizationServer' }
    return simple('deleteAuthorizationServer', 'authServerId', idOf(await theServer()), server)
  },
  'the deletion of an authenticator that stays': async () => {
    const event = 'security.authenticator.lifecycle.update'
    const facts = { code: 'E0000006', event, type: 'Authenticator' }
    return simple('deleteAuthenticator', 'authenticatorId', idOf(await thePassword()), facts)
  },
  'the deactivation of an authenticator that stays': async () => {
    const event = 'security.authenticator.lifecycle.deactivate'
    const facts = { code: 'E0000060', event, type: 'Authenticator' }
    return simple('deactivateAuthenticator', 'authenticatorId', idOf(await thePassword()), facts)
  },
  'the deletion of an active event hook': async () => {
    const hook = (await client.call('createEventHook', { body: hookBody('https://hooks.example.test/in') })).body
    const facts = { code: 'E0000001', event: 'event_hook.deleted', type: 'Webhook' }
    return simple('deleteEventHook', 'eventHookId', hook.id, facts)
  },
}

const collections = ['listPolicies', 'listZones', 'listGroups', 'listUsers', 'listApps'] as const
const world = async () =>
  Promise.all(
    collections.map(async (id) => (await client.call(id, { query: { type: 'SVC_SIGN_ON' } } as never)).body as unknown),
  )

describe('a refused act leaves one event of its failure, and nothing else', () => {
  it.each(Object.entries(ACTS))('%s', async (_, prepare) => {
    const { operation, input, code, event, targets } = await prepare()
    const before = await world()
    const { result, events } = await logged<Refusal>(() => client.refused(operation, input))
    expect(result.code).toBe(code)
    expect(events.map(({ eventType }) => eventType)).toEqual([event])
    const [failure] = events as [LogEvent]
    expect(logEventSchema.parse(failure)).toEqual(failure)
    expect(failure.target?.map(({ type, id }) => [type, id])).toEqual(targets)
    expect(failure.target?.some(({ changeDetails }) => changeDetails)).toBe(false)
    const { errorSummary, errorId, errorCauses } = result.body
    const causes = errorCauses.map((cause) => cause.errorSummary).join('; ')
    expect(failure.outcome?.result).toBe('FAILURE')
    // The reply names what was checked, the log the field.
    const says = code === 'E0000001' ? 'Validation failed: ' : errorSummary
    expect(failure.outcome?.reason?.startsWith(says.slice(0, 255))).toBe(true)
    expect(failure.outcome?.reason).toContain(causes.slice(0, 150))
    expect(failure.debugContext.debugData).toMatchObject({ errorCode: code, errorId, requestId: errorId })
    expect(failure.transaction).toMatchObject({ type: 'WEB', id: errorId })
    expect(await world()).toEqual(before)
  })
})

describe('no act, no event', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['what is not there', () => client.refused('deletePolicy', { params: { policyId: '00pNothing' } })],
    [
      'a value that will not do',
      async () => {
        const zone = await make.aZone()
        const taken = await make.aZone()
        return (
          await logged(() =>
            client.refused('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, name: taken.name } }),
          )
        ).result
      },
    ],
    [
      'no token',
      async () => {
        const policyId = (await make.theDefault('SVC_SIGN_ON')).id
        await client.refused('deletePolicy', { params: { policyId }, token: null })
      },
    ],
  ])('%s', async (_, work) => {
    const { events } = await logged(work)
    expect(events.filter(({ outcome }) => outcome.result !== 'SUCCESS')).toEqual([])
  })
})

it('what a person does without having been authorized before is rolled back', async () => {
  const store = await openStore(`${await aFolder()}/forgotten.sqlite`, new Date(START).toISOString())
  const clock = () => START
  await initializeWorkspace(store, { engine: 'identity' }, clock)
  const service = createService({ store, version: '0', engine: 'identity', clock, url: () => '' })
  const principal = { kind: 'user', id: '00uX', login: null, displayName: null, tokenId: null } as const
  const forgetful = service.write(jobContext(principal, 'run-1'), async (tx) => {
    for (const group of await groupTable.all(tx)) await groupTable.remove(tx, group)
    tx.record({ type: 'group.lifecycle.delete', targets: [] })
  })
  await expect(forgetful).rejects.toThrow('group.lifecycle.delete was not authorized')
  expect(await groupTable.count(store.read)).toBeGreaterThan(0)
  expect(await store.read.first('SELECT 1 FROM log_events')).toBeUndefined()
  await store.close()
})

describe('the note of a refusal', () => {
  it('is rolled back with nothing: the refused work is, and where it cannot be written the refusal is answered all the same', async () => {
    const store = await openStore(`${await aFolder()}/refused.sqlite`, new Date(START).toISOString())
    const clock = () => START
    await initializeWorkspace(store, { engine: 'identity' }, clock)
    const onTrouble = vi.fn()
    const service = createService({ store, version: '0', engine: 'identity', clock, url: () => '', onTrouble })
    const refuse = () =>
      service.write(systemContext('run-1'), async (tx) => {
        tx.authorize('group.lifecycle.delete', [targetOf('group', { id: '00gX', name: 'X' })])
        tx.record({ type: 'group.lifecycle.create', targets: [] })
        for (const group of await groupTable.all(tx)) await groupTable.remove(tx, group)
        throw invalid('status', 'not now')
      })
    const count = async (table: string) =>
      (await store.read.first<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))?.count
    const groups = await count('groups')
    await expect(refuse()).rejects.toMatchObject({ code: 'E0000001' })
    expect(await count('groups')).toBe(groups)
    const sql = 'SELECT payload FROM log_events ORDER BY sequence'
    const events = (await store.read.all<{ payload: string }>(sql)).map(
      ({ payload }) => JSON.parse(payload) as LogEvent,
    )
    expect(events.map(({ eventType, outcome }) => [eventType, outcome.result])).toEqual([
      ['group.lifecycle.delete', 'FAILURE'],
    ])
    expect(events[0]).toMatchObject({
      client: null,
      transaction: { type: 'JOB', id: 'run-1' },
      debugContext: { debugData: { errorCode: 'E0000001' } },
    })

    await store.write((tx) => tx.run('ALTER TABLE log_events RENAME TO elsewhere'))
    await expect(refuse()).rejects.toMatchObject({ code: 'E0000001' })
    expect(onTrouble).toHaveBeenCalledOnce()
    await store.close()
  })
})
