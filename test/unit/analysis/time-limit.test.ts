import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requiring } from '#analysis/constraint.ts'
import { invariantProver } from '#analysis/invariants.ts'
import { deadRuleChanges } from '#analysis/dead-rule-changes.ts'
import { proofFindings } from '#analysis/proof-findings.ts'
import { rememberingProofs } from '#analysis/remembered-proofs.ts'
import { repairsOf } from '#analysis/repair/search.ts'
import { ruleListsOf } from '#analysis/rule-lists.ts'
import { isFound, isOpen, ruleProofs, type RuleProof } from '#analysis/rule-proofs.ts'
import { solverFor } from '#analysis/satisfiable.ts'
import { NO_LIMIT, timeLimit, TimeUpError } from '#analysis/time-limit.ts'
import { freeFact, not, or, type Formula } from '#policy/index.ts'
import { TIME } from '#workers/time.ts'
import { runs } from '../../helpers/runs.ts'
import { decidingWorlds, isBrokenByTrying, questions } from '../../helpers/small-decisions.ts'
import { smallWorlds } from '../../helpers/small-worlds.ts'
import { ticking } from '../../helpers/ticking.ts'

/** So many and one pigeons in so many holes, one in each: no solver of this kind sees quickly that it cannot be. */
function pigeonholes(holes: number): Formula[] {
  const at = Array.from({ length: holes + 1 }, (_, pigeon) =>
    Array.from({ length: holes }, (_, hole) => freeFact(`${pigeon} in ${hole}`)),
  )
  const apart = at.flatMap((one, pigeon) =>
    at.slice(0, pigeon).flatMap((other) => one.map((here, hole) => or(not(here), not(other[hole] ?? false)))),
  )
  return [...at.map((one) => or(...one)), ...apart]
}

const KINDS = ['SVC_SIGN_ON'] as const
/** WHY always the same examples: a few drawn ones need not hold each of the outcomes that are counted. */
const COUNTED = { numRuns: runs(0.1), seed: 20_261_130 }
const named = ({ kind, at, parts }: RuleProof) => `${kind} ${at.rule.id} ${parts.map(({ key }) => key).join()}`

describe('a solver that is ended in the midst of a question', () => {
  it('says that the time is over, and answers the next question', () => {
    const [first = true, ...rest] = pigeonholes(13)
    const limit = timeLimit(60, TIME)
    const solve = solverFor(rest.map(requiring), limit)
    limit.begin()
    expect(() => solve(first)).toThrow(TimeUpError)
    expect(() => solve(first)).toThrow(TimeUpError)
    const quick = timeLimit(60_000, TIME)
    const other = solverFor(pigeonholes(4).map(requiring), quick)
    expect(other(true)).toBeNull()
    const free = freeFact('free')
    expect(solverFor([requiring(free)], quick)(true)?.(free)).toBe(true)
  })

  it('is given all again that it was told', () => {
    let ends = false
    const limit = timeLimit(1, { clock: () => 0, endAfter: (_, work) => (ends ? null : { value: work() }) })
    const [one, other] = [freeFact('one'), freeFact('other')]
    const solve = solverFor([requiring(or(one, other))], limit)
    expect(solve(not(one))?.(other)).toBe(true)
    solve.require([requiring(not(other))])
    ends = true
    expect(() => solve(not(one))).toThrow(TimeUpError)
    ends = false
    expect(solve(not(one))).toBeNull()
    expect(solve(true)?.(one)).toBe(true)
  })
})

describe('rules that are asked for a time', () => {
  it('are proved as they are without a limit, or said not to be decided', () => {
    const count = { undecided: 0, unasked: 0, found: 0 }
    fc.assert(
      fc.property(smallWorlds, fc.integer({ min: 1, max: 60 }), (set, looks) => {
        const lists = ruleListsOf(set, KINDS)
        const whole = ruleProofs(lists, set).map(named)
        const some = ruleProofs(lists, set, ticking(looks))
        const found = some.filter(isFound).map(named)
        expect(whole).toEqual(expect.arrayContaining(found))
        const open = new Set(some.filter(isOpen).map(({ at }) => at.rule.id))
        const missed = whole.filter((text) => !found.includes(text))
        expect(missed.filter((text) => !open.has(text.split(' ')[1] ?? ''))).toEqual([])
        count.found += found.length
        for (const { kind } of some) if (kind === 'undecided' || kind === 'unasked') count[kind]++
      }),
      COUNTED,
    )
    expect(Math.min(...Object.values(count))).toBeGreaterThan(0)
  })

  it('are one finding of each policy, which counts them', () => {
    const rule = (id: string, level: 'LOW' | 'ANY', condition: string) => ({
      ...{ id, name: id, status: 'ACTIVE' as const, priority: Number(id.at(-1)), system: false },
      ...{ conditions: { riskScore: { level }, elCondition: { condition } }, actions: {} },
    })
    const set = {
      ...{ everyoneGroupId: 'everyone', zones: [], applications: [] },
      policies: [
        {
          ...{
            id: 'p',
            type: 'SVC_SIGN_ON' as const,
            name: 'p',
            status: 'ACTIVE' as const,
            priority: 1,
            system: false,
          },
          rules: [
            rule('r1', 'LOW', 'true'),
            rule('r2', 'LOW', 'security.risk.level == "HIGH"'),
            rule('r3', 'ANY', 'true'),
          ],
        },
      ],
    }
    const messages = (looks: number) =>
      proofFindings(
        set,
        () => null,
        (lists, world) => ruleProofs(lists, world, ticking(looks)),
      )
        .filter(({ kind }) => kind === 'not-decided')
        .map(({ message, policyId, ruleId }) => ({ message, policyId, ruleId }))
    expect(messages(1)).toEqual([
      { message: 'Not decided within 5 seconds: whether rule “r1” and 2 more can apply.', policyId: 'p', ruleId: null },
    ])
    expect(messages(1_000)).toEqual([])
    const all = Array.from({ length: 60 }, (_, looks) => messages(looks)[0]?.message)
    expect(all).toContain(
      'Not decided within 5 seconds: whether rule “r2” and 1 more can apply, and what could be left out of rule “r1”.',
    )
  })

  it('are asked again the next time, and those that were decided are not', () => {
    fc.assert(
      fc.property(smallWorlds, fc.integer({ min: 1, max: 30 }), (set, looks) => {
        const asked: number[] = []
        let limit = ticking(looks)
        const search = rememberingProofs((lists, world) => {
          asked.push(lists.length)
          return ruleProofs(lists, world, limit)
        })
        const lists = ruleListsOf(set, KINDS)
        const left = search(lists, set).some(isOpen)
        limit = NO_LIMIT
        expect(search(lists, set).map(named).toSorted()).toEqual(ruleProofs(lists, set).map(named).toSorted())
        expect(asked[1]).toBe(left ? 1 : 0)
      }),
      { numRuns: runs(0.05) },
    )
  })

  it('are not said to apply no more, or again, by a change of which one side was not decided', () => {
    let open = 0
    fc.assert(
      fc.property(smallWorlds, smallWorlds, fc.integer({ min: 1, max: 20 }), (before, after, looks) => {
        const whole = deadRuleChanges(before, after, () => null, ruleProofs)
        const some = deadRuleChanges(
          before,
          after,
          () => null,
          (lists, world) => ruleProofs(lists, world, ticking(looks)),
        )
        const late = some.filter((text) => text.startsWith('Not decided within 5 seconds: whether '))
        open += late.length
        // What is told of more than a few is counted.
        if (whole.length < 5) expect(whole).toEqual(expect.arrayContaining(some.filter((text) => !late.includes(text))))
        if (some.length < whole.length) expect(late).toHaveLength(1)
      }),
      COUNTED,
    )
    expect(open).toBeGreaterThan(0)
  })
})

describe('an invariant that is asked for a time', () => {
  it('never holds by that alone', () => {
    const count = { late: 0, held: 0, broken: 0 }
    fc.assert(
      fc.property(decidingWorlds, questions, fc.integer({ min: 1, max: 8 }), (set, question, looks) => {
        const limit = ticking(looks)
        const first = invariantProver(set, [question], { withApps: true, limit })(question).next()
        const state = !first.done ? 'broken' : first.value ? 'late' : 'held'
        count[state]++
        if (state !== 'late') expect(state === 'broken').toBe(isBrokenByTrying(set, question))
      }),
      COUNTED,
    )
    expect(Math.min(...Object.values(count))).toBeGreaterThan(0)
  })

  it('says to which applications no sign-in was looked at', () => {
    fc.assert(
      fc.property(decidingWorlds, questions, (set, question) => {
        const limit = ticking(0)
        const first = invariantProver(set, [question], { withApps: true, limit })(question).next()
        if (!first.done) throw new Error('it was asked')
        if (first.value === null) return
        expect(first.value.apps === null).toBe(question.app === null)
        expect(first.value.apps?.length).not.toBe(0)
      }),
      { numRuns: runs(0.05) },
    )
  })

  it('is repaired by what is proved in that time', () => {
    const count = { some: 0, left: 0 }
    fc.assert(
      fc.property(decidingWorlds, questions, fc.integer({ min: 1, max: 500 }), (set, question, looks) => {
        const search = { withApps: true, nameOf: () => null, most: 4 }
        const asked = { ...question, name: 'asked', description: null }
        const whole = repairsOf(set, asked, { ...search, limit: NO_LIMIT })
        const some = repairsOf(set, asked, { ...search, limit: ticking(looks) })
        const texts = ({ repairs }: typeof whole) => repairs.map((edits) => edits.map(({ text }) => text).join('; '))
        if (some.isWhole) expect(texts(some)).toEqual(texts(whole))
        count.some += some.repairs.length
        if (!some.isWhole) count.left++
        if (some.repairs.length > 0) expect(isBrokenByTrying(set, question)).toBe(true)
      }),
      COUNTED,
    )
    expect(Math.min(...Object.values(count)), JSON.stringify(count)).toBeGreaterThan(0)
  })
})
