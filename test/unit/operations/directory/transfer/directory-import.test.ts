import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportProblem } from '#contract/directory/directory-import.ts'
import type { ProfileSchemaUpdate } from '#contract/directory/profile-schema.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { START, startServer, type TestServer } from '../../../../helpers/server.ts'
import {
  appliedDirectory,
  checkedDirectory,
  getImport,
  rowsOf,
  sendDirectory,
  settledImport,
  uploadDirectory,
} from '../../../../helpers/directory-import.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const HEAD = 'Username,Given name,Surname,Mail,Department,Badge colour'
const line = (login: string, department = 'Sales') => `${login},Jo,Doe,${login},${department},red`
const csv = (...lines: string[]) => [HEAD, ...lines, ''].join('\n')
const person = async (login: string) => (await server.client.call('getUser', { params: { userId: login } })).body
const refusal = (login: string) => server.client.refused('getUser', { params: { userId: login } })
const told = ({ field, message }: ImportProblem) => (field === null ? message : `${field}: ${message}`)
const params = (id: string) => ({ params: { directoryImportId: id } })

describe('an upload', () => {
  it('names the columns of the file with what each is probably meant for, and changes nothing', async () => {
    const view = await uploadDirectory(server, csv(line('upload@example.com')))
    expect(view).toMatchObject({ state: 'UPLOADED', applied: 0, counts: { rows: 0 } })
    expect(view.columns.map(({ name, sample, target }) => [name, sample, target])).toEqual([
      ['Username', 'upload@example.com', 'login'],
      ['Given name', 'Jo', 'firstName'],
      ['Surname', 'Doe', 'lastName'],
      ['Mail', 'upload@example.com', 'email'],
      ['Department', 'Sales', 'department'],
      ['Badge colour', 'red', null],
    ])
    expect((await refusal('upload@example.com')).status).toBe(404)
  })

  it.each([
    ['nothing', '', 400],
    ['only a head', `${HEAD}\n`, 400],
    ['a quotation mark that never closes', `a,b\n"1,2\n`, 400],
  ])('of %s is refused in a sentence', async (_, file, status) => {
    const response = await sendDirectory(server, file)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { errorCauses: unknown[] }).errorCauses).toHaveLength(1)
  })

  it.each([
    ['semicolons', 'login;firstName\na@example.com;Å'],
    ['tabs', 'login\tfirstName\na@example.com\tÅ'],
    ['a byte order mark', '\uFEFFlogin,firstName\na@example.com,Å'],
    ['line ends of Windows', 'login,firstName\r\na@example.com,Å\r\n'],
  ])('reads tables with %s', async (_, file) => {
    const { columns } = await uploadDirectory(server, file)
    expect(columns.map(({ target, sample }) => [target, sample])).toEqual([
      ['login', 'a@example.com'],
      ['firstName', 'Å'],
    ])
  })
})

describe('a check', () => {
  it('says of each row what it would do, and of a bad one what is wrong and where', async () => {
    await server.make.aUser({
      login: 'known@example.com',
      firstName: 'Jo',
      lastName: 'Doe',
      email: 'known@example.com',
    })
    await server.make.aUser({ login: 'same@example.com', firstName: 'Jo', lastName: 'Doe', email: 'same@example.com' })
    const view = await checkedDirectory(
      server,
      csv(
        line('new@example.com'),
        line('known@example.com'),
        line('same@example.com', ''),
        line('new@example.com'),
        ',Jo,Doe,x@example.com,,',
        'bad@example.com,Jo,Doe,no address,,',
        `${line('long@example.com')},one,more`,
      ),
    )
    expect(view).toMatchObject({
      state: 'CHECKED',
      counts: { rows: 7, create: 1, update: 1, unchanged: 1, invalid: 4 },
    })
    const rows = await rowsOf(server, view.id)
    expect(rows.map(({ line: at, action, name, problems }) => [at, action, name, ...problems.map(told)])).toEqual([
      [2, 'CREATE', 'new@example.com'],
      [3, 'UPDATE', 'known@example.com'],
      [4, 'UNCHANGED', 'same@example.com'],
      [5, 'INVALID', 'new@example.com', 'is about the same as line 2'],
      [6, 'INVALID', '', 'names neither a login nor an id'],
      [7, 'INVALID', 'bad@example.com', expect.stringMatching(/^email: /)],
      [8, 'INVALID', '', 'has 8 cells, but there are 6 columns'],
    ])
    expect(rows[1]).toMatchObject({ before: { department: null }, after: { department: 'Sales' } })
    expect(rows.map(({ text }) => text)[5]).toBe('bad@example.com,Jo,Doe,no address,,')
    const file = await server.client.fetch(`/gatehouse/v1/directory/imports/${view.id}/problems`)
    const [head, first, , third] = (await file.text()).split('\r\n')
    expect(head).toBe('line,field,problem,row')
    expect(first).toContain('5,,is about the same as line 2,')
    expect(third).toMatch(/^7,email,.*"bad@example.com,Jo,Doe,no address,,"$/)
    const applying = await server.client.refused('applyDirectoryImport', params(view.id))
    expect(applying.body).toMatchObject({ errorCode: 'E0000107' })
    expect((await refusal('new@example.com')).status).toBe(404)
  })

  it.each([
    [{ Nothing: 'login' }, 'mapping.Nothing'],
    [{ Mail: 'shoeSize' }, 'mapping.Mail'],
    [{ Mail: 'email' }, 'mapping'],
    [{ Username: 'login', Mail: 'login' }, 'mapping.Mail'],
  ])('refuses the mapping %j, and names its place', async (mapping, location) => {
    const { id } = await uploadDirectory(server, csv(line('mapped@example.com')))
    const { status, body } = await server.client.refused('checkDirectoryImport', { ...params(id), body: { mapping } })
    expect([status, body.errorCauses[0]?.errorSummary]).toEqual([400, expect.stringContaining(location)])
  })

  it('leaves an empty cell alone, or takes the value away where that is asked for', async () => {
    await server.make.aUser({
      login: 'titled@example.com',
      firstName: 'Jo',
      lastName: 'Doe',
      email: 'titled@example.com',
      title: 'Dr',
    })
    const file = 'login,title\ntitled@example.com,\n'
    expect((await checkedDirectory(server, file)).counts).toMatchObject({ unchanged: 1 })
    const { id } = await appliedDirectory(server, file, { options: { clear: true } })
    expect((await rowsOf(server, id))[0]).toMatchObject({ before: { title: 'Dr' }, after: { title: null } })
    expect((await person('titled@example.com')).profile).not.toHaveProperty('title')
  })
})

type CustomProperties = NonNullable<
  NonNullable<NonNullable<ProfileSchemaUpdate['definitions']>['custom']>['properties']
>

describe('attributes that the organization has added', () => {
  beforeAll(async () => {
    const properties: CustomProperties = {
      badge: { title: 'Badge number', type: 'integer', unique: 'UNIQUE_VALIDATED' },
      remote: { title: 'Works remotely', type: 'boolean' },
      skills: { title: 'Skills', type: 'array', items: { type: 'string' } },
      site: { title: 'Site', type: 'string', enum: ['Rome', 'Oslo'] },
    }
    await server.client.call('updateUserSchema', {
      params: { schemaId: 'default' },
      body: { definitions: { custom: { properties } } },
    })
    await server.client.call('updateGroupSchema', {
      body: { definitions: { custom: { properties: { cost: { title: 'Cost centre', type: 'number' } } } } },
    })
  })
  const HEADER = 'login,firstName,lastName,email,Badge number,Works remotely,skills,Site'
  const row = (login: string, ...values: string[]) => [login, 'Jo', 'Ito', login, ...values].join(',')

  it('are suggested by their titles, read by their types, and come back from an export unchanged', async () => {
    const file = [HEADER, row('typed@example.com', '7', 'yes', 'ski | sail', 'Rome'), ''].join('\n')
    const { targets, columns } = await uploadDirectory(server, file)
    expect(columns.map(({ target }) => target).slice(4)).toEqual(['badge', 'remote', 'skills', 'site'])
    expect(targets.find(({ name }) => name === 'skills')).toMatchObject({ type: 'array', custom: true })
    await appliedDirectory(server, file)
    const { profile } = await person('typed@example.com')
    expect(profile).toMatchObject({ badge: 7, remote: true, skills: ['ski', 'sail'], site: 'Rome' })
    const exported = await (await server.client.fetch('/gatehouse/v1/directory/exports')).text()
    expect((await checkedDirectory(server, exported)).counts).toMatchObject({ create: 0, update: 0, invalid: 0 })
  })

  it.each(['CSV', 'NDJSON'] as const)('of lists come back from %s whatever their values hold', async (format) => {
    const values = ['a|b', 'C:\\', '\\|', '||', '\\\\server\\x', "'=1+1", '-1', 'a, "b"; c', 'línea\ndos']
    const { client, make } = server
    const lists = [values, values.toReversed(), ["''=1"], ['=1', '|']]
    const people = []
    for (const skills of lists) {
      const { id: userId } = await make.aUser()
      await client.call('updateUser', { params: { userId }, body: { profile: { skills } as never } })
      people.push(userId)
    }
    const query = `kind=users&format=${format}`
    const exported = await (await client.fetch(`/gatehouse/v1/directory/exports?${query}`)).text()
    expect((await checkedDirectory(server, exported, { format })).counts).toMatchObject({ update: 0, invalid: 0 })
    for (const userId of people)
      await client.call('updateUser', { params: { userId }, body: { profile: { skills: ['gone'] } as never } })
    await appliedDirectory(server, exported, { format })
    for (const [at, login] of people.entries()) expect((await person(login)).profile['skills']).toEqual(lists[at])
  })

  it('are asked for what their schema says, and a value that is unique has one row', async () => {
    const lines = [
      row('odd@example.com', 'x', 'perhaps', '', 'Paris'),
      row('one@example.com', '8', '', '', ''),
      row('two@example.com', '8', '', '', ''),
      row('three@example.com', '7', '', '', ''),
    ]
    const view = await checkedDirectory(server, [HEADER, ...lines, ''].join('\n'))
    expect((await rowsOf(server, view.id)).map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['badge', 'remote', 'site'],
      [],
      ['badge'],
      ['badge'],
    ])
  })

  it('of groups stay where an import does not name them', async () => {
    await appliedDirectory(server, 'name,Cost centre\nPriced,12.5\n', { kind: 'groups' })
    await appliedDirectory(server, 'name,description\nPriced,Dear\n', { kind: 'groups' })
    const { body } = await server.client.call('listGroups', { query: { q: 'Priced' } })
    expect(body[0]?.profile).toEqual({ name: 'Priced', description: 'Dear', cost: 12.5 })
  })
})

describe('an applied import', () => {
  it('made and changed people, each with its event, and can be undone', async () => {
    await server.make.aUser({ login: 'ann@example.com', firstName: 'Ann', lastName: 'Doe', email: 'ann@example.com' })
    const file = csv(
      ...Array.from({ length: 30 }, (_, index) => line(`p${index}@example.com`)),
      line('ann@example.com'),
    )
    const view = await appliedDirectory(server, file)
    expect(view).toMatchObject({ state: 'APPLIED', applied: 31, problem: null })
    expect(await person('p7@example.com')).toMatchObject({ status: 'PROVISIONED', profile: { department: 'Sales' } })
    expect(await person('ann@example.com')).toMatchObject({ profile: { firstName: 'Jo', department: 'Sales' } })
    const { id: userId } = await person('p7@example.com')
    const since = new Date(START - 86_400_000).toISOString()
    const events = await server.client.call('listLogEvents', { query: { since, filter: `target.id eq "${userId}"` } })
    expect(events.body.map(({ eventType }) => eventType)).toContain('user.lifecycle.create')

    await server.client.call('undoDirectoryImport', params(view.id))
    expect(await settledImport(server, view.id)).toMatchObject({ state: 'REVERTED', applied: 0, problem: null })
    expect((await refusal('p7@example.com')).status).toBe(404)
    expect(await person('ann@example.com')).toMatchObject({ profile: { firstName: 'Ann' } })
    expect((await person('ann@example.com')).profile).not.toHaveProperty('department')
  })

  it('leaves alone what somebody changed since, when it is undone', async () => {
    const { id } = await appliedDirectory(server, csv(line('kept@example.com'), line('gone@example.com')))
    const { id: userId } = await person('kept@example.com')
    await server.client.call('updateUser', { params: { userId }, body: { profile: { department: 'Legal' } } })
    await server.client.call('undoDirectoryImport', params(id))
    await settledImport(server, id)
    expect((await person('kept@example.com')).profile).toMatchObject({ department: 'Legal' })
    expect((await refusal('gone@example.com')).status).toBe(404)
    expect((await rowsOf(server, id)).map(({ problems }) => problems.length)).toEqual([1, 0])
  })

  it('is all or nothing: a row that no longer fits takes back what was applied, and says its line', async () => {
    const logins = Array.from({ length: 20 }, (_, index) => `all${index}@example.com`)
    const { id } = await checkedDirectory(server, csv(...logins.map((login) => line(login))))
    await server.make.aUser({
      login: 'all19@example.com',
      firstName: 'First',
      lastName: 'Come',
      email: 'all19@example.com',
    })
    await server.client.call('applyDirectoryImport', params(id))
    const view = await settledImport(server, id)
    expect(view).toMatchObject({ state: 'REVERTED', applied: 0, problem: expect.stringContaining('Line 21: ') })
    expect((await refusal('all0@example.com')).status).toBe(404)
    expect(await person('all19@example.com')).toMatchObject({ profile: { firstName: 'First' } })
  })

  it('can be forgotten; then it cannot be undone', async () => {
    const { id } = await appliedDirectory(server, csv(line('forgotten@example.com')))
    await server.client.call('deleteDirectoryImport', params(id))
    expect((await server.client.refused('undoDirectoryImport', params(id))).status).toBe(404)
    expect((await person('forgotten@example.com')).status).toBe('PROVISIONED')
  })
})

describe('groups and memberships', () => {
  it('are made, changed, filled and emptied by name', async () => {
    const { id: designers } = await server.make.aGroup('Designers')
    await server.make.aUser({ login: 'mia@example.com', firstName: 'Mia', lastName: 'Doe', email: 'mia@example.com' })
    const groups = await appliedDirectory(server, 'Group name,Description\nDesigners,They draw\nWriters,They write\n', {
      kind: 'groups',
    })
    expect(groups).toMatchObject({ state: 'APPLIED', counts: { create: 1, update: 1 } })
    const { body } = await server.client.call('getGroup', { params: { groupId: designers } })
    expect(body.profile).toEqual({ name: 'Designers', description: 'They draw' })

    const members = 'Team,Member\nDesigners,mia@example.com\nWriters,mia@example.com\nEveryone,mia@example.com\n'
    const refused = await checkedDirectory(server, members, { kind: 'memberships' })
    expect(refused.counts).toMatchObject({ create: 2, invalid: 1 })
    const file = members.replace('Everyone,mia@example.com\n', '')
    const { id } = await appliedDirectory(server, file, { kind: 'memberships' })
    const namesOf = async () =>
      (await server.client.call('listUserGroups', { params: { userId: 'mia@example.com' } })).body.map(
        ({ profile }) => profile.name,
      )
    expect((await namesOf()).sort()).toEqual(['Designers', 'Everyone', 'Writers'])
    expect((await checkedDirectory(server, file, { kind: 'memberships' })).counts).toMatchObject({ unchanged: 2 })
    await server.client.call('undoDirectoryImport', params(id))
    await settledImport(server, id)
    expect(await namesOf()).toEqual(['Everyone'])

    await appliedDirectory(server, file, { kind: 'memberships' })
    await appliedDirectory(server, file, { kind: 'memberships', options: { remove: true } })
    expect(await namesOf()).toEqual(['Everyone'])
  })
})

describe('other formats', () => {
  it('JSON lines have the form of the interface itself', async () => {
    const profile = { login: 'json@example.com', firstName: 'J', lastName: 'Son', email: 'json@example.com' }
    const file = `${JSON.stringify({ profile })}\n${JSON.stringify({ profile: { ...profile, login: 'second@example.com' } })}\n`
    expect(await appliedDirectory(server, file, { format: 'NDJSON' })).toMatchObject({ counts: { create: 2 } })
    expect((await person('second@example.com')).profile).toMatchObject({ lastName: 'Son' })
  })

  it('SCIM resources and list responses name people, groups and members (RFC 7643)', async () => {
    const user = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'scim@example.com',
      name: { givenName: 'Sam', familyName: 'Imm' },
      emails: [{ value: 'second@example.com' }, { value: 'scim@example.com', primary: true }],
      phoneNumbers: [{ type: 'mobile', value: '+1 555 0100' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
        department: 'Ops',
        manager: { displayName: 'Ada' },
      },
    }
    const list = JSON.stringify({ Resources: [user] })
    expect(await appliedDirectory(server, list, { format: 'SCIM' })).toMatchObject({ counts: { create: 1 } })
    const { profile } = await person('scim@example.com')
    expect(profile).toMatchObject({ firstName: 'Sam', email: 'scim@example.com', mobilePhone: '+1 555 0100' })
    expect(profile).toMatchObject({ secondEmail: 'second@example.com', department: 'Ops', manager: 'Ada' })
    const group = JSON.stringify({
      displayName: 'Scimmers',
      members: [{ value: (await person('scim@example.com')).id }],
    })
    await appliedDirectory(server, group, { kind: 'groups', format: 'SCIM' })
    const members = await appliedDirectory(server, group, { kind: 'memberships', format: 'SCIM' })
    expect(members).toMatchObject({ state: 'APPLIED', applied: 1 })
  })
})

describe('a SCIM list response', () => {
  const resource = (index: number) => ({
    userName: `many${index}@example.com`,
    name: { givenName: 'Many', familyName: 'x'.repeat(50) },
    emails: [{ value: `many${index}@example.com` }],
    addresses: [{ locality: 'y'.repeat(200) }],
  })
  const response = (count: number) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: count,
    Resources: Array.from({ length: count }, (_, index) => resource(index)),
  })
  const checked = async (file: string) => checkedDirectory(server, file, { format: 'SCIM' })

  it('can be larger than any row may be, on one line or on many', async () => {
    expect(JSON.stringify(response(2_800)).length).toBeGreaterThan(1_048_576)
    expect((await checked(JSON.stringify(response(2_800)))).counts).toMatchObject({ create: 2_800, invalid: 0 })
    expect((await checked(JSON.stringify(response(3), null, 2))).counts).toMatchObject({ create: 3, invalid: 0 })
    expect((await checked(JSON.stringify(resource(0), null, 2))).counts).toMatchObject({ create: 1, invalid: 0 })
  })

  it.each([
    ['was cut off', JSON.stringify(response(3)).slice(0, -40), /does not end/],
    ['breaks off in the middle', JSON.stringify(response(3)).replace('"many1', '}"many1'), /no JSON/],
    [
      'has a resource that is too large',
      JSON.stringify({ Resources: [resource(0), { userName: 'x'.repeat(1_200_000) }] }),
      /is longer than/,
    ],
  ])('that %s says so, and its rows cannot be applied', async (_, file, problem) => {
    const { id, counts } = await checked(file)
    expect(counts.invalid).toBeGreaterThan(0)
    expect((await rowsOf(server, id)).flatMap(({ problems }) => problems.map(({ message }) => message))).toContainEqual(
      expect.stringMatching(problem),
    )
  })
})

describe('an export', () => {
  it.each(['CSV', 'NDJSON'] as const)('as %s comes back as it was: every row is unchanged', async (format) => {
    await server.make.aUser({
      login: `${format}@example.com`,
      firstName: '=1+1',
      lastName: 'a,"b"',
      email: `${format}@example.com`,
    })
    for (const kind of ['users', 'memberships'] as const) {
      const response = await server.client.fetch(`/gatehouse/v1/directory/exports?kind=${kind}&format=${format}`)
      const text = await response.text()
      if (kind === 'users' && format === 'CSV') expect(text).toContain(`'=1+1`)
      const view = await checkedDirectory(server, text, { kind, format })
      expect(view.counts).toMatchObject({ create: 0, update: 0, invalid: 0 })
      expect(view.counts.unchanged).toBeGreaterThan(0)
    }
  })
})

describe('applying', () => {
  it('lets other writes pass between its slices: each is answered, and stands in the log between the rows', async () => {
    const logins = Array.from({ length: 4_000 }, (_, index) => `slice${index}@example.com`)
    const { id } = await checkedDirectory(server, csv(...logins.map((login) => line(login))))
    await server.client.call('applyDirectoryImport', params(id))
    /** How many rows were applied when each of the other writes had been answered. */
    const passed = new Map<string, number>()
    for (let view = await getImport(server, id); view.state !== 'APPLIED'; view = await getImport(server, id)) {
      // Not begun yet, or under way.
      expect(['CHECKED', 'APPLYING']).toContain(view.state)
      passed.set((await server.make.aGroup()).id, (await getImport(server, id)).applied)
    }
    const between = [...passed].filter(([, applied]) => applied > 0 && applied < logins.length)
    expect(between.length).toBeGreaterThan(1)
    const before = await withDatabase(server.dataFile, async (database) => {
      const events = await database.all<{ type: string; target: string; login: string }>(
        `SELECT event_type AS type, json_extract(payload, '$.target[0].id') AS target,
          json_extract(payload, '$.target[0].alternateId') AS login FROM log_events ORDER BY sequence`,
      )
      const isRow = ({ type, login }: (typeof events)[number]) =>
        type === 'user.lifecycle.create' && login.startsWith('slice')
      return new Map(
        between.map(([groupId]) => {
          const at = events.findIndex(({ type, target }) => type === 'group.lifecycle.create' && target === groupId)
          return [groupId, events.slice(0, at).filter(isRow).length]
        }),
      )
    })
    // The first may come before the first slice.
    const rows = between.map(([groupId]) => before.get(groupId) ?? 0)
    expect(rows.filter((count) => count > 0).length).toBeGreaterThan(0)
    expect(Math.max(...rows)).toBeLessThan(logins.length)
  })
})

describe('cancelling', () => {
  it('takes back what was applied so far', async () => {
    const logins = Array.from({ length: 3_000 }, (_, index) => `cancel${index}@example.com`)
    const { id } = await checkedDirectory(server, csv(...logins.map((login) => line(login))))
    await server.client.call('applyDirectoryImport', params(id))
    let view = await getImport(server, id)
    while (view.applied === 0) view = await getImport(server, id)
    await server.client.call('cancelJob', { params: { jobId: view.jobId as string } })
    expect(await settledImport(server, id)).toMatchObject({ state: 'REVERTED', applied: 0 })
    expect((await refusal('cancel0@example.com')).status).toBe(404)
  })
})
