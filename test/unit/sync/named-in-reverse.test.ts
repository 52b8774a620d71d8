import { expect, it } from 'vitest'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { namedInReverse } from '#sync/compare/named-in-reverse.ts'
import { SnapshotBuilder, toSyncObject } from '#sync/snapshot.ts'

type Item = [kind: SyncKind, body: Body, parent?: [SyncKind, string]]

function sideOf(...items: Item[]): SnapshotBuilder {
  const side = new SnapshotBuilder()
  for (const [kind, body, parent] of items)
    side.add(toSyncObject(kind, body, { parent: parent && side.of(parent[0]).get(parent[1]) }))
  return side
}

const group = (id: string, name: string, description: string): Item => [
  'group',
  { id, type: 'SVC_GROUP', profile: { name, description } },
]
const policy = (id: string): Item => ['policy', { id, type: 'ACCESS_POLICY', name: 'Payroll' }]
const rule = (policyId: string, id: string, name: string, priority: number): Item => [
  'rule',
  { id, name, priority },
  ['policy', policyId],
]

it('what differs is called as in the comparison the other way round, whatever the ids of each side are', () => {
  const left = sideOf(
    group('00g1', 'Both', 'left'),
    group('00g2', 'Left', ''),
    policy('00p1'),
    rule('00p1', '0pr1', 'First', 1),
    rule('00p1', '0pr2', 'Second', 2),
  )
  const right = sideOf(
    group('00g9', 'Both', 'right'),
    group('00g8', 'Right', ''),
    policy('00p9'),
    rule('00p9', '0pr8', 'First', 2),
    rule('00p9', '0pr7', 'Second', 1),
  )
  const names = ({ differences, orders }: ReturnType<typeof compareSnapshots>) =>
    [...differences, ...orders].map(({ id }) => id).sort()
  const reverse = names(compareSnapshots({ ours: right, theirs: left }))
  expect(reverse).toEqual(expect.arrayContaining(['group:00g1', 'group:00g2', 'group:ours:00g8', 'rule:order:00p9']))
  expect(names(namedInReverse(compareSnapshots({ ours: left, theirs: right })))).toEqual(reverse)
})
