import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { statesIn } from '#operations/change-reviews/states.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import type { Service } from '#operations/service/service.ts'
import type { PolicySet } from '#policy/index.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import type { Base } from '#sync/pull/base.ts'
import { decidingPart } from '#sync/review/deciding-part.ts'
import { plansOfPull } from '#sync/review/plans.ts'
import { Trial } from '#sync/review/trial.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { runs } from '../../helpers/runs.ts'
import { openSide } from '../../helpers/sync/open-side.ts'
import { POLICY_TYPES, PolicySide } from '../../helpers/sync/policy-side.ts'
import { pullSide } from '../../helpers/sync/pull-side.ts'

/** What a set decides by, without the ids of default rules, which are those of their workspace. */
const contentOf = ({ policies }: PolicySet) =>
  policies
    .map(({ id, type, name, status, priority, conditions, rules }) => ({
      ...{ id, type, name, status, priority, conditions },
      rules: rules.map((rule) => [rule.system ? '' : rule.id, rule.name, rule.status, rule.conditions, rule.actions]),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** What decides once a pull is tried, by the same steps as a review. */
async function tried(here: Service, remote: Service, base: Base, prefer: 'remote' | 'workspace' | null) {
  const [ours, theirs] = [await readSide(inProcessCaller(here)), await readSide(inProcessCaller(remote))]
  const comparison = compareSnapshots({ ours, theirs, base, given: base.pairs })
  const part = decidingPart(comparison, { ours, theirs, base }) ?? expect.unreachable('it is little')
  const { plans, orders } = plansOfPull(part, { prefer })
  return takenBack(
    (work) => here.write(systemContext(), work),
    async (tx) => {
      tx.authorize('policy.lifecycle.create', [], 'never')
      const { now } = await statesIn(here, tx)
      const side = { address: here.url(), find: () => undefined }
      await new Trial({ tx, writer: inProcessWriter(here), part, side }).bring(plans, orders)
      return now()
    },
  )
}

const step = fc.record({
  here: fc.boolean(),
  act: fc.constantFrom('set', 'set', 'set', 'drop rule', 'drop policy'),
  policy: fc.constantFrom('A', 'B'),
  rule: fc.constantFrom('One', 'Two', 'Three'),
  deny: fc.boolean(),
  top: fc.boolean(),
})
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  prefer: fc.constantFrom('remote' as const, 'workspace' as const, null),
})

it('what a review tries is what the pull then makes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...POLICY_TYPES),
      fc.array(round, { minLength: 1, maxLength: 3 }),
      async (type, rounds) => {
        const [here, remote] = [new PolicySide(await openSide(), type), new PolicySide(await openSide(), type)]
        await remote.setRule('A', 'One', { deny: false, top: false })
        // A name that is gone comes back as another object, of which nothing says which is which.
        const gone = new Set<string>()
        let base = await pullSide(here.service, remote.service, null, {})
        for (const { steps, prefer } of rounds) {
          for (const { here: isHere, act, policy, rule, ...how } of steps) {
            const side = isHere ? here : remote
            const names = act === 'drop policy' ? policy : `${policy} ${rule}`
            if (act !== 'set') gone.add(names)
            if (act === 'drop rule') await side.dropRule(policy, rule)
            else if (act === 'drop policy') await side.dropPolicy(policy)
            else if (!gone.has(policy) && !gone.has(names)) await side.setRule(policy, rule, how)
          }
          const expected = await tried(here.service, remote.service, base, prefer)
          base = await pullSide(here.service, remote.service, base, { prefer })
          const { set } = await here.service.snapshot()
          expect(contentOf(expected)).toEqual(contentOf(set))
        }
      },
    ),
    { numRuns: runs(0.02) },
  )
})
