import { describe, expect, it } from 'vitest'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { makePlan } from '#sync/plan/make-plan.ts'
import { sidesOfPush } from '#sync/plan/mirror.ts'
import { winnerBy } from '#sync/deciding/decide.ts'
import { namedIn } from '#sync/deciding/overruled.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot } from '#sync/snapshot.ts'

type Item = [kind: SyncKind, body: Body, parent?: [SyncKind, string]]

function sideOf(...items: Item[]): SnapshotBuilder {
  const side = new SnapshotBuilder()
  for (const [kind, body, parent] of items)
    side.add(toSyncObject(kind, body, { parent: parent && side.of(parent[0]).get(parent[1]) }))
  return side
}

interface Sides {
  ours: Snapshot
  theirs: Snapshot
  base?: Snapshot
  request?: PullRequest
}

function planOf({ ours, theirs, base, request = {} }: Sides) {
  const comparison = compareSnapshots({ ours, theirs, base })
  const winner = winnerBy(request, base ? null : 'workspace')
  return makePlan(sidesOfPush({ ours, theirs, base: base ?? null, comparison, winner, named: namedIn(request) }))
}

const told = ({ steps }: ReturnType<typeof planOf>) => steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`)

const group = (id: string, name: string, description = ''): Item => [
  'group',
  { id, type: 'SVC_GROUP', profile: { name, description } },
]
const rule = (id: string, name: string, priority: number): Item => ['rule', { id, name, priority }, ['policy', '00p1']]
const POLICY: Item = ['policy', { id: '00p1', type: 'ACCESS_POLICY', name: 'Payroll' }]
const NOTHING = sideOf()

describe('a plan', () => {
  it('makes what is named before what names it, and leaves to the target what it has already', () => {
    const ours = sideOf(group('00g1', 'Staff'), group('00g2', 'Old'), [
      'groupRule',
      {
        id: '0pr1',
        name: 'All',
        conditions: { expression: { value: 'isMemberOfAnyGroup("00g1")' } },
        actions: { assignUserToGroups: { groupIds: ['00g2'] } },
      },
    ])
    const plan = planOf({ ours, theirs: sideOf(group('00g9', 'Old')) })
    expect(told(plan)).toEqual(['create group Staff', 'create groupRule All'])
    expect(plan.terms.ids).toEqual({ group: { '00g2': '00g9' } })
  })

  it('makes one of two that name each other without that, and adds it once both are there', () => {
    const ours = sideOf(
      ['policy', { id: '00p1', type: 'ACCESS_POLICY', name: 'P', conditions: { app: { include: [{ id: '0oa1' }] } } }],
      ['app', { id: '0oa1', label: 'A', _links: { accessPolicy: { href: 'https://a.example/policies/00p1' } } }],
    )
    const plan = planOf({ ours, theirs: NOTHING })
    expect(told(plan)).toEqual(['create app A', 'create policy P', 'change app A'])
    expect(plan.steps[0]).toMatchObject({ source: { body: { id: '0oa1', label: 'A' } } })
    expect(plan.steps[0]).not.toHaveProperty('source.body.accessPolicy')
    expect(plan.steps[2]).toMatchObject({ paths: ['accessPolicy'], before: null })
  })

  it('takes a name once it is free', () => {
    const base = sideOf(group('00g2', 'Second'), group('00g1', 'First'))
    const ours = sideOf(group('00g3', 'Second'), group('00g2', 'First'), group('00g1', 'Zeroth'))
    expect(told(planOf({ ours, theirs: base, base }))).toEqual([
      'change group Zeroth',
      'change group First',
      'create group Second',
    ])
  })

  it('removes at its end, what names something before that', () => {
    const base = sideOf(group('00g1', 'Staff'), POLICY, rule('0pr1', 'One', 1))
    expect(told(planOf({ ours: sideOf(group('00g1', 'Staff', 'new')), theirs: base, base }))).toEqual([
      'change group Staff',
      'remove policy Payroll',
    ])
  })

  it('takes along with what it removes what is related to that, which could not always go before it', () => {
    const base = sideOf(
      group('00g1', 'Staff'),
      ['user', { id: '00u1', profile: { login: 'ada@example.com' } }],
      ['groupMembership', { id: '00u1' }, ['group', '00g1']],
      ['userRole', { id: 'ra1', type: 'USER_ADMIN' }, ['user', '00u1']],
      ['userRoleGroup', { id: '00g1' }, ['userRole', '00u1/ra1']],
    )
    const ours = sideOf(
      ['user', { id: '00u1', profile: { login: 'ada@example.com' } }],
      ['userRole', { id: 'ra1', type: 'USER_ADMIN' }, ['user', '00u1']],
    )
    expect(told(planOf({ ours, theirs: base, base }))).toEqual(['remove group Staff'])
  })

  it('leaves what only the remote has changed, and what both have until it is decided', () => {
    const base = sideOf(group('00g1', 'Staff', 'was'), group('00g2', 'Both', 'was'))
    const ours = sideOf(group('00g1', 'Staff', 'was'), group('00g2', 'Both', 'ours'))
    const theirs = sideOf(group('00g1', 'Staff', 'theirs'), group('00g2', 'Both', 'theirs'))
    const sides = { ours, theirs, base }
    expect(planOf(sides)).toMatchObject({
      ...{ steps: [], conflicts: [{ kind: 'group', isList: false, name: 'Both', parent: null }] },
    })
    const won = planOf({ ...sides, request: { choices: [{ kind: 'group', prefer: 'workspace' }] } })
    expect(won).toMatchObject({
      steps: [{ act: 'change', name: 'Both', paths: ['profile.description'] }],
      conflicts: [],
    })
    expect(planOf({ ...sides, request: { prefer: 'remote' } })).toMatchObject({ steps: [], conflicts: [] })
  })

  it('puts a new rule behind what it follows here, and leaves alone what only the remote has', () => {
    const base = sideOf(POLICY, rule('0pr1', 'One', 1), rule('0pr2', 'Two', 2))
    const ours = sideOf(POLICY, rule('0pr1', 'One', 1), rule('0pr3', 'New', 2), rule('0pr2', 'Two', 3))
    const theirs = sideOf(POLICY, rule('0pr1', 'One', 1), rule('0pr4', 'Theirs', 2), rule('0pr2', 'Two', 3))
    const plan = planOf({ ours, theirs, base })
    expect(told(plan)).toEqual(['create rule New', 'order rule Order of rules'])
    expect(plan.steps[1]).toMatchObject({
      wanted: [{ name: 'One' }, { name: 'New' }, { name: 'Two' }],
      before: [{ name: 'One' }, { name: 'Theirs' }, { name: 'Two' }],
    })
  })

  it('calls the assignment of a group by the group, also where it is removed', () => {
    const app: Item = ['app', { id: '0oa1', name: 'bookmark', label: 'Wiki', signOnMode: 'BOOKMARK' }]
    const assigned = (groupId: string): Item => ['appGroup', { id: groupId, priority: 0 }, ['app', '0oa1']]
    const groups = [group('00g1', 'Staff'), group('00g2', 'Night shift')]
    const base = sideOf(...groups, app, assigned('00g1'))
    const plan = planOf({ ours: sideOf(...groups, app, assigned('00g2')), theirs: base, base })
    expect(told(plan)).toEqual(['create appGroup Night shift', 'remove appGroup Staff'])
  })

  it('does not make what names something that the target does not get', () => {
    const appGroup: Item = ['group', { id: '00g1', type: 'APP_GROUP', profile: { name: 'Payroll' } }]
    const named = { conditions: { people: { groups: { include: ['00g1'] } } } }
    const ours = sideOf(
      appGroup,
      ['policy', { id: '00p1', type: 'ACCESS_POLICY', name: 'P', ...named }],
      ['rule', { id: '0pr1', name: 'R' }, ['policy', '00p1']],
    )
    const plan = planOf({ ours, theirs: NOTHING })
    expect(plan.steps).toEqual([])
    expect(plan.refused.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Payroll: its application alone fills it',
      'P: it names the group “Payroll”, which the remote does not have',
      'R: it belongs to the policy “P”, which the remote does not have',
    ])
  })

  it('makes a scope that clients get unasked, and completes one that comes with its server', () => {
    const scope = (id: string, name: string, over: Body): Item => [
      'serverScope',
      { id, name, ...over },
      ['authorizationServer', 'aus1'],
    ]
    const ours = sideOf(
      ['authorizationServer', { id: 'aus1', name: 'S' }],
      scope('scp1', 'a', { default: true }),
      scope('scp2', 'openid', { system: true }),
    )
    const { steps } = planOf({ ours, theirs: NOTHING })
    expect(steps.map((step) => [step.name, step.act !== 'order' && step.isGiven])).toEqual([
      ['S', false],
      ['a', false],
      ['openid', true],
    ])
  })

  it('does not make what names something that is gone at the source', () => {
    const gone = '00gAAAAAAAAAAAAAAAAA'
    const conditions = { people: { groups: { include: [gone] } }, network: { include: ['ALL_ZONES'] } }
    const ours = sideOf(['policy', { id: '00p1', type: 'ACCESS_POLICY', name: 'P', conditions }])
    expect(planOf({ ours, theirs: NOTHING })).toMatchObject({
      steps: [],
      refused: [{ name: 'P', reason: `it names ${gone}, which is not there any more` }],
    })
  })

  it('says of what is new in something that the target has deleted that it has no place there', () => {
    const server: Item = ['authorizationServer', { id: 'aus1', name: 'S' }]
    const scope = (id: string, name: string): Item => ['serverScope', { id, name }, ['authorizationServer', 'aus1']]
    const base = sideOf(server, scope('scp1', 'old'))
    const ours = sideOf(server, scope('scp1', 'old'), scope('scp2', 'new'))
    const plan = planOf({ ours, theirs: NOTHING, base })
    expect(plan.steps).toEqual([])
    expect(plan.refused).toEqual([
      {
        kind: 'serverScope',
        name: 'new',
        reason: 'it is new in the authorization server “S”, which the remote has deleted',
      },
    ])
  })

  it.each([
    ['remote', 'workspace', 'stays as it is at the remote'],
    ['workspace', 'remote', 'is taken away'],
    [null, 'workspace', 'is still to be decided'],
  ] as const)(
    'says of a choice that goes against what the object belongs to why it is not followed',
    (of, child, fate) => {
      const changed = (description: string) =>
        sideOf(['policy', { ...POLICY[1], description }], [...rule('0pr1', 'Day', 1)])
      const theirs = changed('there')
      theirs
        .of('rule')
        .forEach((one, key) => theirs.of('rule').set(key, { ...one, body: { ...one.body, name: 'Late' } }))
      const choices = [
        ...(of ? [{ kind: 'policy' as const, difference: 'policy:00p1', prefer: of }] : []),
        { kind: 'rule' as const, difference: 'rule:00p1/0pr1', prefer: child },
      ]
      const { refused } = planOf({ ours: NOTHING, theirs, base: changed('before'), request: { choices } })
      expect(refused).toEqual([
        {
          ...{ kind: 'rule', name: 'Late' },
          reason: `the choice for it has no effect: it goes the way of the policy “Payroll”, which ${fate}`,
        },
      ])
    },
  )

  it('holds back removals of more than half of a kind, unless they are chosen', () => {
    const many = Array.from({ length: 12 }, (_, at) => group(`00g${at}`, `Group ${at}`))
    const sides = { ours: NOTHING, theirs: sideOf(...many), base: sideOf(...many) }
    const held = planOf(sides)
    expect(held.steps).toEqual([])
    expect(held.refused).toMatchObject([{ kind: 'group', name: 'groups', reason: expect.stringContaining('12 of 12') }])
    expect(planOf({ ...sides, request: { prefer: 'workspace' } }).steps).toHaveLength(12)
  })
})
