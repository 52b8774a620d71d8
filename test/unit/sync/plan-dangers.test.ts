import { expect, it } from 'vitest'
import { dangerousEffects, planDangers } from '#contract/sync/plan-dangers.ts'

const whole = { considered: 9, affected: 2, notes: [] }
const may = { effect: 'MAY_LOSE_ACCESS' as const, people: 2, sample: [], cases: [], moreCases: 0 }
const about = { policyType: 'ACCESS_POLICY' as const, subjects: [{ id: 'a', name: 'Payroll' }], moreSubjects: 0 }
const told = { situations: [], moreSituations: 0, before: '', after: '', ruleBefore: null, ruleAfter: null, people: 2 }
const situations = (always: number) => ({
  affected: 2,
  effects: [
    { effect: 'ACCESS_LOST' as const, people: 2, always, cells: 4, cases: [{ ...about, ...told }], moreCases: 0 },
  ],
  undecided: { people: 0, on: [] },
})

it('a plan that takes access in every situation is confirmed, also where that depends with all but the person unknown', () => {
  const plan = (always: number) => ({
    counts: [],
    effect: { ...whole, effects: [may], situations: situations(always) },
  })
  expect(planDangers(plan(0))).toEqual([])
  expect(planDangers(plan(2))).toEqual(['takes access from 2 people'])
  expect(dangerousEffects(plan(2))).toMatchObject([{ effect: 'LOSES_ACCESS', people: 2, cases: [about] }])
})

it('what is sure already is told with its own cases', () => {
  const lost = { ...may, effect: 'LOSES_ACCESS' as const, people: 3 }
  const plan = { counts: [], effect: { ...whole, effects: [lost], situations: situations(2) } }
  expect(dangerousEffects(plan)).toEqual([lost])
})
