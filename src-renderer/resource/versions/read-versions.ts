import type { ObjectVersion, ObjectVersionDetail } from '#contract/gatehouse/version.ts'
import { api } from '#ui/api/client.ts'
import { changesBetween, type Change } from '#ui/domain/changes.ts'

type Body = ObjectVersionDetail['body']

/** What differs by itself, or says nothing beside the time of the version. */
const UNTOLD: ReadonlySet<string> = new Set(['id', 'created', 'lastUpdated', 'system'])

const told = (body: Body) => Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => !UNTOLD.has(key)))

/** What differs between two states of an object; one that did not exist has nothing. */
const changesOf = (before: Body, after: Body): Change[] => changesBetween(told(before), told(after))

const readBody = async (version: ObjectVersion | undefined, signal: AbortSignal): Promise<Body> =>
  version ? (await api.call('getVersion', { params: { versionId: version.id }, signal })).body : null

/** The version of the same object before this one; undefined for the first. */
async function versionBefore({ id, objectId, kind }: ObjectVersion, signal: AbortSignal) {
  const query = { kind, id: objectId, after: id, limit: 1 }
  return (await api.call('listVersions', { query, signal }))[0]
}

/** What a version changed. @throws ApiError */
export async function readChanges(version: ObjectVersion, signal: AbortSignal): Promise<Change[]> {
  const [before, after] = await Promise.all([
    versionBefore(version, signal).then((one) => readBody(one, signal)),
    readBody(version, signal),
  ])
  return changesOf(before, after)
}

/** What restoring does: where it goes to, from the newest version, and what that changes. */
interface RestorePlan {
  to: ObjectVersion
  newest: ObjectVersion
  before: Body
  after: Body
  changes: Change[]
}

/** The plan to go back to a version; of a deletion to what there was before it. @throws ApiError */
export async function readPlan(version: ObjectVersion, signal: AbortSignal): Promise<RestorePlan> {
  const { kind, objectId: id } = version
  const [newest = version] = await api.call('listVersions', { query: { kind, id, limit: 1 }, signal })
  const to = version.action === 'deleted' ? ((await versionBefore(version, signal)) ?? version) : version
  const [before, after] = await Promise.all([readBody(newest, signal), readBody(to, signal)])
  return { to, newest, before, after, changes: changesOf(before, after) }
}
