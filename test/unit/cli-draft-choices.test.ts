import { beforeAll, expect, it } from 'vitest'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import { makeDraft } from '../helpers/drafts.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const draft = (step: string, line: string[], ...args: string[]) => gatehouse('draft', step, ...line, ...args)

let served: TestServer
let line: string[]

/** A closed workspace with a draft; both have changed two groups and the order of a list. */
beforeAll(async () => {
  served = await startServer()
  const { make, client } = served
  const [night, goes] = [await make.aGroup('Night shift'), await make.aGroup('Goes')]
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Listed' })
  const [, second, third] = [
    await make.aRule(policy, { name: 'First' }),
    await make.aRule(policy, { name: 'Second' }),
    await make.aRule(policy, { name: 'Third' }),
  ]
  const made = await makeDraft(served, 'May')
  const change = async ({ client: of }: Pick<TestServer, 'client'>, name: string, description: string) =>
    of.call('replaceGroup', { params: { groupId: night.id }, body: { profile: { name, description } } })
  await change(made, 'Night', 'Of the draft')
  await change(served, 'Late shift', 'Of the workspace')
  await made.client.call('deleteGroup', { params: { groupId: goes.id } })
  await client.call('replaceGroup', {
    ...{ params: { groupId: goes.id }, body: { profile: { name: 'Goes', description: 'Kept' } } },
  })
  const move = (of: Pick<TestServer, 'client'>, rule: typeof second) =>
    of.client.call('replaceRule', {
      ...{ params: { policyId: policy.id, ruleId: rule.id }, body: { ...rule, priority: 1 } as never },
    })
  await move(made, second)
  await move(served, third)
  await served.stop()
  line = ['--data', served.dataFile, '--draft', 'May']
})

it('a plan of a draft tells what both sides have of each conflict, and what is typed to choose', async () => {
  const { status, out, err } = await draft('plan', line)
  expect([status, err]).toEqual([3, ''])
  const parts = out.split(/^(?=conflict: |\d+ conflicts? )/m)
  const [left, ...conflicts] = [parts.pop(), ...parts.toSorted()]
  expect(conflicts).toEqual([
    'conflict: group Goes\n  only in the workspace\n  choose: group:Goes\n',
    [
      'conflict: group Late shift',
      '  profile.name: draft "Night", workspace "Late shift"',
      '  profile.description: draft "Of the draft", workspace "Of the workspace"',
      '  choose: "group:Late shift" or "group:Late shift:profile.name" or "group:Late shift:profile.description"\n',
    ].join('\n'),
    [
      'conflict: order of rules of Listed',
      '  draft: Second, First, Third',
      '  workspace: Third, First, Second',
      '  choose: rule:order:Listed\n',
    ].join('\n'),
  ])
  expect(left).toBe(
    '3 conflicts are left: both sides have changed the same. --choose WHAT=draft decides one, or WHAT=workspace; --prefer decides the rest.\nNothing to do.\n',
  )
})

it.each([
  ['group:Night=draft', 'No group in conflict is “Night”. To be decided: group:Goes, group:Late shift.'],
  ['zone:All=draft', 'No network zone in conflict is “All”. No network zone has to be decided.'],
  ['nothing:All=draft', 'There is no kind “nothing”.'],
  ['group:Goes=remote', '--choose group:Goes takes draft or workspace, not “remote”.'],
  ['group:Goes', '--choose takes WHAT=SIDE, such as group:Sales=draft, not “group:Goes”.'],
  [
    'group:Late shift:profile.title=draft',
    'does not have to be decided. To be decided: profile.description, profile.name.',
  ],
])('a choice that cannot be followed ends the command, and says what there is: %s', async (choice, told) => {
  for (const step of ['plan', 'publish', 'rebase'])
    expect(await draft(step, line, '--choose', choice)).toMatchObject({
      ...{ status: 1, err: expect.stringContaining(told) },
    })
})

it('a draft is brought up to date, and published, by choices', async () => {
  expect(await draft('rebase', line)).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('3 objects or lists were changed in the draft and in the workspace') },
  })
  const some = ['--choose', 'group:Late shift=draft', '--choose', 'group:Late shift:profile.name=workspace']
  const rest = ['--choose', 'group:Goes=draft', '--choose', 'rule:order:Listed=workspace']
  const plan = JSON.parse((await draft('plan', line, '--json', ...some)).out) as DraftPlan
  expect(plan).toMatchObject({ conflicts: 2, choices: [{ prefer: 'draft' }, { prefer: 'workspace' }] })
  expect(await draft('rebase', line, ...some, ...rest)).toEqual({
    ...{ status: 0, err: '', out: 'May is up to date: 2 steps.\n' },
  })
  expect((await draft('plan', line)).out).toContain('change group Late shift: profile.description\nremove group Goes\n')
  expect(await draft('rebase', line)).toMatchObject({ status: 0, out: 'May has all that the workspace has.\n' })
  expect(await draft('publish', line, '--yes-i-know', 'May')).toMatchObject({
    ...{ status: 0, out: expect.stringContaining('May is published.') },
  })
  const server = await startServer({ dataFile: served.dataFile, token: served.token })
  const groups = (await server.client.call('listGroups', {})).body.map(({ profile }) => profile)
  expect(groups).toContainEqual({ name: 'Late shift', description: 'Of the draft' })
  expect(groups.map(({ name }) => name)).not.toContain('Goes')
})
