import { expect, it } from 'vitest'
import type { DraftPlan, DraftPlanRequest, DraftSide } from '#contract/gatehouse/draft-plan.ts'
import type { Rule } from '#contract/policy/policy.ts'
import { makeDraft, plannedDraft, published, type TestDraft } from '../../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { ended } from '../../../helpers/sync/connections.ts'

type Side = Pick<TestServer, 'client'>

const describe = ({ client }: Side, { id }: { id: string }, name: string, description: string) =>
  client.call('replaceGroup', { params: { groupId: id }, body: { profile: { name, description } } })
const remove = ({ client }: Side, { id }: { id: string }) => client.call('deleteGroup', { params: { groupId: id } })
const groupsOf = async ({ client }: Side) =>
  (await client.call('listGroups', { query: { limit: 200 } })).body
    .map(({ profile: { name, description } }) => `${name}: ${description ?? ''}`)
    .filter((text) => /^(?:One|Two|Goes)/.test(text))
    .sort()

/** Puts a rule at a place of its policy. */
const move = ({ client }: Side, { policyId, rule }: { policyId: string; rule: Rule }, priority: number) =>
  client.call('replaceRule', { params: { policyId, ruleId: rule.id }, body: { ...rule, priority } as never })
const rulesOf = async ({ client }: Side, policyId: string) =>
  (await client.call('listRules', { params: { policyId } })).body
    .filter(({ system }) => !system)
    .map(({ name }) => name)

/** A draft in which groups, and the order of the rules of a policy, were changed, as in the workspace since; each otherwise. */
async function bothChanged() {
  const server = await startServer()
  const [one, two, here, there] = [
    await server.make.aGroup('One'),
    await server.make.aGroup('Two'),
    await server.make.aGroup('Goes here'),
    await server.make.aGroup('Goes there'),
  ]
  const { id: policyId, type } = await server.make.aPolicy('SVC_SIGN_ON', { name: 'Listed' })
  const policy = { id: policyId, type }
  const [, second, third] = [
    await server.make.aRule(policy, { name: 'First' }),
    await server.make.aRule(policy, { name: 'Second' }),
    await server.make.aRule(policy, { name: 'Third' }),
  ]
  const draft = await makeDraft(server, 'Both ways')
  for (const group of [one, two]) {
    await describe(draft, group, group.profile.name, 'Of the draft')
    await describe(server, group, group.profile.name, 'Of the workspace')
  }
  await remove(draft, there)
  await describe(server, there, 'Goes there', 'Of the workspace')
  await describe(draft, here, 'Goes here', 'Of the draft')
  await remove(server, here)
  await move(draft, { policyId, rule: second }, 1)
  await move(server, { policyId, rule: third }, 1)
  return { server, draft, policyId }
}

/** Choices by the names of conflicts. */
const choose = (
  { conflicting }: DraftPlan,
  sides: Readonly<Record<string, DraftSide>>,
): NonNullable<DraftPlanRequest['choices']> =>
  conflicting.flatMap(({ kind, name, difference }) =>
    difference !== null && sides[name] ? [{ kind, difference, prefer: sides[name] }] : [],
  )

const rebased = async (server: TestServer, { draft }: TestDraft, body: DraftPlanRequest) =>
  ended(server, (await server.client.call('rebaseDraft', { params: { draftId: draft.id }, body })).body.id)

const ALL = {
  One: 'draft',
  Two: 'workspace',
  'Goes here': 'draft',
  'Goes there': 'draft',
  'Order of rules': 'draft',
} as const

it('a plan of a draft says of each conflict what the draft and the workspace have, and by what it is chosen', async () => {
  const { server, draft } = await bothChanged()
  const { plan, steps } = await plannedDraft(server, draft)
  expect([plan.conflicts, plan.choices, steps]).toEqual([5, [], []])
  const told = Object.fromEntries(plan.conflicting.map(({ name, difference: _, kind: __, ...rest }) => [name, rest]))
  const rest = { isList: false, parent: null, onlyIn: null, fields: [], moreFields: 0, order: null }
  const fields = [{ path: 'profile.description', before: null, draft: 'Of the draft', workspace: 'Of the workspace' }]
  expect(told).toEqual({
    One: { ...rest, fields },
    Two: { ...rest, fields },
    'Goes here': { ...rest, onlyIn: 'draft' },
    'Goes there': { ...rest, onlyIn: 'workspace' },
    'Order of rules': {
      ...{ ...rest, isList: true, parent: 'Listed' },
      order: {
        draft: ['Second', 'First', 'Third'],
        workspace: ['Third', 'First', 'Second'],
        more: { draft: 0, workspace: 0 },
      },
    },
  })
  expect(new Set(plan.conflicting.map(({ difference }) => difference)).size).toBe(5)
})

it('a draft is published by what was chosen for each object and list, and keeps what is left open', async () => {
  const { server, draft, policyId } = await bothChanged()
  const open = await plannedDraft(server, draft)
  const { 'Goes there': _, ...some } = ALL
  const choices = choose(open.plan, some)
  const { plan, steps } = await plannedDraft(server, draft, { choices })
  expect(plan.choices).toEqual(choices)
  expect([plan.conflicting.map(({ name }) => name), steps]).toEqual([
    ['Goes there'],
    ['create group Goes here', 'change group One', 'order rule Order of rules'],
  ])
  const stale = published(server, draft, { digest: open.plan.digest })
  await expect(stale).rejects.toThrow('digest: is not that of the latest plan')
  expect(await published(server, draft, { digest: plan.digest })).toMatchObject({ state: 'COMPLETED', problem: null })
  expect(await groupsOf(server)).toEqual([
    ...['Goes here: Of the draft', 'Goes there: Of the workspace', 'One: Of the draft', 'Two: Of the workspace'],
  ])
  expect(await rulesOf(server, policyId)).toEqual(['Second', 'First', 'Third'])
  expect((await server.client.call('listDrafts', {})).body).toHaveLength(1)
})

it('a draft is brought up to date by choices as its plan names them, and not while one is open', async () => {
  const { server, draft, policyId } = await bothChanged()
  const { plan } = await plannedDraft(server, draft)
  const { One: _, ...some } = ALL
  expect(await rebased(server, draft, { choices: choose(plan, some) })).toMatchObject({
    state: 'FAILED',
    problem:
      '1 object or list was changed in the draft and in the workspace: say who wins, for all (prefer) or one by one (choices). A plan of the draft names them.',
  })
  const wanted = { ...ALL, 'Goes there': 'workspace', 'Order of rules': 'workspace' } as const
  expect(await rebased(server, draft, { choices: choose(plan, wanted) })).toMatchObject({
    ...{ state: 'COMPLETED', problem: null },
  })
  expect(await groupsOf(draft)).toEqual([
    ...['Goes here: Of the draft', 'Goes there: Of the workspace', 'One: Of the draft', 'Two: Of the workspace'],
  ])
  expect(await rulesOf(draft, policyId)).toEqual(['Third', 'First', 'Second'])
  const after = await plannedDraft(server, draft)
  expect([after.plan.conflicts, after.steps]).toEqual([0, ['create group Goes here', 'change group One']])
})

it('the narrower choice decides, and one of what is no conflict has no effect', async () => {
  const { server, draft } = await bothChanged()
  const { conflicting } = (await plannedDraft(server, draft)).plan
  const difference = conflicting.find(({ name }) => name === 'One')?.difference ?? ''
  const group = { kind: 'group' } as const
  const { plan, steps } = await plannedDraft(server, draft, {
    prefer: 'draft',
    choices: [
      { ...group, prefer: 'workspace' },
      { ...group, difference, prefer: 'workspace' },
      { ...group, difference, path: 'profile.description', prefer: 'draft' },
      { ...group, difference: 'group:gone', prefer: 'draft' },
      { kind: 'zone', difference: 'zone:gone', path: 'name', prefer: 'draft' },
    ],
  })
  expect([plan.conflicts, steps]).toEqual([0, ['change group One', 'order rule Order of rules']])
  expect(await published(server, draft, { digest: plan.digest })).toMatchObject({ state: 'COMPLETED', problem: null })
})

it.each([
  ['choices[0].kind', { kind: 'nothing', prefer: 'draft' }],
  ['choices[0].prefer', { kind: 'group', prefer: 'remote' }],
  ['choices[0].difference', { kind: 'group', path: 'profile.name', prefer: 'draft' }],
  ['choices[0].path', { kind: 'group', difference: 'group:1', path: 'x'.repeat(1_001), prefer: 'draft' }],
])('a choice that cannot be followed is refused by its field: %s', async (field, choice) => {
  const server = await startServer()
  const draft = await makeDraft(server, 'Refused')
  const params = { draftId: draft.draft.id }
  const body = { choices: [choice] } as never
  await expect(server.client.call('planDraft', { params, body })).rejects.toThrow(field)
  await expect(server.client.call('rebaseDraft', { params, body })).rejects.toThrow(field)
})
