import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '#contract/interface/route.ts'
import { ROUTE_LIST, type OperationId } from '#contract/routes/index.ts'
import { jobContext, NO_PRINCIPAL, systemContext, type Principal } from '#audit-log/request-context.ts'
import { openStore, type Store } from '#db/store.ts'
import { importOptionsSchema } from '#contract/directory/directory-import.ts'
import { peopleChanges } from '#db/tables/people-changes.ts'
import { directoryImportRows, directoryImports } from '#db/tables/directory-imports.ts'
import { logImports } from '#db/tables/log-imports.ts'
import { handlerOf } from '#http/handlers.ts'
import { StoredItems, type HandlerInput } from '#http/reply.ts'
import { keepRecord } from '#operations/oauth/records.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { readSetting } from '#operations/service/settings.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { loadSample } from '#operations/workspace/load-sample.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections, remoteRequests } from '#db/tables/connections.ts'
import { beginPlan, writeSteps } from '#operations/connections/plans.ts'
import { eventHooks, hookDeliveries } from '#db/tables/event-hooks.ts'
import { EVERY_ROW } from '#db/change-set.ts'
import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import { roleAssignments, roleTargets } from '#db/tables/role-assignments.ts'
import { appGrants } from '#db/tables/app-grants.ts'
import { syncPairs } from '#db/tables/sync-pairs.ts'
import { trustedServers } from '#db/tables/trusted-servers.ts'
import { userConsents } from '#db/tables/user-consents.ts'
import { identityProviderUsers } from '#db/tables/identity-provider-users.ts'
import { credentialUses } from '#db/tables/credential-uses.ts'
import { certificateRequests, signingKeys } from '#db/tables/signing-keys.ts'
import { drafts } from '#db/tables/drafts.ts'
import { groupOwners, groups } from '#db/tables/groups.ts'
import { keepPublication } from '#operations/drafts/publications.ts'
import type { KeptDraftPlans } from '#operations/memory/kept-draft-plans.ts'
import { soundApp } from '../helpers/app-bodies.ts'
import { aFolder, START } from '../helpers/server.ts'

const isList = ({ responses: { 200: reply } }: Route) => reply instanceof z.ZodArray
const LISTS = ROUTE_LIST.filter(({ route }) => route.method === 'GET' && isList(route))

let store: Store
let service: Service
let params: Record<string, string>
let clientId: string
let userOfAll: string
afterAll(async () => {
  await service.workers.close()
  await store.close()
})
beforeAll(async () => {
  const now = new Date(START).toISOString()
  store = await openStore(`${await aFolder()}/lists.sqlite`, now)
  await initializeWorkspace(store, { engine: 'identity' }, () => START)
  service = createService({ store, version: '0', engine: 'identity', clock: () => START, url: () => '' })
  await loadSample(service, systemContext())
  const { id = '' } = (await readSetting(store.read, 'owner')) ?? {}
  PERSON = { kind: 'user', id, login: null, displayName: null, tokenId: null }
  await makeWhatTheSampleLacks()
  params = await placesWithSomethingIn()
  await giveRoles()
})

let PERSON: Principal

const A_COMPARISON: Parameters<Service['comparisons']['set']>[1] = {
  summary: {
    ...{ comparedAt: '2026-03-02T09:00:00.000Z', objects: { ours: 1, theirs: 0 }, counts: [], orders: [] },
    ...{ ambiguous: [], unread: [], neverCompared: [] },
  },
  ...{ deciding: null, revision: 0, theirs: new Map(), handPairs: new Map() },
  differences: [
    {
      ...{ id: '0', kind: 'group', name: 'A group', parent: null, parentId: null, type: null, direction: 'unknown' },
      ...{ ours: { id: '00gX', key: '00gX' }, theirs: null, fields: [] },
    },
  ],
}

async function makeWhatTheSampleLacks(): Promise<void> {
  const hook = {
    name: 'A hook',
    events: { type: 'EVENT_TYPE', items: ['user.session.start'] },
    channel: { type: 'HTTP', version: '1.0.0', config: { uri: 'https://hooks.example.test' } },
  }
  await run('createEventHook', PERSON, hook)
  const range = { name: 'day', since: '', until: '' }
  await run('createSavedSearch', PERSON, { name: 'All', filter: '', q: '', range })
  await run('createApiToken', PERSON, { name: 'A token' })
  await run('createPeopleSearch', PERSON, { name: 'All', search: 'id pr', words: '' })
  await run('createPolicyTest', PERSON, {
    ...{ name: 'A test', request: { policyContext: { user: { id: 'x' } } }, expect: { answer: 'YES' } },
  })
  await run('createInvariant', PERSON, { name: 'An invariant', claim: { kind: 'DENIED' } })
  await run('createAuthorizationServer', PERSON, { name: 'A server', audiences: ['api://a'] })
  await run('createDraft', PERSON, { name: 'A draft' })
  await run('createConnection', PERSON, {
    ...{ name: 'A remote', address: 'https://acme.example.test' },
    authentication: { type: 'API_TOKEN', token: 'x' },
  })
  const own = await groups.first(service.reader, `WHERE type = 'SVC_GROUP'`)
  await run('createGroupRule', PERSON, {
    ...{ type: 'group_rule', name: 'A rule', actions: { assignUserToGroups: { groupIds: [own?.id] } } },
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.title == "x"' } },
  })
  clientId = ((await run('createApp', PERSON, soundApp('OPENID_CONNECT'))) as unknown as { id: string }).id
  await run('createLogExport', PERSON, { format: 'NDJSON' })
  service.sealing.concern = { kind: 'LOST', found: service.now(), message: 'The newest changes are gone.' }
  const hookId = (await eventHooks.first(store.read, ''))?.id ?? ''
  await service.write(systemContext(), async (tx) => {
    const delivery = { id: 'x', hookId, eventCount: 1, eventTypes: [], created: service.now() }
    await hookDeliveries.insert(tx, { ...delivery, status: 'PENDING' })
    const connectionId = (await connections.first(tx, ''))?.id ?? ''
    const request = { time: service.now(), operation: 'listGroups', method: 'GET', path: '/api/v1/groups' }
    const measured = { status: 200, attempt: 1, waitedMs: 0, durationMs: 1, bytes: 2, problem: null }
    await remoteRequests.insert(tx, { connectionId, ...request, ...measured })
    service.comparisons.set(connectionId, A_COMPARISON)
    const pair = { kind: 'group', key: '00gY', ourKey: '00gX', name: 'A group', theirName: null } as const
    await syncPairs.insert(tx, { connectionId, ...pair, created: service.now() })
    await aPlan(tx, connectionId)
    await aPublication(tx)
    await logImports.insert(tx, { id: 'limX', name: 'log', state: 'READY', created: service.now() })
    const file = { id: 'dimX', kind: 'users', format: 'CSV', name: 'A file', state: 'CHECKED' } as const
    const options = importOptionsSchema.parse({})
    const counts = { rows: 1, create: 1, update: 0, unchanged: 0, invalid: 0 }
    await directoryImports.insert(tx, { ...file, columns: [], options, counts, created: service.now() })
    const row = { importId: 'dimX', line: 2, action: 'CREATE', name: 'Ida', problems: [], applied: false } as const
    await directoryImportRows.insert(tx, row)
    const change = { act: 'suspend', groupId: null, search: 'id pr', expected: null, state: 'ENDED' } as const
    await peopleChanges.insert(tx, { id: 'pchX', ...change, created: service.now() })
    const owned = 'INSERT INTO group_owners SELECT group_id, group_id, ?, ? FROM app_groups GROUP BY group_id'
    await tx.write(groupOwners.name, EVERY_ROW, owned, ['GROUP', service.now()])
    const ownerId = (await tx.first<{ id: string }>(AN_APP))?.id ?? ''
    const half = { ownerKind: 'app', n: 'n', e: 'AQAB', created: service.now() } as const
    const key = { certificate: '', fingerprint: '', lastUpdated: service.now(), expiresAt: service.now() }
    await signingKeys.insert(tx, { ...half, ...key, ownerId, kid: 'x' })
    await certificateRequests.insert(tx, { ...half, ownerId, id: 'x', csr: '' })
    const idpId = (await tx.first<{ id: string }>(A_PROVIDER))?.id ?? ''
    await signingKeys.insert(tx, { ...half, ...key, ownerId: idpId, kid: 'x' })
    await certificateRequests.insert(tx, { ...half, ownerId: idpId, id: 'y', csr: '' })
    await signingKeys.insert(tx, { ...half, ...key, ownerId: 'trust', kid: 'x' })
    const granted = { created: service.now(), lastUpdated: service.now() }
    await appGrants.insert(tx, {
      id: 'oagX',
      appId: clientId,
      scopeId: 'svc.users.read',
      createdBy: '00uX',
      ...granted,
    })
    await credentialUses.insert(tx, { appId: ownerId, credentialId: 'x', time: service.now(), address: '127.0.0.1' })
    userOfAll = (await tx.first<{ id: string }>(A_MEMBER))?.id ?? ''
    const consent = { userId: userOfAll, appId: clientId, serverId: null, scope: 'openid' }
    const serverId = (await tx.first<{ id: string }>('SELECT id FROM authorization_servers WHERE is_default = 1'))?.id
    const own = (await tx.first<{ id: string }>('SELECT id FROM authorization_servers WHERE is_default = 0'))?.id
    await trustedServers.insert(tx, { serverId: serverId ?? '', trustedId: own ?? '', created: service.now() })
    for (const [appId, server] of [
      [ownerId, null],
      [clientId, serverId ?? null],
    ] as const) {
      const token = { id: `r${appId}`, model: 'RefreshToken', userId: userOfAll, appId, serverId: server, payload: {} }
      await keepRecord(tx, token, START + 60_000)
    }
    await userConsents.insert(tx, { id: 'oagY', ...consent, ...granted })
    await identityProviderUsers.insert(tx, { providerId: idpId, userId: userOfAll, externalId: 'x', ...granted })
  })
}

const A_PROVIDER = `SELECT id FROM supporting_objects WHERE kind = 'identityProvider'`
const A_MEMBER = 'SELECT user_id AS id FROM group_members WHERE group_id IN (SELECT group_id FROM app_groups)'
const AN_APP = 'SELECT app_id AS id FROM app_users WHERE app_id IN (SELECT app_id FROM app_groups)'

async function giveRoles(): Promise<void> {
  const { userId = '', groupId = '', appId = '' } = params
  const stamps = { created: service.now(), lastUpdated: service.now() }
  const assignees = [
    { assigneeKind: 'USER', assigneeId: userId },
    { assigneeKind: 'GROUP', assigneeId: groupId },
    { assigneeKind: 'CLIENT', assigneeId: clientId },
  ] as const
  await store.write(async (tx) => {
    for (const assignee of assignees)
      for (const type of ['USER_ADMIN', 'APP_ADMIN'] as const) {
        await roleAssignments.insert(tx, { ...assignee, type, roleId: ADMIN_ROLES[type].sharedId, ...stamps })
        const target = type === 'USER_ADMIN' ? { kind: 'group', targetId: groupId } : { kind: 'app', targetId: appId }
        const { assigneeId } = assignee
        await roleTargets.insert(tx, {
          assigneeId,
          type,
          ...(target as { kind: 'app'; targetId: string }),
          created: service.now(),
        })
      }
  })
}

/** A plan of one step. */
async function aPlan(tx: Tx, connectionId: string): Promise<void> {
  const source = { kind: 'group', key: '00g1', id: '00g1', parent: null, call: '', body: {} } as const
  const about = { name: 'A group', parent: null, notes: [], difference: 'group:ours:00g1', before: null }
  const step = { ...about, act: 'create', kind: 'group', source, paths: [], left: [], isGiven: false } as const
  const summary = { counts: [], needsConfirmation: false, conflicts: 0, refused: [], unread: [] }
  const terms = { keys: {}, ids: {}, appNames: {} }
  const effect = { effect: null, effectProblem: null }
  const plan = {
    connectionId,
    digest: '',
    organizationId: null,
    terms,
    summary,
    effect,
    source: null,
    takesBack: null,
    steps: [step],
  }
  const planId = await beginPlan(tx, plan)
  await writeSteps(tx, planId, [step], { from: 0, effects: [] })
}

async function aPublication(tx: Tx): Promise<void> {
  const [draft] = await drafts.findAll(tx)
  const done = { digest: '', counts: [], steps: [], losses: [] }
  await keepPublication(tx, draft ?? expect.unreachable('there is no draft'), done)
}

/** For each placeholder of a path, an object that has some of everything that can be listed below it. */
/** A plan of which a list shows a step. */
function planOf(draftId: string): string {
  const step = { number: 1, act: 'create', kind: 'group', name: 'A group' }
  service.draftPlans.set(draftId, { plan: {}, steps: [step] } as unknown as Parameters<KeptDraftPlans['set']>[1])
  return draftId
}

async function placesWithSomethingIn(): Promise<Record<string, string>> {
  const idOf = async (sql: string) => (await store.read.first<{ id: string }>(sql))?.id ?? ''
  return {
    groupId: await idOf('SELECT group_id AS id FROM app_groups WHERE group_id IN (SELECT group_id FROM group_members)'),
    userId: userOfAll,
    appId: await idOf(AN_APP),
    idpId: await idOf(A_PROVIDER),
    policyId: await idOf('SELECT policy_id AS id FROM policy_mappings'),
    authServerId: 'default',
    serverPolicyId: await idOf('SELECT id FROM policies WHERE authorization_server_id IS NOT NULL'),
    authenticatorId: await idOf(`SELECT id FROM supporting_objects WHERE key = 'phone_number'`),
    reviewId: service.reviews.add({ LOSES_ACCESS: [await idOf('SELECT id FROM users')] }),
    previewId: service.previews.add({ JOINS: [await idOf('SELECT id FROM users')] }),
    accessLossId: service.losses.add({ '0oa1': [await idOf('SELECT id FROM users')] }),
    eventHookId: await idOf('SELECT id FROM event_hooks'),
    connectionId: await idOf('SELECT id FROM connections'),
    draftId: planOf(await idOf('SELECT id FROM drafts')),
    syncPlanId: await idOf('SELECT id FROM sync_plans'),
    id: await idOf(`SELECT id FROM zones WHERE system = 0`),
    directoryImportId: 'dimX',
    clientId,
  }
}

const QUERIES: Partial<Record<OperationId, Record<string, unknown>>> = {
  listPolicies: { type: 'SVC_SIGN_ON' },
  listReviewedPeople: { effect: 'LOSES_ACCESS' },
  listPreviewedPeople: { effect: 'JOINS' },
  listLosingPeople: { of: '0oa1' },
  listPolicyAudiences: { type: 'SVC_SIGN_ON' },
  searchObjects: { q: 'a' },
  listLogRows: { since: '2025-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' },
  listLogFacets: { since: '2025-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' },
}

/** Where lists are of what most objects lack. */
const OTHER: Partial<Record<OperationId, () => Record<string, string>>> = {
  listClientSecrets: () => ({ appId: clientId }),
  listAppGrants: () => ({ appId: clientId }),
  ...Object.fromEntries(
    ['User', 'Group', 'Client'].flatMap((kind) => [
      [`list${kind}RoleGroups`, () => ({ roleId: ADMIN_ROLES.USER_ADMIN.sharedId })],
      [`list${kind}RoleApps`, () => ({ roleId: ADMIN_ROLES.APP_ADMIN.sharedId })],
    ]),
  ),
}

async function run(id: OperationId, caller: Principal, body?: unknown): Promise<unknown[]> {
  const route = ROUTE_LIST.find((listed) => listed.id === id)?.route as Route
  const seen = service.for(await service.roles.rightsOf(caller))
  const context = jobContext(caller, 'run-1')
  const reply = await handlerOf(id)({
    service: seen,
    reader: seen.reader,
    params: {
      ...params,
      ...(route.path.includes('{authServerId}') && { policyId: params['serverPolicyId'] }),
      ...OTHER[id]?.(),
    },
    query: route.query.parse(QUERIES[id] ?? {}),
    body: route.body?.parse(body),
    base: '',
    hasScope: () => true,
    headers: {},
    context: () => Promise.resolve(context),
    write: (work: Parameters<Service['write']>[1]) => service.write(context, work),
    batchedWrite: (work: Parameters<Service['write']>[1]) => service.batchedWrite(context, work),
  } as unknown as HandlerInput<Route>)
  return reply.body instanceof StoredItems ? [...reply.body.texts] : (reply.body as unknown[])
}

/** No provider signs anybody in here, so that none gives tokens. */
const EMPTY_YET: ReadonlySet<OperationId> = new Set([...(['listIdentityProviderTokens'] as const)])

it.each(LISTS.filter(({ id }) => !EMPTY_YET.has(id)))(
  '$id shows what there is to a person, and nothing to who has no rights',
  async ({ id }) => {
    expect(await run(id, PERSON)).not.toEqual([])
    expect(await run(id, NO_PRINCIPAL)).toEqual([])
  },
)

it('who has no rights changes nothing either, and leaves no event', async () => {
  const before = await store.read.all('SELECT uuid FROM log_events')
  const group = { profile: { name: 'Mine' } }
  await expect(run('createGroup', NO_PRINCIPAL, group)).rejects.toMatchObject({ code: 'E0000006' })
  await expect(run('deleteGroup', NO_PRINCIPAL)).rejects.toMatchObject({ code: 'E0000006' })
  expect(await groups.get(store.read, params['groupId'] as string)).toBeDefined()
  expect(await store.read.all('SELECT uuid FROM log_events')).toEqual(before)
})
