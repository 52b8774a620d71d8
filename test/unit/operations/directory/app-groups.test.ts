import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportOptions } from '#contract/directory/directory-import.ts'
import type { Group } from '#contract/directory/group.ts'
import type { Client } from '../../../helpers/client.ts'
import {
  appliedDirectory,
  checkedDirectory,
  rowsOf,
  settledImport,
  uploadDirectory,
} from '../../../helpers/directory-import.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
let source: string
let from: { options: Partial<ImportOptions> }
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
  source = (await server.make.anApp('Directory')).id
  from = { options: { source } }
})

const FILE = 'name,description,samAccountName\nClerks,They write,CLERKS\n'
const search = async (text: string) => (await client.call('listGroups', { query: { search: text } })).body
const named = async (name: string) => (await search(`name eq "${name}"`))[0] as Group
const params = (id: string) => ({ params: { directoryImportId: id } })

/** Imports groups of the application with a column for each property. */
async function importGroups(file: string, options: Partial<ImportOptions> = {}) {
  const { id, columns } = await uploadDirectory(server, file, { kind: 'groups' })
  const mapping = Object.fromEntries(columns.map(({ name }) => [name, name]))
  const body = { mapping, options: { ...from.options, ...options } as ImportOptions }
  await client.call('checkDirectoryImport', { ...params(id), body })
  await settledImport(server, id)
  await client.call('applyDirectoryImport', params(id))
  return settledImport(server, id)
}

describe('a group that an application brought in', () => {
  it('has its source, the properties of its own, and no schema to follow [spec/2 group/source] [spec/2 group/profile]', async () => {
    await client.call('updateGroupSchema', {
      body: { definitions: { custom: { properties: { site: { title: 'Site', type: 'string', required: true } } } } },
    })
    expect(await importGroups(FILE)).toMatchObject({ state: 'APPLIED', counts: { create: 1 } })
    const group = await named('Clerks')
    expect(group).toMatchObject({
      type: 'APP_GROUP',
      objectClass: ['svc:app_group'],
      profile: { name: 'Clerks', description: 'They write', samAccountName: 'CLERKS' },
      source: { id: source },
      _links: { source: { href: `${server.url}/api/v1/apps/${source}` } },
    })
    const events = await client.call('listLogEvents', { query: { filter: `target.id eq "${group.id}"` } })
    expect(events.body.map(({ eventType }) => eventType)).toContain('group.lifecycle.create')
    await client.call('updateGroupSchema', { body: { definitions: { custom: { properties: { site: null } } } } })
  })

  it('is found by its source and its imported properties [spec/2 groups/search]', async () => {
    expect((await search(`source.id eq "${source}"`)).map(({ profile }) => profile.name)).toEqual(['Clerks'])
    for (const text of ['profile.samAccountName eq "clerks"', 'samAccountName sw "CL" and type eq "APP_GROUP"'])
      expect((await search(text)).map(({ profile }) => profile.name)).toEqual(['Clerks'])
    const sorted = { search: 'type eq "APP_GROUP"', sortBy: 'profile.samAccountName' }
    expect((await client.call('listGroups', { query: sorted })).body).toHaveLength(1)
    expect((await client.refused('listGroups', { query: { search: 'profile.other eq "x"' } })).code).toBe('E0000031')
    const { body } = await client.call('getCustomAttributes')
    expect(body.group).toContainEqual({ name: 'samAccountName', title: 'samAccountName', type: 'string' })
  })

  it('cannot be changed or filled by hand [spec/2 groups/PUT] [spec/4 groups/members]', async () => {
    const { id: groupId } = await named('Clerks')
    const user = await server.make.aUser({ login: 'clerk@example.com' })
    const both = { groupId, userId: user.id }
    const body = { profile: { name: 'Other' } }
    for (const refusal of [
      await client.refused('replaceGroup', { params: both, body }),
      await client.refused('addGroupMember', { params: both }),
      await client.refused('removeGroupMember', { params: both }),
    ])
      expect([refusal.status, refusal.code]).toEqual([403, 'E0000006'])
  })

  it('is changed, filled and emptied by imports of its application alone', async () => {
    expect(await importGroups(FILE)).toMatchObject({ counts: { unchanged: 1 } })
    const changed = await importGroups(FILE.replace('CLERKS', 'SCRIBES'))
    expect(changed).toMatchObject({ counts: { update: 1 } })
    expect((await named('Clerks')).profile['samAccountName']).toBe('SCRIBES')
    await client.call('undoDirectoryImport', params(changed.id))
    await settledImport(server, changed.id)
    expect((await named('Clerks')).profile['samAccountName']).toBe('CLERKS')

    const { id: groupId } = await named('Clerks')
    const file = `group,user\n${groupId},clerk@example.com\n`
    const alone = await checkedDirectory(server, file, { kind: 'memberships' })
    expect((await rowsOf(server, alone.id))[0]?.problems).toEqual([
      { field: 'group', message: 'the members of Clerks come from its application; name that as the source' },
    ])
    const members = async () => (await client.call('listGroupMembers', { params: { groupId } })).body.length
    await appliedDirectory(server, file, { kind: 'memberships', ...from })
    expect(await members()).toBe(1)
    await appliedDirectory(server, file, { kind: 'memberships', options: { source, remove: true } })
    expect(await members()).toBe(0)
  })

  it('may have the name of one of this organization, which an import of the application leaves alone', async () => {
    await importGroups('name\nPorters\n')
    expect((await checkedDirectory(server, 'name\nPorters\n', { kind: 'groups' })).counts).toMatchObject({ create: 1 })
    const own = await server.make.aGroup('Porters')
    await importGroups('name,externalId\nPorters,p-1\n')
    const found = await search('name eq "Porters"')
    expect(found.map(({ type }) => type).sort()).toEqual(['APP_GROUP', 'SVC_GROUP'])
    expect((await client.call('getGroup', { params: { groupId: own.id } })).body.profile).not.toHaveProperty(
      'externalId',
    )
    const other = await checkedDirectory(server, 'group,user\nEveryone,clerk@example.com\n', {
      kind: 'memberships',
      ...from,
    })
    expect(other.counts).toMatchObject({ invalid: 1 })
  })

  it('can be deleted, unless it is in a push mapping [spec/2 groups/DELETE]', async () => {
    await importGroups('name\nPushed\nFree\n')
    const [pushed, free] = [await named('Pushed'), await named('Free')]
    const own = await server.make.aGroup('Pushers')
    await withDatabase(server.dataFile, (database) =>
      database.exec(`INSERT INTO group_push_mappings VALUES ('${source}', '${own.id}', '${pushed.id}')`),
    )
    const refusal = await client.refused('deleteGroup', { params: { groupId: pushed.id } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000027'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('Pushers')
    expect((await client.call('deleteGroup', { params: { groupId: free.id } })).status).toBe(204)
    const counted = (await client.call('listGroups', { query: { search: 'name sw "Push"', expand: 'stats' } })).body
    expect(counted.map(({ _embedded }) => _embedded?.stats?.groupPushMappingsCount)).toEqual([1, 1])
    await client.call('deleteGroup', { params: { groupId: own.id } })
    expect((await client.call('deleteGroup', { params: { groupId: pushed.id } })).status).toBe(204)
  })
})

describe('the source of an import', () => {
  const refused = async (file: string, kind: 'users' | 'groups', mapping: Record<string, string>, app = source) => {
    const { id } = await uploadDirectory(server, file, { kind })
    const body = { mapping, options: { source: app } as ImportOptions }
    return (await client.refused('checkDirectoryImport', { ...params(id), body })).locations
  }

  it('is an application that exists, for groups and memberships', async () => {
    expect(await refused('name\nX\n', 'groups', { name: 'name' }, '0oaNONE')).toEqual(['options.source'])
    expect(await refused('login\nx@example.com\n', 'users', { login: 'login' })).toEqual(['options.source'])
  })

  it('lets columns be properties that no schema has, by names that attributes may have', async () => {
    expect(await refused('name,x\nA,b\n', 'groups', { name: 'name', x: 'dn-x' })).toEqual(['mapping.x'])
    const { id } = await uploadDirectory(server, 'name,x\nA,b\n', { kind: 'groups' })
    const plain = await client.refused('checkDirectoryImport', {
      ...params(id),
      body: { mapping: { name: 'name', x: 'dn' } },
    })
    expect(plain.locations).toEqual(['mapping.x'])
  })

  it('is asked again where the import is applied: an application that is gone has none', async () => {
    const gone = (await server.make.anApp('Short-lived')).id
    const { id } = await checkedDirectory(server, 'name\nOrphans\n', { kind: 'groups', options: { source: gone } })
    await client.call('deactivateApp', { params: { appId: gone } })
    await client.call('deleteApp', { params: { appId: gone } })
    await client.call('applyDirectoryImport', params(id))
    expect(await settledImport(server, id)).toMatchObject({ state: 'REVERTED', applied: 0 })
    expect(await search('name eq "Orphans"')).toEqual([])
  })

  it('goes into an export, with the properties of imported groups', async () => {
    const text = await (await client.fetch('/gatehouse/v1/directory/exports?kind=groups')).text()
    const [head, ...rows] = text.replace('\uFEFF', '').split('\r\n')
    expect(head?.split(',')).toEqual(
      expect.arrayContaining(['id', 'type', 'source.id', 'name', 'description', 'samAccountName']),
    )
    expect(rows.find((row) => row.includes('Clerks'))).toContain(source)
    const again = await checkedDirectory(server, text, { kind: 'groups' })
    expect(again.counts).toMatchObject({ create: 0, update: 0, invalid: 0 })
  })
})

it('the sample has groups of applications, of which the pushed one stays [spec/2 groups/DELETE]', async () => {
  const sampled = await startServer()
  await sampled.client.call('loadSample')
  const query = { search: 'type eq "APP_GROUP"', expand: 'stats,app' }
  const found = (await sampled.client.call('listGroups', { query })).body
  const pushes = ({ _embedded }: Group) => _embedded?.stats?.groupPushMappingsCount
  expect(found.map(({ _embedded }) => typeof _embedded?.app?.label)).toEqual(['string', 'string', 'string'])
  for (const group of found) {
    const call = { params: { groupId: group.id } }
    if (pushes(group)) expect((await sampled.client.refused('deleteGroup', call)).code).toBe('E0000027')
    else expect((await sampled.client.call('deleteGroup', call)).status).toBe(204)
  }
  expect(found.map(pushes).sort()).toEqual([0, 0, 1])
})
