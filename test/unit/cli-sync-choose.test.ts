import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { describeGroup, groupOf, setStage } from '../helpers/sync/closed-stage.ts'

type Stage = Awaited<ReturnType<typeof setStage>>

/** Both sides have changed both groups, two fields of the first, rules of one name in two policies, and the order of those of one. */
async function inConflict(): Promise<Stage> {
  const stage = await setStage()
  const { remote, here, sync } = stage
  const rules: { policy: Policy; rule: Rule }[] = []
  for (const name of ['Contractors', 'Staff']) {
    const policy = await remote.make.aPolicy('SVC_SIGN_ON', { name })
    rules.push({ policy, rule: await remote.make.aRule(policy, { name: 'At night' }) })
  }
  const { policy: contractors } = rules[0] ?? expect.unreachable()
  const day = await remote.make.aRule(contractors, { name: 'By day' })
  const noon = await remote.make.aRule(contractors, { name: 'At noon' })
  await sync('pull')
  const change = async (server: Stage['remote'], where: string) => {
    await describeGroup(server, 'Finance', { description: `Changed ${where}` })
    const { id: groupId } = await groupOf(server, 'Sales')
    const profile = { name: `Sales ${where}`, description: `Changed ${where}` }
    await server.client.call('replaceGroup', { params: { groupId }, body: { profile } })
    for (const { policy, rule } of rules) {
      const { _links, ...body } = rule
      const actions = { signon: { access: 'ALLOW', session: { maxSessionIdleMinutes: where === 'here' ? 7 : 9 } } }
      const params = { policyId: policy.id, ruleId: rule.id }
      await server.client.call('replaceRule', { params, body: { ...body, actions } as never })
    }
    const { _links, ...moved } = where === 'here' ? noon : day
    const params = { policyId: contractors.id, ruleId: moved.id }
    await server.client.call('replaceRule', { params, body: { ...moved, priority: 1 } as never })
  }
  await change(remote, 'there')
  await here((server) => change(server, 'here'))
  await remote.make.aGroup('Only there')
  return stage
}

const descriptionOf = ({ here }: Stage, name: string) =>
  here(async (server) => (await groupOf(server, name)).profile['description'])

let stage: Stage
beforeAll(async () => {
  stage = await inConflict()
}, 60_000)

/** The rules of Contractors, as they stand. */
const inOrder = ({ here }: Stage) =>
  here(async ({ client }) => {
    const { body: policies } = await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })
    const policyId = policies.find(({ name }) => name === 'Contractors')?.id ?? ''
    const { body } = await client.call('listRules', { params: { policyId } })
    return body.toSorted((a, b) => a.priority - b.priority).flatMap(({ name, system }) => (system ? [] : [name]))
  })

const pull = (...choices: string[]) => stage.sync('pull', ...choices.flatMap((choice) => ['--choose', choice]))

describe('a choice that cannot be followed ends with 1 before anything is changed, and says what there is', () => {
  it.each([
    ['group:Sales', '--choose takes WHAT=SIDE, such as group:Sales=remote, not “group:Sales”.'],
    ['group=me', '--choose group takes remote or workspace, not “me”.'],
    ['crowd=remote', 'There is no kind “crowd”. The kinds are organization, '],
    ['group:Nothing=remote', 'No group that differs is “Nothing”. To be decided: group:Finance, group:Sales here.'],
    ['network zone:Nothing=remote', 'No network zone that differs is “Nothing”. No network zone has to be decided.'],
    ['People=me', '--choose People takes remote or workspace, not “me”.'],
    ['zone:Nothing=remote', 'No network zone that differs is “Nothing”. No network zone has to be decided.'],
    ['group:Only there=remote', 'Only one side has changed the group “Only there”: nothing has to be decided.'],
    [
      'group:Finance:color=remote',
      '“color” of the group “Finance” does not have to be decided. To be decided: profile.description.',
    ],
  ])('%s', async (choice, reason) => {
    const { status, out, err } = await pull(choice)
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err.split('\n')[0]).toContain(reason)
  })

  it('a list whose order does not differ', async () => {
    const { status, err } = await pull('rule:order:Staff=remote')
    expect(status).toBe(1)
    expect(err.split('\n')[0]).toMatch(
      /^No rule that differs is “order:Staff”\. To be decided: rule:\S+, rule:\S+, rule:order:Contractors\.$/,
    )
  })

  it('one thing for both sides, also by what the kind is called', async () => {
    const { status, err } = await pull('group:Finance=remote', 'group:Finance=workspace')
    expect(status).toBe(1)
    expect(err.split('\n')[0]).toContain('--choose says both sides of group:Finance.')
    const other = await pull('user:Ada=remote', 'Person:Ada=workspace')
    expect(other.err.split('\n')[0]).toContain('--choose says both sides of user:Ada.')
  })

  it('a name that several objects have', async () => {
    const { status, err } = await pull('rule:At night=remote')
    expect(status).toBe(1)
    expect(err.split('\n')[0]).toMatch(
      /^Several rules are “At night”\. Say which by its id: rule:\S+ \(of (?:Contractors|Staff)\), rule:\S+ \(of (?:Contractors|Staff)\)\.$/,
    )
  })
})

it('what can be typed for a conflict is printed, and decides a field, an object by its id, an order, and a kind', async () => {
  const { out } = await stage.sync('compare')
  expect(out).toContain('    choose: group:Finance\n')
  const sales = '"group:Sales here" or "group:Sales here:profile.name" or "group:Sales here:profile.description"'
  expect(out.split('\n').map((line) => line.trim())).toContain(`choose: ${sales}`)
  const [order = '', ...rules] = [...out.matchAll(/choose: (rule:\S+)/g)].map(([, id]) => id ?? '').reverse()
  expect(new Set(rules).size).toBe(2)
  expect(order).toBe('rule:order:Contractors')

  expect(await pull(`${order}=remote`)).toMatchObject({ status: 3 })
  expect(await inOrder(stage)).toEqual(['By day', 'At night', 'At noon'])
  expect(await pull('group:Sales here:profile.description=remote', `${rules[0]}=remote`)).toMatchObject({ status: 3 })
  expect(await descriptionOf(stage, 'Sales here')).toBe('Changed there')
  expect(await descriptionOf(stage, 'Finance')).toBe('Changed here')
  const left = (await stage.sync('compare')).out
  expect(left).not.toContain(`choose: ${rules[0]}`)
  expect(left).toContain('choose: "group:Sales here"\n')

  expect(await pull('GROUP=workspace', 'group:Finance=remote', 'rule=remote')).toMatchObject({ status: 0 })
  expect(await descriptionOf(stage, 'Finance')).toBe('Changed there')
  expect((await stage.sync('compare')).out).not.toContain('choose:')
})
