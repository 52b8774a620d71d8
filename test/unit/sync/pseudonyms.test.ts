import { readFile, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { FIELD_RULES, type RuleNode } from '#sync/compare/field-rules.ts'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { inTurns } from '#sync/in-turns.ts'
import { pseudonymized } from '#sync/people/pseudonymized.ts'
import { PLACES, ruleReads } from '#sync/people/rule-reads.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { idInLink, type Snapshot } from '#sync/snapshot.ts'
import { readWithPeople } from '#sync/people/read-with-people.ts'
import type { Caller } from '#operations/service/caller.ts'
import { createConnection } from '#operations/connections/connections.ts'
import { notePull } from '#operations/connections/pulls.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { connectionWriteSchema } from '#contract/gatehouse/connection.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { valueAt } from '#contract/sync/definition.ts'
import { openSide } from '../../helpers/sync/open-side.ts'
import { companionsOf } from '../../helpers/files.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { KNOWN_BY, makeDistinctPeople } from '../../helpers/sync/distinct-people.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

const PSEUDONYMS = { people: { mode: 'PSEUDONYMS' } }
const COMPLETED = { state: 'COMPLETED', problem: null }

async function inStep(remote: TestServer, over: object = PSEUDONYMS) {
  const here = await startServer()
  const connectionId = await connect(here, remote, over)
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  return { here, connectionId }
}

/** The bytes of a workspace, its log included, in which texts are looked for whatever their case. */
async function bytesOf({ dataFile }: TestServer): Promise<string> {
  const folder = dataFile.slice(0, dataFile.lastIndexOf('/'))
  const files = [dataFile, ...(await companionsOf(dataFile)).map((name) => `${folder}/${name}`)]
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))
  return texts.join('\n').toLowerCase()
}
const foundIn = (bytes: string) => KNOWN_BY.filter((text) => bytes.includes(text.toLowerCase()))

const membersOf = async ({ client }: TestServer, groupId: string) =>
  (await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)

const made = (snapshot: Snapshot, salt = 'salt') =>
  inTurns(pseudonymized(snapshot, salt, ruleReads(snapshot)), undefined)

describe('a pull with pseudonyms', () => {
  it('leaves no name, login, address or number of a person anywhere in the workspace', async () => {
    const remote = await startServer()
    const { person, other, filled } = await makeDistinctPeople(remote)
    await expect.poll(() => membersOf(remote, filled.id)).toEqual([person.id])
    const { here, connectionId } = await inStep(remote)
    expect((await pullOf(here, connectionId)).refused).toEqual([])
    await differencesWith(here, connectionId)
    const renamed = { profile: { firstName: 'Peregrine', lastName: 'Quillfeather' } }
    await remote.client.call('updateUser', { params: { userId: other.id }, body: renamed })
    expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
    await here.client.call('testConnection', { params: { connectionId } })
    expect(foundIn(await bytesOf(here))).toEqual([])
    await here.stop()
    expect(foundIn(await bytesOf(here))).toEqual([])
    // The same would be found where people are pulled as they are.
    const { here: everybody } = await inStep(remote, {})
    await everybody.stop()
    expect(foundIn(await bytesOf(everybody)).length).toBeGreaterThan(10)
  })

  it('gives a person the same pseudonym each time, so that later nothing differs but what rules read', async () => {
    const remote = await startServer()
    const { person, other, filled } = await makeDistinctPeople(remote)
    await expect.poll(() => membersOf(remote, filled.id)).toEqual([person.id])
    const { here, connectionId } = await inStep(remote)
    const { people, refused } = await pullOf(here, connectionId)
    expect({ people, refused }).toEqual({
      people: { mode: 'PSEUDONYMS', kept: ['department'], unreadable: [] },
      refused: [],
    })
    expect(await differencesWith(here, connectionId)).toEqual([])
    const { profile } = (await here.client.call('getUser', { params: { userId: person.id } })).body
    expect(profile).toEqual({
      login: expect.stringMatching(/^p-[0-9a-f]{20}@people\.invalid$/),
      email: profile['login'],
      firstName: 'Person',
      lastName: expect.stringMatching(/^[0-9a-f]{8}$/),
      department: 'Sales',
      // Every reply has them.
      ...{ mobilePhone: null, secondEmail: null },
    })
    expect(await membersOf(here, filled.id)).toEqual([person.id])

    const changed = { profile: { nickName: 'Xan', lastName: 'Other', department: 'Marketing' } }
    await remote.client.call('updateUser', { params: { userId: person.id }, body: changed })
    await expect.poll(() => membersOf(remote, filled.id)).toEqual([])
    await pulled(here, connectionId)
    const { counts } = await pullOf(here, connectionId)
    expect(counts.find(({ kind }) => kind === 'user')).toEqual({ kind: 'user', created: 0, changed: 1, removed: 0 })
    const now = (await here.client.call('getUser', { params: { userId: person.id } })).body.profile
    expect(now).toEqual({ ...profile, department: 'Marketing' })
    expect(await differencesWith(here, connectionId)).toEqual([])

    const { here: elsewhere } = await inStep(remote)
    const others = (await elsewhere.client.call('getUser', { params: { userId: other.id } })).body.profile['login']
    expect(others).not.toBe((await here.client.call('getUser', { params: { userId: other.id } })).body.profile['login'])
  })

  it('keeps what rules read while its token may not read the rules', async () => {
    const remote = await startServer()
    const { person } = await makeDistinctPeople(remote)
    const service = await openSide()
    const authentication = { type: 'API_TOKEN' as const, token: remote.token ?? '' }
    const body = connectionWriteSchema.parse({ name: 'R', address: remote.url, authentication, ...PSEUDONYMS })
    const connectionId = await service.write(systemContext(), (tx) => createConnection(tx, service.secretBox, body))
    const all = httpCaller(remote)
    const refusing: Caller = {
      call: (id, input) => all.call(id, input),
      page: (id, input) => (id === 'listGroupRules' ? Promise.reject(new ApiError('E0000006')) : all.page(id, input)),
    }
    const departmentBy = async (caller: Caller) => {
      const read = async (from: Caller) => ({ snapshot: await readSide(from) })
      const theirs = (await readWithPeople(service, { connectionId }, caller, read)).snapshot
      return valueAt(theirs.objects.get('user')?.get(person.id)?.body, 'profile.department')
    }
    expect(await departmentBy(all)).toBe('Sales')
    expect(await departmentBy(refusing)).toBeUndefined()
    const people = { mode: 'PSEUDONYMS' as const, kept: ['department'], unreadable: [] }
    const summary = { objects: 1, counts: [], conflicts: 0, refused: [], unread: [], people }
    await service.write(systemContext(), (tx) => notePull(tx, connectionId, summary))
    expect(await departmentBy(refusing)).toBe('Sales')
  })

  it('goes on after the workspace was moved without its key, with other pseudonyms for the same people', async () => {
    const remote = await startServer()
    const { id: userId } = await remote.make.aUser()
    const here = await startServer({ isFirstStart: true })
    const connectionId = await connect(here, remote, PSEUDONYMS)
    await pulled(here, connectionId)
    const loginAt = async ({ client }: TestServer) =>
      (await client.call('getUser', { params: { userId } })).body.profile['login']
    const before = await loginAt(here)
    await here.stop()
    await rm(`${here.dataFile}.key`)
    const again = await startServer({ dataFile: here.dataFile })
    const authentication = { type: 'API_TOKEN' as const, token: remote.token }
    const body = { name: 'Remote', address: remote.url, authentication }
    await again.client.call('replaceConnection', { params: { connectionId }, body })
    expect(await pulled(again, connectionId)).toMatchObject(COMPLETED)
    expect(await loginAt(again)).toMatch(/^p-[0-9a-f]{20}@people\.invalid$/)
    expect(await loginAt(again)).not.toBe(before)
  })

  it('lets in people of whom a schema asks more than a pseudonym has', async () => {
    const remote = await startServer()
    const asked = { title: 'Badge', type: 'string' as const, pattern: '[0-9]{6}', unique: 'UNIQUE_VALIDATED' as const }
    const [type] = (await remote.client.call('listUserTypes', {})).body
    const schemaId = (type && idInLink(type, 'schema')) ?? ''
    const definitions = {
      custom: { properties: { badge: { ...asked, required: true } } },
      base: { properties: { mobilePhone: { required: true }, login: { pattern: '[a-z]+@staff\\.test' } } },
    }
    await remote.make.aUser({ login: 'anna@staff.test', mobilePhone: '1' })
    await remote.client.call('updateUserSchema', { params: { schemaId }, body: { definitions } as never })
    const badged = { login: 'berta@staff.test', mobilePhone: '2', badge: '123456' }
    const { id } = await remote.make.aUser(badged as never)
    const { here, connectionId } = await inStep(remote)
    expect((await pullOf(here, connectionId)).refused).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual([])
    expect((await here.client.call('getUser', { params: { userId: id } })).body.profile).not.toHaveProperty('badge')
  })
})

describe('an organization with every form of every kind', () => {
  it('judges each person the same by pseudonym, and puts them into the same groups', async () => {
    const remote = await richOrganization()
    const { client, make } = remote
    const { person, app } = await makeDistinctPeople(remote)
    const people = (await client.call('listUsers', { query: { limit: 200 } })).body.map(({ id }) => id)
    const everybody = await make.aGroup()
    for (const userId of people) await client.call('addGroupMember', { params: { groupId: everybody.id, userId } })
    await client.call('assignAppGroup', { params: { appId: app.id, groupId: everybody.id }, body: {} })
    const policy = await make.aPolicy('ACCESS_POLICY')
    for (const condition of ['user.profile.department == "Marketing"', 'user.profile.division.contains("Hold")'])
      await make.aRule(policy, { conditions: { elCondition: { condition } } } as never)
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const [real, pseudonymous] = [await inStep(remote, {}), await inStep(remote)]
    expect((await pullOf(pseudonymous.here, pseudonymous.connectionId)).refused).toEqual([])
    expect(await differencesWith(pseudonymous.here, pseudonymous.connectionId)).toEqual([])

    const judgedBy = async (server: TestServer) => {
      const verdicts = new Map<string, unknown>()
      for (const id of people) {
        const policyContext = { user: { id }, ip: '192.0.2.1', risk: { level: 'LOW' as const } }
        const body = { appInstance: app.id, policyContext }
        const asked = { query: { expand: ['EVALUATED', 'RULE'] }, body } as never
        const { body: verdict } = await server.client.call('simulatePolicies', asked)
        // What comes with an object, such as a default rule, has another id in each workspace.
        verdicts.set(id, JSON.parse(JSON.stringify(verdict, (key, value: unknown) => (key === 'id' ? null : value))))
      }
      return verdicts
    }
    const [theirs, ours] = [await judgedBy(real.here), await judgedBy(pseudonymous.here)]
    expect(ours).toEqual(theirs)
    expect(ours.get(person.id)).not.toEqual(ours.get(people.find((id) => id !== person.id) ?? ''))
    const groups = (await client.call('listGroups', {})).body.map(({ id }) => id)
    const inGroups = async (server: TestServer) =>
      Promise.all(groups.map(async (id) => [id, (await membersOf(server, id)).sort()]))
    expect(await inGroups(pseudonymous.here)).toEqual(await inGroups(real.here))
  })

  it('stays as it is where it is made once more', async () => {
    const whole = await readSide(httpCaller(await richOrganization()))
    const once = await made(whole)
    expect(await made(once)).toEqual(once)
    expect(await made(whole, 'another')).not.toEqual(once)
  })

  it('has expressions about people in no field but those that are read for what they read', () => {
    const known = new Set(PLACES.flatMap(({ kinds, path }) => kinds.map((kind) => `${kind} ${path}`)))
    const expressionsIn = (rule: RuleNode, path: string): string[] => [
      ...(rule.expression ? [path] : []),
      ...[...rule.keys].flatMap(([key, inner]) => expressionsIn(inner, path ? `${path}.${key}` : key)),
      ...(rule.items ? expressionsIn(rule.items, `${path}.[]`) : []),
    ]
    const fields = SYNC_KINDS.flatMap((kind) => expressionsIn(FIELD_RULES[kind], '').map((path) => `${kind} ${path}`))
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((field) => !known.has(field))).toEqual([])
  })
})
