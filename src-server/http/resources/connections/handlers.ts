import type { ConnectionWrite } from '#contract/gatehouse/connection.ts'
import type { connectionRoutes } from '#contract/routes/connections.ts'
import {
  createConnection,
  deleteConnection,
  listConnections,
  replaceConnection,
  requireConnection,
} from '#operations/connections/connections.ts'
import { listRequests } from '#operations/connections/journal.ts'
import { listPairs, presentPair, removePair } from '#operations/connections/pairs.ts'
import { queuePlan } from '#operations/connections/plans.ts'
import { lastPull, queuePull } from '#operations/connections/pulls.ts'
import { queueComparison } from '#operations/connections/queue-comparison.ts'
import { recordTest } from '#operations/connections/record-test.ts'
import { presentJob, requireJob } from '#operations/jobs/list-jobs.ts'
import { pairByHand } from '#sync/pair-objects-by-hand.ts'
import { remoteOf } from '#sync/remote/remotes.ts'
import { testRemote } from '#sync/remote/test-connection.ts'
import { reviewComparison } from '#sync/review/review-comparison.ts'
import { pageOf } from '#db/page.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { collectionHandlers } from '../collection.ts'
import { presentConnection, presentRequest } from './presenter.ts'

const connections = collectionHandlers({
  param: 'connectionId',
  list: ({ service, reader }, query: Parameters<typeof listConnections>[2]) =>
    listConnections(reader, service.secretBox, query),
  require: (reader, id, { service }) => requireConnection(reader, service.secretBox, id),
  create: (tx, body: ConnectionWrite, _query, { service }) => createConnection(tx, service.secretBox, body),
  replace: (tx, id, body: ConnectionWrite, { service }) => replaceConnection(tx, service.secretBox, id, body),
  remove: deleteConnection,
  present: presentConnection,
})

export const connectionHandlers: HandlerTable<typeof connectionRoutes> = {
  listConnections: connections.list,
  createConnection: connections.create,
  getConnection: connections.get,
  replaceConnection: connections.replace,
  deleteConnection: connections.remove,

  testConnection: async ({ service, reader, write, params: { connectionId } }) => {
    const remote = await remoteOf(service, reader, connectionId)
    const body = await testRemote(remote)
    await remote.flush()
    await write((tx) => recordTest(tx, connectionId, body.problem))
    return { body }
  },

  compareConnection: async ({ service, reader, write, params: { connectionId } }) => {
    // Before a job is queued: without its secret it would only fail.
    await remoteOf(service, reader, connectionId)
    const { id } = await write((tx) => queueComparison(tx, connectionId))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },
  pullConnection: async ({ service, reader, write, params: { connectionId }, body }) => {
    await remoteOf(service, reader, connectionId)
    const { id } = await write((tx) => queuePull(tx, connectionId, body ?? {}))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },
  planConnection: async ({ service, reader, write, params: { connectionId }, body }) => {
    await remoteOf(service, reader, connectionId)
    const { id } = await write((tx) => queuePlan(tx, connectionId, body ?? {}))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },
  getPull: async ({ service, reader, params: { connectionId } }) => {
    await requireConnection(reader, service.secretBox, connectionId)
    const pulled = await lastPull(reader, connectionId)
    return pulled ? { status: 200, body: pulled } : { status: 204, body: undefined }
  },
  getComparison: async ({ service, reader, params: { connectionId } }) => {
    await requireConnection(reader, service.secretBox, connectionId)
    const kept = service.comparisons.get(connectionId)
    return kept ? { status: 200, body: kept.summary } : { status: 204, body: undefined }
  },
  listDifferences: async ({ service, reader, params, query }) => {
    await requireConnection(reader, service.secretBox, params.connectionId)
    const differences = service.comparisons.get(params.connectionId)?.differences ?? []
    const { kind, direction, q, only, parentId, type, limit, after } = query
    const isAsked = (one: (typeof differences)[number]) =>
      reader.rights.reach('svc.roles.manage') === 'all' &&
      (kind === undefined || one.kind === kind) &&
      (direction === undefined || one.direction === direction) &&
      (only === undefined || one[only === 'ours' ? 'theirs' : 'ours'] === null) &&
      (parentId === undefined || one.parentId === parentId) &&
      (type === undefined || one.type === type) &&
      (q === undefined || one.name.toLowerCase().includes(q.toLowerCase()))
    const { items, next } = pageOf(differences.filter(isAsked), limit, after)
    return { body: items, next }
  },

  listConnectionPairs: async ({ service, reader, params: { connectionId }, query }) => {
    const { items, next } = await listPairs(reader, connectionId, query)
    return { body: items.map((pair) => presentPair(pair, service.comparisons)), next }
  },
  pairObjects: async ({ service, write, params: { connectionId }, body: pair }) => {
    const workspace = service.own.caller
    if (!workspace) throw new Error('the service does not serve its interface')
    const made = await pairByHand(service, { connectionId, pair, workspace, write })
    return { body: presentPair(made, service.comparisons) }
  },
  unpairObjects: async ({ write, params: { connectionId, kind, ours } }) => {
    await write((tx) => removePair(tx, connectionId, { kind, ours }))
    return { status: 204, body: undefined }
  },

  reviewComparison: async ({ service, write, params: { connectionId }, body: request }) => ({
    body: await reviewComparison(service, { connectionId, request, write }),
  }),

  listConnectionRequests: async ({ reader, params, query }) => {
    const { items, next } = await listRequests(reader, params.connectionId, query)
    return { body: items.map(presentRequest), next }
  },
}
