import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
beforeAll(async () => {
  ;({ client } = await startServer({ sample: true }))
}, 120_000)

const answerAt = ({ rows, answers }: SignInMatrix, row: number, column: number) => {
  const cell = rows[row]?.cells[column] ?? null
  return cell === null ? null : answers[cell]
}

describe('the sign-ins of many people to many applications', () => {
  it.each([{}, { ip: '192.0.2.10' }, { risk: { level: 'HIGH' as const }, ip: '203.0.113.193' }])(
    'come to what each comes to by itself, from %j',
    async (policyContext) => {
      const people = (await client.call('listUsers', { query: { limit: 12 } })).body
      const apps = (await client.call('listApps', { query: { limit: 20 } })).body
      const ids = { people: people.map(({ id }) => id), apps: apps.map(({ id }) => id) }
      const matrix = (await client.call('simulateMany', { body: { ...ids, policyContext } })).body
      expect(matrix.rows.map(({ person }) => person.id)).toEqual(ids.people)
      expect(matrix.apps.map(({ id }) => id)).toEqual(ids.apps)
      let compared = 0
      for (const [row, person] of people.entries())
        for (const [column, app] of apps.entries()) {
          const context = { ...policyContext, user: { id: person.id } }
          const body = { appInstance: app.id, policyContext: context, policyTypes: ['SVC_SIGN_ON' as const] }
          const mine = answerAt(matrix, row, column)
          if (mine === null) {
            expect(JSON.stringify(await client.refused('explainPolicies', { body }))).toContain('not assigned')
            continue
          }
          expect(mine).toEqual((await client.call('explainPolicies', { body })).body.answer)
          compared += 1
        }
      expect(compared).toBeGreaterThan(20)
    },
    60_000,
  )

  it('are those of a group, by name, and as many as there is room for', async () => {
    const [group] = (await client.call('listGroups', { query: { filter: 'type eq "BUILT_IN"' } })).body
    const matrix = (await client.call('simulateMany', { body: { groupId: group?.id ?? '' } })).body
    expect(matrix.rows).toHaveLength(LIMITS.matrixPeople)
    expect(matrix.morePeople).toBe(288 - LIMITS.matrixPeople)
    expect(matrix.apps).toEqual([{ id: null, name: 'Sign-in' }])
    expect(matrix.rows.every(({ cells }) => cells.length === 1 && cells[0] !== null)).toBe(true)
    expect(new Set(matrix.answers.map((answer) => JSON.stringify(answer))).size).toBe(matrix.answers.length)
  })

  it('name what does not exist, and do not begin without people', async () => {
    const [user] = (await client.call('listUsers', { query: { limit: 1 } })).body
    const refused = (body: object) => client.refused('simulateMany', { body })
    expect((await refused({ people: ['00unobody'] })).code).toBe('E0000007')
    expect((await refused({ people: [user?.id], apps: ['0oanothing'] })).code).toBe('E0000007')
    expect((await refused({ groupId: '00gnothing' })).code).toBe('E0000007')
    expect((await refused({ people: [user?.id], policyContext: { zones: { ids: ['nzonothing'] } } })).code).toBe(
      'E0000007',
    )
    for (const body of [{}, { people: [] }, { people: [user?.id], groupId: '00g' }])
      expect(JSON.stringify(await refused(body))).toContain('give either people or groupId')
    const many = Array.from({ length: LIMITS.matrixPeople + 1 }, () => user?.id)
    expect((await refused({ people: many })).code).toBe('E0000001')
  })
})

describe('a sign-in before a change and after it', () => {
  let make: Factories
  let own: Client
  beforeAll(async () => {
    ;({ client: own, make } = await startServer())
  })

  it('tells both answers, and changes nothing', async () => {
    const ada = await make.aUser({ firstName: 'Ada' })
    const policy = await make.theDefault('SVC_SIGN_ON')
    const body = {
      type: 'SIGN_ON',
      name: 'Shut',
      actions: { signon: { access: 'DENY' } },
      conditions: { people: { users: { include: [ada.id] } } },
    }
    const steps = [{ operation: 'createRule' as const, params: { policyId: policy.id }, body }]
    const question = { policyContext: { user: { id: ada.id } }, policyTypes: ['SVC_SIGN_ON' as const] }
    const told = (await own.call('explainChange', { body: { steps, ...question } })).body
    expect([told.before.answer.answer, told.after.answer.answer]).toEqual(['YES', 'NO'])
    expect(told.after.explanations[0]?.matched).toMatchObject({ ruleName: 'Shut' })
    expect((await own.call('explainPolicies', { body: question })).body.answer.answer).toBe('YES')
    expect((await own.call('listRules', { params: { policyId: policy.id } })).body).toHaveLength(1)
  })

  it('names the field of a step that is refused', async () => {
    const ada = await make.aUser()
    const policy = await make.theDefault('SVC_SIGN_ON')
    const steps = [{ operation: 'createRule', params: { policyId: policy.id }, body: { type: 'SIGN_ON', name: '' } }]
    const body = { steps, policyContext: { user: { id: ada.id } } }
    expect(JSON.stringify(await own.refused('explainChange', { body }))).toContain('steps[0].body.name')
  })
})
