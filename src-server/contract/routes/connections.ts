import { z } from 'zod'
import {
  connectionSchema,
  connectionTestSchema,
  connectionWriteSchema,
  remoteRequestSchema,
} from '../gatehouse/connection.ts'
import { comparisonReviewRequestSchema, comparisonReviewSchema } from '../gatehouse/comparison-review.ts'
import { comparisonSchema, DIRECTIONS, objectDifferenceSchema } from '../gatehouse/comparison.ts'
import { pullRequestSchema, pullSchema } from '../gatehouse/pull.ts'
import { syncPairSchema, syncPairWriteSchema } from '../gatehouse/sync-pair.ts'
import { planRequestSchema } from '../gatehouse/sync-plan.ts'
import { jobSchema } from '../gatehouse/job.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'

const connections = collection('connection', {
  tag: 'Connections',
  noun: 'a connection',
  read: connectionSchema,
  write: connectionWriteSchema,
  created: 200,
})
/** The addresses of other instances are not for every administrator. */
const seeing = { permissions: ['svc.orgs.manage'] } as const
/** WHY super administrators only: a connection acts as another administrator elsewhere, with all that this one may do. */
const managing = { permissions: ['svc.orgs.manage', 'svc.roles.manage'] } as const

/** Connections to instances elsewhere, with which a workspace is compared and synced. */
export const connectionRoutes = {
  listConnections: defineRoute({ ...connections.list, ...seeing, query: pageQueryOf('connection') }),
  createConnection: defineRoute({
    ...connections.create,
    ...managing,
    description:
      'With a token, or as a service app: then a key is made here, whose public half is in the reply. There can be ' +
      `${LIMITS.connections} at most.`,
  }),
  getConnection: defineRoute({ ...connections.get, ...seeing }),
  replaceConnection: defineRoute({
    ...connections.replace,
    ...managing,
    description:
      'Without `authentication.token` the stored one stays. At another address it does not: a token is sent nowhere but where it was given for, and a service app gets another key.',
  }),
  deleteConnection: defineRoute({
    ...connections.remove,
    ...managing,
    description: 'Its journal goes with it. The token stays valid at the remote: revoke it there.',
  }),
  testConnection: defineRoute({
    ...connections.managing,
    ...seeing,
    method: 'POST',
    path: `${connections.one}/test`,
    summary: 'Ask a remote what a connection may read there',
    description: 'It reads a little of each kind, and changes nothing. What does not work is told in the reply.',
    params: connections.params,
    responses: { 200: connectionTestSchema },
  }),
  compareConnection: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'POST',
    path: `${connections.one}/compare`,
    summary: 'Compare the workspace with a remote',
    description: 'A job that reads all of both, and changes nothing. One that waits or runs already is answered again.',
    params: connections.params,
    responses: { 202: jobSchema },
    errors: ['E0000047'],
  }),
  pullConnection: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'POST',
    path: `${connections.one}/pull`,
    summary: 'Bring what a remote has into the workspace',
    description:
      'A job that reads the remote, and writes what has changed there since the last pull; nothing is written to the remote. What both sides have changed ' +
      'stays as it is, unless the request says who wins. New objects keep the ids of the remote. Passwords and other secrets are never answered, and so ' +
      'they are not brought along.',
    params: connections.params,
    body: pullRequestSchema.optional(),
    responses: { 202: jobSchema },
    errors: ['E0000047'],
  }),
  planConnection: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'POST',
    path: `${connections.one}/plan`,
    summary: 'Plan what makes a remote be as the workspace',
    description:
      'A job that reads both and changes nothing. What the workspace has changed is planned; what the remote has changed stays; of what both have changed ' +
      'the request says who wins. The plan is then the newest of the connection.',
    params: connections.params,
    body: planRequestSchema.optional(),
    responses: { 202: jobSchema },
    errors: ['E0000047'],
  }),
  getPull: defineRoute({
    ...connections.reading,
    ...managing,
    method: 'GET',
    path: `${connections.one}/pull`,
    summary: 'Read what the latest pull from a remote has done',
    description: 'Without one the reply has no body.',
    params: connections.params,
    responses: { 200: pullSchema, 204: null },
  }),
  getComparison: defineRoute({
    ...connections.reading,
    ...managing,
    method: 'GET',
    path: `${connections.one}/comparison`,
    summary: 'Read what the latest comparison with a remote found',
    description: 'Kept in memory: after a start of the service there is none. Without one the reply has no body.',
    params: connections.params,
    responses: { 200: comparisonSchema, 204: null },
  }),
  listDifferences: defineRoute({
    ...connections.reading,
    ...managing,
    method: 'GET',
    path: `${connections.one}/comparison/differences`,
    summary: 'List the objects in which the workspace and a remote differ',
    description: 'Of the latest comparison, in the order of dependencies; none where there is none.',
    params: connections.params,
    query: z.object({
      kind: z.enum(SYNC_KINDS).optional(),
      direction: z.enum(DIRECTIONS).optional(),
      q: z.string().min(1).max(LIMITS.nameLength).optional().meta({ description: 'Part of the name, in any case' }),
      only: z
        .enum(['ours', 'theirs'])
        .optional()
        .meta({ description: 'Those that are on one side only, and on which' }),
      parentId: idSchema
        .optional()
        .meta({ description: 'Of what belongs to the object with this id in this workspace' }),
      type: z
        .string()
        .min(1)
        .max(LIMITS.nameLength)
        .optional()
        .meta({ description: 'Those that are of this type, such as policies of type `PASSWORD`' }),
      limit: limitSchema(LIMITS.page.differences),
      after: cursorSchema,
    }),
    responses: { 200: z.array(objectDifferenceSchema) },
  }),
  listConnectionPairs: defineRoute({
    ...connections.reading,
    ...managing,
    method: 'GET',
    path: `${connections.one}/pairs`,
    summary: 'List the objects of a workspace and a remote that were paired by hand',
    description: `There can be ${LIMITS.syncPairs} at most.`,
    params: connections.params,
    query: z.object({ limit: limitSchema(LIMITS.page.syncPairs), after: cursorSchema }),
    responses: { 200: z.array(syncPairSchema) },
  }),
  pairObjects: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'POST',
    path: `${connections.one}/pairs`,
    summary: 'Say that an object of the workspace and one of a remote are the same',
    description:
      'From the next comparison, pull or plan on. It counts more than what both sides have agreed on, ids and names. What both sides have agreed on of objects ' +
      'that were paired with others until now is dropped, so that nothing counts as deleted. What belongs to paired objects is paired by itself. ' +
      'Where nothing was compared since the service began, the remote is asked for its object.',
    params: connections.params,
    body: syncPairWriteSchema,
    responses: { 200: syncPairSchema },
  }),
  unpairObjects: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'DELETE',
    path: `${connections.one}/pairs/{kind}/{ours}`,
    summary: 'Take back that two objects are the same',
    description: 'By the id of that of the workspace. From then on ids and names alone say whether they are.',
    params: connections.params.extend({ kind: idSchema.meta({ description: 'The kind of both' }), ours: idSchema }),
    responses: { 204: null },
  }),
  reviewComparison: defineRoute({
    ...connections.managing,
    ...managing,
    method: 'POST',
    path: `${connections.one}/comparison/review`,
    summary: 'Review differences: whom the version of each side affects',
    description:
      'Writes the version of the remote, takes it back, and compares for every person what the policies come to, as a review of a change does. Of ' +
      'what both sides have changed it says whom each side affects, compared with what both had before; of a pull, whom all of it affects. What cannot be ' +
      'written is named in the notes. Only what policies decide counts: people, memberships and assignments are taken as they are here. The ' +
      'comparison must be newer than the latest pull and the latest change of policies.',
    params: connections.params,
    body: comparisonReviewRequestSchema,
    responses: { 200: comparisonReviewSchema },
  }),
  listConnectionRequests: defineRoute({
    ...connections.reading,
    ...seeing,
    method: 'GET',
    path: `${connections.one}/requests`,
    summary: 'List the requests to a remote, the newest first',
    description: `Those of the last ${LIMITS.remoteJournalDays} days.`,
    params: connections.params,
    query: z.object({ limit: limitSchema(LIMITS.page.remoteRequests), after: cursorSchema }),
    responses: { 200: z.array(remoteRequestSchema) },
  }),
}
