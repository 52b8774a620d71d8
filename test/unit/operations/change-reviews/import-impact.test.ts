import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '#contract/policy/policy.ts'
import { computeImportImpact } from '#operations/change-reviews/import-impact.ts'
import { readDirectory } from '#operations/policies/audience-data.ts'
import { reviewText } from '#ui/features/directory/imports/import-text.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { aGroupRule, atRest } from '../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { appliedDirectory, checkedDirectory, uploadDirectory } from '../../../helpers/directory-import.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startServer()
  staff = (await server.make.aGroup('Staff')).id
  const { client } = server
  const body = {
    type: 'SVC_SIGN_ON' as const,
    name: 'For staff',
    conditions: { people: { groups: { include: [staff] } } },
  }
  const policy = (await client.call('createPolicy', { body })).body as Policy
  await client.call('createRule', {
    params: { policyId: policy.id },
    body: { type: 'SIGN_ON', name: 'Denied', actions: { signon: { access: 'DENY' } } },
  })
  for (const login of ['ida@example.com', 'ben@example.com'])
    await server.make.aUser({ login, firstName: 'Jo', lastName: 'Doe', email: login })
})

const impactOf = async (directoryImportId: string) =>
  (await server.client.call('getDirectoryImportImpact', { params: { directoryImportId } })).body
const members = (...logins: string[]) => ['group,user', ...logins.map((login) => `Staff,${login}`), ''].join('\n')

describe('whose policies an import would change', () => {
  it('are those who join a group that a policy is for, by the names of whom it asks', async () => {
    const file = members('ida@example.com', 'ben@example.com')
    const { id } = await checkedDirectory(server, file, { kind: 'memberships' })
    const review = await impactOf(id)
    expect(review.affected).toBe(2)
    expect(review.effects.map(({ effect, people, cases }) => [effect, people, cases[0]?.after])).toEqual([
      ['LOSES_ACCESS', 2, 'Denied'],
    ])
    const { body } = await server.client.call('listReviewedPeople', {
      params: { reviewId: review.id },
      query: { effect: 'LOSES_ACCESS' },
    })
    expect(body.map(({ login }) => login).sort()).toEqual(['ben@example.com', 'ida@example.com'])
  })

  it('are counted of the first rows where there are too many, and the reply says so', async () => {
    const file = members('ida@example.com', 'ben@example.com')
    const { id } = await checkedDirectory(server, file, { kind: 'memberships' })
    expect((await impactOf(id)).rows).toEqual({ changing: 2, judged: 2 })
    expect((await impactOf(id)).notes).toEqual([])
    const part = await withDatabase(server.dataFile, async (read) => {
      const directory = await readDirectory(read, 'identity')
      const { signal } = new AbortController()
      return computeImportImpact({ directory, read, now: server.clock.now, signal }, id, 1)
    })
    expect(part).toMatchObject({ affected: 1, rows: { changing: 2, judged: 1 } })
    expect(part.notes).toEqual([])
    expect(reviewText(part)).toMatch(
      /^Only the first 1 of 2 rows that change something were judged: 1 of \d+ people is/,
    )
    expect(reviewText({ ...part, rows: { changing: 2, judged: 2 } })).toMatch(/^1 of \d+ people is affected\.$/)
  })

  it('gain access again when they leave it', async () => {
    const file = members('ida@example.com')
    await appliedDirectory(server, file, { kind: 'memberships' })
    const { id } = await checkedDirectory(server, file, { kind: 'memberships', options: { remove: true } })
    expect((await impactOf(id)).effects.map(({ effect, people }) => [effect, people])).toEqual([['GAINS_ACCESS', 1]])
  })

  it('are those whom a group rule would move, by a profile that changes; what new people come to is told', async () => {
    const { client } = server
    const rule = await client.call('createGroupRule', {
      body: {
        type: 'group_rule',
        name: 'Sales are staff',
        conditions: { expression: { value: 'user.department == "Sales"', type: 'urn:svc:expression:1.0' } },
        actions: { assignUserToGroups: { groupIds: [staff] } },
      },
    })
    await client.call('activateGroupRule', { params: { groupRuleId: rule.body.id } })
    const file =
      'login,firstName,lastName,email,department\nben@example.com,Jo,Ito,ben@example.com,Sales\nnew@example.com,Nu,Ito,new@example.com,Sales\n'
    const { id } = await checkedDirectory(server, file)
    const review = await impactOf(id)
    expect(review.effects.map(({ effect, people }) => [effect, people])).toEqual([['LOSES_ACCESS', 1]])
    expect(review.notes).toContainEqual(expect.stringMatching(/^1 new person · .*: Denied$/))
  })

  it('are those who leave a group that a rule put them into, which excepts them then', async () => {
    const { client, make } = server
    const login = 'ruled@example.com'
    await make.aUser({ login, firstName: 'Jo', lastName: 'Doe', email: login })
    const further = await make.aGroup()
    const rule = await aGroupRule(client, `user.login == "${login}"`, [staff, further.id])
    await client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(client)
    for (const group of ['Staff', further.profile.name]) {
      const file = `group,user\n${group},${login}\n`
      const { id } = await checkedDirectory(server, file, { kind: 'memberships', options: { remove: true } })
      expect((await impactOf(id)).effects.map(({ effect, people }) => [effect, people])).toEqual([['GAINS_ACCESS', 1]])
    }
  })

  it('is none for values that no condition asks about, and is asked of a checked import alone', async () => {
    const file = 'login,title\nida@example.com,Dr\n'
    expect((await impactOf((await checkedDirectory(server, file)).id)).affected).toBe(0)
    const { id: directoryImportId } = await uploadDirectory(server, file)
    const { body } = await server.client.refused('getDirectoryImportImpact', { params: { directoryImportId } })
    expect(body.errorCode).toBe('E0000107')
  })
})
