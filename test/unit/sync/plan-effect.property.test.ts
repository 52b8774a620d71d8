import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import { statesIn } from '#operations/change-reviews/states.ts'
import type { Service } from '#operations/service/service.ts'
import { withSetChange, type PolicySet } from '#policy/index.ts'
import { applyStep } from '#sync/apply/apply-step.ts'
import type { PlanTarget } from '#sync/apply/plan-target.ts'
import { TargetNames } from '#sync/apply/target-names.ts'
import { TargetReader } from '#sync/apply/target-reader.ts'
import { compareSnapshots } from '#sync/compare/compare-snapshots.ts'
import { winnerBy } from '#sync/deciding/decide.ts'
import { makePlan, type Plan } from '#sync/plan/make-plan.ts'
import { sidesOfPush } from '#sync/plan/mirror.ts'
import type { Base } from '#sync/pull/base.ts'
import { decidingPart } from '#sync/review/deciding-part.ts'
import { PlanTrial } from '#sync/review/plan-trial.ts'
import { Trial } from '#sync/review/trial.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { runs } from '../../helpers/runs.ts'
import { openSide } from '../../helpers/sync/open-side.ts'
import { POLICY_TYPES, PolicySide } from '../../helpers/sync/policy-side.ts'
import { pullSide } from '../../helpers/sync/pull-side.ts'

const POLICIES: readonly string[] = ['A', 'B']

type Preference = 'remote' | 'workspace' | null

/** What the policies of a test decide by, in the order in which they are asked where they have one; by names: what a plan makes has other ids there. */
const contentOf = ({ policies }: PolicySet) =>
  policies
    .filter(({ name }) => POLICIES.includes(name))
    .toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1))
    .map(({ type, name, status, conditions, rules }) => ({
      ...{ type, name, status, conditions },
      rules: rules.map((rule) => [rule.name, rule.status, rule.conditions, rule.actions]),
    }))

/** What decides at the remote before a plan and after each of its steps, as the effect of the plan is worked out from. */
async function tried(here: Service, remote: Service, base: Base, prefer: Preference) {
  const [ours, theirs] = [await readSide(inProcessCaller(here)), await readSide(inProcessCaller(remote))]
  const comparison = compareSnapshots({ ours, theirs, base, given: base.pairs })
  const plan = makePlan(sidesOfPush({ ours, theirs, base, comparison, winner: winnerBy({ prefer }, null) }))
  const part = decidingPart(comparison, { ours, theirs, base }) ?? expect.unreachable('it is little')
  const found = await takenBack(
    (work) => here.write(systemContext(), work),
    async (tx) => {
      tx.authorize('policy.lifecycle.create', [], 'never')
      const side = { address: here.url(), find: () => undefined }
      const writer = inProcessWriter(here)
      const trial = (own: typeof part) => new Trial({ tx, writer, part: own, side, keepsPlaces: true })
      const parts = { part, steps: plan.steps, ours, trial, signal: undefined, ...(await statesIn(here, tx)) }
      return new PlanTrial(parts).run()
    },
  )
  const first = withSetChange((await here.snapshot()).set, found.from)
  const states = [first]
  for (const change of found.changes.values()) states.push(withSetChange(states.at(-1) ?? first, change))
  return { plan, states, untried: [...found.refused, ...found.problems.values()] }
}

const targetOf = (side: PolicySide): PlanTarget => ({
  ...{ name: 'Remote', address: side.service.url(), reader: inProcessCaller(side.service) },
  write: async ({ operation, ...parts }) => {
    const made = await side.write(operation, parts)
    return typeof made === 'string' ? { id: made } : null
  },
})

/** Carries out a plan. @returns what decides after each step */
async function carriedOut({ steps, terms }: Plan, remote: PolicySide): Promise<PolicySet[]> {
  const target = targetOf(remote)
  const parts = { target, names: new TargetNames(terms), reader: new TargetReader(target.reader, undefined) }
  const states: PolicySet[] = []
  for (const step of steps) {
    await applyStep(step, false, { ...parts, signal: undefined, onWriting: () => Promise.resolve() })
    states.push((await remote.service.snapshot()).set)
  }
  return states
}

const act = fc.record({
  here: fc.boolean(),
  act: fc.constantFrom('set', 'set', 'set', 'drop rule', 'drop policy'),
  policy: fc.constantFrom(...POLICIES),
  rule: fc.constantFrom('One', 'Two', 'Three'),
  deny: fc.boolean(),
  top: fc.boolean(),
})
const organization = fc.record({
  type: fc.constantFrom(...POLICY_TYPES),
  common: fc.array(act, { maxLength: 5 }),
  since: fc.array(act, { minLength: 2, maxLength: 8 }),
  prefer: fc.constantFrom('remote' as const, 'workspace' as const, null),
})

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

const set = (here: boolean, policy: string, rule: Act['rule'], how: { deny: boolean; top: boolean }): Act => ({
  ...{ here, act: 'set', policy, rule, ...how },
})
/** Both sides have put another rule first since: of equal orders, the numbers differ. */
const GAPS = {
  type: 'ACCESS_POLICY' as const,
  common: [set(false, 'B', 'One', { deny: false, top: false })],
  since: [
    set(true, 'B', 'Three', { deny: true, top: false }),
    set(false, 'B', 'Two', { deny: true, top: false }),
    set(false, 'B', 'One', { deny: true, top: true }),
    set(true, 'B', 'Three', { deny: false, top: true }),
  ],
  prefer: null,
}

async function perform(side: PolicySide, { act: what, policy, rule, ...how }: Act): Promise<void> {
  if (what === 'drop rule') await side.dropRule(policy, rule)
  else if (what === 'drop policy') await side.dropPolicy(policy)
  else await side.setRule(policy, rule, how)
}

it('what the effect of each step is worked out from is what the remote decides by before and after it', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(organization, async ({ type, common, since, prefer }) => {
      const [here, remote] = [new PolicySide(await openSide(), type), new PolicySide(await openSide(), type)]
      for (const one of common) await perform(remote, one)
      const base = await pullSide(here.service, remote.service, null, {})
      for (const one of since) await perform(one.here ? here : remote, one)
      const { plan, states, untried } = await tried(here.service, remote.service, base, prefer)
      // A name that is taken cannot be tried: it is told, and refused by the remote as well.
      if (untried.length > 0) return
      const before = (await remote.service.snapshot()).set
      const after = await carriedOut(plan, remote)
      expect(states.map(contentOf)).toEqual([before, ...after].map(contentOf))
      compared += after.length
    }),
    { numRuns: runs(0.02), endOnFailure: true, examples: [[GAPS]] },
  )
  expect(compared).toBeGreaterThan(0)
})
