import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import type { Base } from '#sync/pull/base.ts'
import { withHandPairs } from '#sync/pull/with-hand-pairs.ts'
import { SnapshotBuilder, toSyncObject } from '#sync/snapshot.ts'

interface Policy {
  id: string
  name: string
  rules: { id: string; name: string }[]
}

function sideOf(policies: readonly Policy[]): SnapshotBuilder {
  const side = new SnapshotBuilder()
  for (const { id, name, rules } of policies) {
    const policy = toSyncObject('policy', { id, type: 'SVC_SIGN_ON', name }, { call: 'SVC_SIGN_ON' })
    side.add(policy)
    for (const rule of rules) side.add(toSyncObject('rule', rule, { parent: policy }))
  }
  return side
}

// Few ids and names, so that sides share both.
const named = (prefix: string) =>
  fc.record({ id: fc.nat(3).map((number) => `${prefix}${number}`), name: fc.constantFrom('Day', 'Night', 'Late') })
const unique = <One extends { id: string }>(one: fc.Arbitrary<One>) =>
  fc.uniqueArray(one, { maxLength: 4, selector: ({ id }) => id })
const policies = unique(
  fc.tuple(named('p'), unique(named('r'))).map(([policy, rules]): Policy => ({ ...policy, rules })),
)
const keyIn = fc.nat(30)

interface Said {
  kind: SyncKind
  key: string
  ourKey: string
}

/** One to one, as the table of pairs is. */
function oneToOne(said: readonly Said[]): Said[] {
  return said.filter(
    ({ kind, key, ourKey }, at) =>
      !said.slice(0, at).some((one) => one.kind === kind && (one.key === key || one.ourKey === ourKey)),
  )
}

it('what people say counts, one object is one other at most, what belongs to objects that are not the same is not the same, and nothing counts as deleted', () => {
  const at = fc.array(fc.tuple(fc.constantFrom<SyncKind>('policy', 'rule'), keyIn, keyIn), { maxLength: 4 })
  fc.assert(
    fc.property(policies, policies, at, at, (left, right, agreedAt, saidAt) => {
      const [ours, theirs] = [sideOf(left), sideOf(right)]
      const pick = (list: typeof agreedAt): Said[] =>
        oneToOne(
          list.flatMap(([kind, one, other]) => {
            const [own, foreign] = [[...ours.of(kind).keys()], [...theirs.of(kind).keys()]]
            const [ourKey, key] = [own[one % (own.length || 1)], foreign[other % (foreign.length || 1)]]
            return ourKey === undefined || key === undefined ? [] : [{ kind, key, ourKey }]
          }),
        )
      const [agreed, said] = [pick(agreedAt), pick(saidAt)]
      const objects = new SnapshotBuilder()
      for (const { kind, key } of agreed) {
        const object = theirs.of(kind).get(key) ?? expect.unreachable('it is not there')
        objects.add(object)
      }
      const ofKind = (kind: SyncKind) =>
        new Map(agreed.flatMap((one) => (one.kind === kind ? [[one.key, one.ourKey] as const] : [])))
      const stored: Base = {
        objects: objects.objects,
        pairs: new Map((['policy', 'rule'] as const).map((kind) => [kind, ofKind(kind)])),
      }
      const { base, given } = withHandPairs(stored, said)
      const { pairing, differences } = compareSnapshots({ ours, theirs, base: base ?? undefined, given })

      const found = (kind: SyncKind) => pairing.ours.get(kind) ?? new Map<string, string>()
      for (const kind of ['policy', 'rule'] as const) {
        const pairs = [...found(kind)].filter(([key, ourKey]) => theirs.of(kind).has(key) && ours.of(kind).has(ourKey))
        expect(new Set(pairs.map(([, ourKey]) => ourKey)).size).toBe(pairs.length)
      }
      for (const [key, ourKey] of found('rule'))
        expect(found('policy').get(key.split('/')[0] ?? '')).toBe(ourKey.split('/')[0])
      for (const { kind, key, ourKey } of said)
        if (kind === 'policy' || found('policy').get(key.split('/')[0] ?? '') === ourKey.split('/')[0])
          expect(found(kind).get(key)).toBe(ourKey)
      // Of what was paired with another before, nothing counts as deleted.
      const isOther = (one: Said) =>
        said.some(({ kind, key, ourKey }) => kind === one.kind && (key === one.key) !== (ourKey === one.ourKey))
      for (const one of agreed.filter(isOther)) {
        const difference = differences.find(
          ({ kind, ours: own, theirs: other }) => kind === one.kind && !own && other?.key === one.key,
        )
        if (difference) expect(difference.direction).toBe('incoming')
      }
      // Without anything that people say, all is as it was.
      const plain = withHandPairs(stored, [])
      expect([plain.base?.objects, plain.base?.left]).toEqual([stored.objects, undefined])
    }),
    { numRuns: 500 },
  )
})
