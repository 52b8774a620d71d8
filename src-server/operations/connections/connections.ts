import type { ConnectionAuthentication, ConnectionFollowing, ConnectionWrite } from '#contract/gatehouse/connection.ts'
import type { JobType } from '#contract/gatehouse/job.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { OWN_VOCABULARY } from '#contract/vocabulary/vocabulary.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { problemOf } from '#vocabulary/check-vocabulary.ts'
import { activeJobs, requestCancel } from '../jobs/queue-job.ts'
import { assertQuota } from '../service/checks.ts'
import { followingOf, settledFollowLog, settleFollowing } from './follow.ts'
import { settledPeople, settledSalt } from './people.ts'
import { originOf } from './remote-address.ts'
import { forgetReading } from './remote-readings.ts'
import { makeServiceKey, openSecret, sealSecret, type ConnectionSecret } from './secrets.ts'

/** A connection with its secret; null where the key that sealed it is not at hand. */
export interface OpenedConnection {
  record: ConnectionRecord
  secret: ConnectionSecret | null
  /** How far its log was followed; null if it never was. */
  following: ConnectionFollowing | null
}

async function openAll(
  reader: Reader,
  box: SecretBox,
  records: readonly ConnectionRecord[],
): Promise<OpenedConnection[]> {
  const ids = records.map(({ id }) => id)
  const following = await followingOf(reader, ids)
  return Promise.all(
    records.map(async (record) => ({
      ...{ record, secret: await openSecret(box, record), following: following.get(record.id) ?? null },
    })),
  )
}

/** Connections by id. */
export async function listConnections(
  reader: Reader,
  box: SecretBox,
  query: { limit: number; after?: string | undefined },
): Promise<Page<OpenedConnection>> {
  const { condition } = reader.visible('read', 'connection')
  const { items, next } = await connections.page(reader, query, sqlCondition(condition))
  return { items: await openAll(reader, box, items), next }
}

/** @throws ApiError E0000007 */
export async function requireConnection(reader: Reader, box: SecretBox, id: string): Promise<OpenedConnection> {
  const [opened] = await openAll(reader, box, [await connections.require(reader, id)])
  return opened as OpenedConnection
}

/** Those whose name is the same without case. */
async function namedAlike(reader: Reader, name: string): Promise<ConnectionRecord[]> {
  const all = await connections.findAll(reader, { order: ['id'] })
  return all.filter((one) => one.name.toLowerCase() === name.toLowerCase())
}

/** A connection by its name, or by its id. Case decides only between several. @throws ApiError E0000007 */
export async function findConnection(reader: Reader, nameOrId: string): Promise<ConnectionRecord> {
  const alike = await namedAlike(reader, nameOrId)
  const named = alike.find(({ name }) => name === nameOrId) ?? (alike.length === 1 ? alike[0] : undefined)
  return named ?? connections.require(reader, nameOrId)
}

/**
 * Refuses a name that another connection has, whatever its case. WHY one that stays is fine: workspaces of earlier versions may have two such.
 * @throws ApiError E0000001
 */
async function assertNameFree(tx: Tx, name: string, before?: ConnectionRecord): Promise<void> {
  if (before?.name === name) return
  const other = (await namedAlike(tx, name)).find(({ id }) => id !== before?.id)
  if (other) throw invalid('name', `another connection is named ${other.name}`)
}

type Given = ConnectionWrite['authentication']
type Settled = { authentication: ConnectionAuthentication; secret: ConnectionSecret }

/**
 * How a connection authenticates from now on. INVARIANT: a secret is used at the address for which it was given or made, and nowhere else.
 * @param before the connection that is replaced, at the same address
 * @throws ApiError E0000001 where a token is missing
 */
function settle(given: Given, before: OpenedConnection | undefined): Settled {
  const kept = before?.secret
  if (given.type === 'API_TOKEN') {
    const token = given.token ?? (kept && 'token' in kept ? kept.token : undefined)
    if (token === undefined)
      throw invalid('authentication.token', 'is required: none is known here that was given for this address')
    return { authentication: { type: 'API_TOKEN' }, secret: { token } }
  }
  const { authentication } = before?.record ?? {}
  if (kept && 'privateKey' in kept && authentication?.type === 'SERVICE_APP')
    return { authentication: { ...given, publicKey: authentication.publicKey }, secret: kept }
  const { publicKey, privateKey } = makeServiceKey()
  return { authentication: { ...given, publicKey }, secret: { privateKey } }
}

/** The columns that follow from a body. @throws ApiError E0000001 */
function columnsOf(
  { name, address, vocabulary, budgetPercent, mayWrite, people, followLog }: ConnectionWrite,
  before?: ConnectionRecord,
) {
  const problem = vocabulary && problemOf(vocabulary)
  if (problem) throw invalid('vocabulary', problem)
  const settled = settledPeople(people, before?.people)
  const isFollowed = settledFollowLog(followLog, settled, before?.followLog)
  const facts = { name, address: originOf(address), vocabulary, budgetPercent, mayWrite }
  return { ...facts, people: settled, followLog: isFollowed }
}

/** A connection as the audit log shows it: nothing secret. */
function auditView(record: ConnectionRecord) {
  const { name, address, authentication, vocabulary, budgetPercent, mayWrite, people, followLog } = record
  const words = vocabulary?.name ?? OWN_VOCABULARY
  return { name, address, authentication, vocabulary: words, budgetPercent, mayWrite, people, followLog }
}

/** @returns its id. @throws ApiError E0000001 */
export async function createConnection(tx: Tx, box: SecretBox, body: ConnectionWrite): Promise<string> {
  tx.authorize('gatehouse.connection.create', [], 'never')
  const columns = columnsOf(body)
  const { authentication, secret } = settle(body.authentication, undefined)
  await assertNameFree(tx, columns.name)
  const max = LIMITS.connections
  await assertQuota(tx, connections, { max, message: `there are ${max} connections, as many as there may be` })
  const id = tx.newId('connection')
  const secrets = await sealSecret(box, { id, address: columns.address }, secret)
  const peopleSalt = await settledSalt(box, { id, people: columns.people, peopleSalt: null })
  const record = { id, ...columns, peopleSalt, authentication, secrets, created: tx.now, lastUpdated: tx.now }
  await connections.insert(tx, record)
  const details = changeDetails({}, auditView(record))
  tx.record({ type: 'gatehouse.connection.create', targets: [targetOf('connection', record, details)] })
  await settleFollowing(tx, record)
  return id
}

/** @throws ApiError E0000007; E0000001, also for another address without a token */
export async function replaceConnection(tx: Tx, box: SecretBox, id: string, body: ConnectionWrite): Promise<void> {
  const found = await requireConnection(tx, box, id)
  const before = found.record
  tx.authorize('gatehouse.connection.update', [targetOf('connection', before)], 'well-formed')
  const columns = columnsOf(body, before)
  const { authentication, secret } = settle(body.authentication, columns.address === before.address ? found : undefined)
  await assertNameFree(tx, columns.name, before)
  const isSame = secret === found.secret || JSON.stringify(secret) === JSON.stringify(found.secret)
  const isSecretKept = isSame && columns.address === before.address
  const secrets = isSecretKept ? before.secrets : await sealSecret(box, { id, address: columns.address }, secret)
  // It may see other things there from now on.
  await forgetReading(tx, id)
  const peopleSalt = await settledSalt(box, { ...before, people: columns.people })
  const change = { ...columns, peopleSalt, authentication, secrets, lastUpdated: tx.now }
  const after = await connections.update(tx, before, change)
  const details = changeDetails(auditView(before), auditView(after))
  const debugData = isSecretKept ? {} : { secretsChanged: true }
  tx.record({ type: 'gatehouse.connection.update', targets: [targetOf('connection', after, details)], debugData })
  await settleFollowing(tx, after, before)
}

/** What is done with a remote in the background. */
const JOBS: ReadonlySet<JobType> = new Set<JobType>(['pull', 'comparison', 'syncPlan', 'syncApply'])

/**
 * Deletes a connection with its journal, and ends what is done with its remote. What was followed of its log stays as an import.
 * @throws ApiError E0000007
 */
export async function deleteConnection(tx: Tx, id: string): Promise<void> {
  const before = await connections.require(tx, id)
  tx.authorize('gatehouse.connection.delete', [targetOf('connection', before)])
  for (const job of await activeJobs(tx))
    if (job.subjectId === id && JOBS.has(job.type) && !job.cancelRequested) await requestCancel(tx, job)
  await connections.remove(tx, before)
  const details = changeDetails(auditView(before), {})
  tx.record({ type: 'gatehouse.connection.delete', targets: [targetOf('connection', before, details)] })
}
