import { expect, it } from 'vitest'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import { plansOfPull } from '#sync/review/plans.ts'
import type { SyncObject } from '#sync/snapshot.ts'

/** An object that is gone at the remote. */
function gone(kind: 'policy' | 'rule', key: string, parent: string | null): KeptDifference {
  const ours: SyncObject = { kind, key, id: key, parent, call: '', body: {} }
  return {
    id: `${kind}:ours:${key}`,
    kind,
    name: key,
    direction: 'incoming',
    ours,
    theirs: null,
    base: ours,
    fields: [],
  }
}

const POLICIES = 11
/** Policies that are gone, each with a rule. */
const differences = [
  ...Array.from({ length: POLICIES }, (_, at) => gone('policy', `p${at}`, null)),
  ...Array.from({ length: POLICIES }, (_, at) => gone('rule', `p${at}/r${at}`, `p${at}`)),
]

const part = (rules: number): DecidingPart =>
  ({
    ...{ differences, lists: { ours: [], theirs: [], base: [] }, formerOrders: new Set(), pairs: new Map() },
    agreed: new Map([
      ['policy', 15],
      ['rule', rules],
    ]),
  }) as DecidingPart

it('where so many policies are gone that they stay, their rules stay with them', () => {
  const { plans, notes } = plansOfPull(part(91), {})
  expect(plans).toEqual([])
  expect(notes).toEqual([expect.stringContaining('11 policies are gone at the remote')])
})

it('rules that go with their policies do not count as many removals of their own', () => {
  const { plans, notes } = plansOfPull(part(15), { choices: [{ kind: 'policy', prefer: 'remote' }] })
  expect(plans).toHaveLength(2 * POLICIES)
  expect(notes).toEqual([])
})

it('a choice for a rule whose policy stays is told of, since it is not followed', () => {
  const rule = { kind: 'rule' as const, difference: 'rule:ours:p0/r0', prefer: 'remote' as const }
  const stays = { kind: 'policy' as const, prefer: 'workspace' as const }
  const changed = { ...part(91), differences: differences.map((one) => ({ ...one, direction: 'conflict' as const })) }
  const { plans, notes } = plansOfPull(changed, { choices: [rule, stays] })
  expect(plans).toEqual([])
  expect(notes).toEqual([
    'The rule “p0/r0”: the choice for it has no effect: it goes the way of the policy “p0”, which stays as it is here',
  ])
})
