import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { stillAnswered } from './changed-replies.ts'
import { aFolder, startServer, TestClock } from '../helpers/server.ts'

/**
 * One folder for each released version: a workspace that it made, and its replies to GET with the port 7480. What two starts of that
 * version did not answer alike, and what tells of the log, is left out.
 */
const WORKSPACES = join(import.meta.dirname, 'workspaces')
/** Later than all that they hold. */
const LATER = Date.parse('2026-11-27T23:00:00.000Z')
const TOKEN = 'fixture-token-0123456789abcdefABCDEF0123456789'

async function openCopy(version: string) {
  const folder = await aFolder()
  const from = join(WORKSPACES, version)
  await writeFile(join(folder, 'org.sqlite'), gunzipSync(await readFile(join(from, 'org.sqlite.gz'))))
  for (const beside of ['org.sqlite.key', 'org.sqlite.sealed']) await copyFile(join(from, beside), join(folder, beside))
  return startServer({ dataFile: join(folder, 'org.sqlite'), token: TOKEN, clock: new TestClock(LATER) })
}

/** What needs attention of which no earlier version knew. */
const LATER_FINDINGS: ReadonlySet<unknown> = new Set(['equal-rule', 'redundant-rule', 'needless-condition'])

const isLaterFinding = (one: unknown) =>
  typeof one === 'object' && one !== null && 'kind' in one && LATER_FINDINGS.has(one.kind)

/**
 * A reply without the owner, whom a workspace of an earlier version gets when it is opened, in lists and in their length; and without
 * what only later versions find.
 */
function withoutOwner(body: unknown, ownerId: string): unknown {
  if (Array.isArray(body))
    return body.filter((one) => !isOwner(one, ownerId) && !isLaterFinding(one)).map((one) => withoutOwner(one, ownerId))
  if (typeof body !== 'object' || body === null) return body
  const isTold = 'counts' in body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      isTold && key === 'counts' ? lessOne(value as Record<string, number>) : withoutOwner(value, ownerId),
    ]),
  )
}

/** The owner, or the first version of the owner. */
const isOwner = (one: unknown, ownerId: string) =>
  typeof one === 'object' &&
  one !== null &&
  (('id' in one && one.id === ownerId) || ('objectId' in one && one.objectId === ownerId))

const lessOne = ({ users = 0, ...counts }: Record<string, number>) => ({ ...counts, users: users - 1 })

describe.each(await readdir(WORKSPACES))('a workspace of version %s', (version) => {
  it('opens, and everything in it is as it was', async () => {
    const server = await openCopy(version)
    const replies = JSON.parse(await readFile(join(WORKSPACES, version, 'replies.json'), 'utf8')) as object
    const { port } = new URL(server.url)
    const owner = (await server.client.call('getUser', { params: { userId: 'me' } })).body
    expect(Object.keys(replies).length).toBeGreaterThan(90)
    for (const [path, body] of Object.entries(replies)) {
      const reply = await fetch(server.url + path, { headers: { authorization: `SSWS ${TOKEN}` } })
      const text = (await reply.text()).replaceAll(`:${port}`, ':7480')
      const now = withoutOwner(JSON.parse(text), owner.id)
      expect({ path, body: now }).toMatchObject({ path, body: stillAnswered(body) })
    }
  })

  it('takes changes, and its log is sound before and after them', async () => {
    const { client, dataFile } = await openCopy(version)
    const violation = async () => (await verifyLogFile(dataFile, {})).violation
    expect(await violation()).toBeNull()
    const groups = (await client.call('listGroups', {})).body
    const [group] = groups.filter(({ type }) => type === 'SVC_GROUP')
    if (!group) throw new Error('the workspace has no group of its own')
    const profile = { ...group.profile, description: 'Changed by a later version' }
    const changed = await client.call('replaceGroup', { params: { groupId: group.id }, body: { profile } })
    expect(changed.body.profile).toEqual(profile)
    expect((await client.call('listGroups', {})).body).toHaveLength(groups.length)
    expect(await violation()).toBeNull()
  })
})
