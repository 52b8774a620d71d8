import { describe, expect, it } from 'vitest'
import type { Job } from '#contract/gatehouse/job.ts'
import { PLAN_STATES, type PlanState, type StepState, type SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import {
  appliedAt,
  doneSteps,
  earlierThan,
  isApplicable,
  isBegun,
  isReturnable,
  latestPlan,
  obstacleOf,
  planInWork,
  readOnlyNote,
  takingBack,
  unsaidEnd,
} from '#ui/features/sync/plan/plan-runs.ts'
import {
  conflictText,
  countsText,
  kindOfStep,
  meaningOfStep,
  removedText,
  stateOfStep,
} from '#ui/resource/plan/step-text.ts'
import {
  appliedText,
  nextText,
  planMeaning,
  remainingText,
  stoppedText,
  waysToPlan,
} from '#ui/features/sync/plan/plan-text.ts'

const plan = (state: PlanState, over: Partial<SyncPlanView> = {}) =>
  ({
    ...{ id: state, state, steps: 3, done: 0, created: '2026-11-01T10:00:00.000Z', applied: null },
    ...{ takesBack: null, takenBackBy: null, ...over },
  }) as SyncPlanView
const job = (over: Partial<Job> = {}) => ({ done: 0, created: '2026-11-01T11:00:00.000Z', ...over }) as Job

describe('the plans of a connection', () => {
  it('have the newest one that was planned to its end, and the others', () => {
    const plans = [plan('PLANNING'), plan('READY'), plan('APPLIED')]
    expect(latestPlan(plans)?.id).toBe('READY')
    expect(earlierThan(plans, plans[1] ?? null).map(({ id }) => id)).toEqual(['PLANNING', 'APPLIED'])
    expect(latestPlan([plan('PLANNING')])).toBeNull()
    expect(planInWork(plans)?.id).toBe('READY')
    expect(planInWork([plan('READY'), plan('APPLYING')])?.id).toBe('APPLYING')
  })

  it('say when one last changed the remote, whatever was planned since', () => {
    const at = (applied: string, done: number) => plan('STOPPED', { applied, done })
    expect(appliedAt([plan('READY'), at('2026-11-03T00:00:00.000Z', 0)])).toBeNull()
    expect(appliedAt([at('2026-11-01T00:00:00.000Z', 1), at('2026-11-02T00:00:00.000Z', 2)])).toBe(
      '2026-11-02T00:00:00.000Z',
    )
  })

  it('can be applied until they are applied, and are gone on with once they were begun', () => {
    expect(PLAN_STATES.filter((state) => isApplicable(plan(state)))).toEqual(['READY', 'APPLYING', 'STOPPED'])
    expect(isApplicable(plan('READY', { steps: 0 }))).toBe(false)
    expect(PLAN_STATES.filter((state) => isBegun(plan(state)))).toEqual(['APPLYING', 'STOPPED'])
  })

  it('can be taken back once they have done something, if they take back no other and were not taken back', () => {
    expect(PLAN_STATES.filter((state) => isReturnable(plan(state, { done: 1 })))).toEqual(['STOPPED', 'APPLIED'])
    expect(isReturnable(plan('APPLIED'))).toBe(false)
    const over = { done: 1, takenBackBy: 'another' }
    expect([isReturnable(plan('APPLIED', over)), isApplicable(plan('STOPPED', over))]).toEqual([false, false])
    expect(isReturnable(plan('APPLIED', { done: 1, takesBack: { syncPlanId: 'other', created: null } }))).toBe(false)
  })

  it('are as far as their job, or as they were left', () => {
    expect(doneSteps(plan('STOPPED', { done: 2 }), null)).toBe(2)
    expect(doneSteps(plan('APPLYING', { done: 2 }), job({ done: 0 }))).toBe(2)
    expect(doneSteps(plan('APPLYING', { done: 2 }), job({ done: 3 }))).toBe(3)
    expect([1, 2, 3].map((number) => stateOfStep({ number, state: number === 3 ? 'STARTED' : 'WAITING' }, 1))).toEqual([
      ...['DONE', 'WAITING', 'STARTED'],
    ])
  })

  it('leave it to the job to say how it ended where they were not begun', () => {
    const ended = job({ state: 'FAILED' })
    expect(unsaidEnd(ended, plan('READY'))).toBe(ended)
    expect(unsaidEnd(ended, plan('STOPPED'))).toBeNull()
    expect(unsaidEnd(ended, plan('READY', { created: '2026-11-01T12:00:00.000Z' }))).toBeNull()
    expect(unsaidEnd(null, plan('READY'))).toBeNull()
  })
})

it.each([
  [{ people: { mode: 'ALL' } }, null],
  [{ people: { mode: 'SEARCH', search: 'x' } }, /only the people of a search.*Harbour/],
  [{ people: { mode: 'PSEUDONYMS' } }, /Pseudonyms.*Harbour/],
] as const)('a connection of %o: %s', (connection, words) => {
  const said = obstacleOf({ name: 'Harbour', ...connection })
  if (words === null) expect(said).toBeNull()
  else expect(said).toMatch(words)
})

it('is planned for over a connection that may only read, which says that nothing can be applied', () => {
  expect(readOnlyNote({ name: 'Harbour', mayWrite: true })).toBeNull()
  expect(readOnlyNote({ name: 'Harbour', mayWrite: false })).toMatch(/may only read.*Harbour.*May write/)
})

it('says how much a plan does, and what it removes', () => {
  const counts = [
    { kind: 'group', act: 'create', count: 2 },
    { kind: 'group', act: 'remove', count: 2 },
    { kind: 'user', act: 'create', count: 1 },
    { kind: 'rule', act: 'order', count: 1 },
    { kind: 'zone', act: 'remove', count: 1 },
  ] as const
  expect(countsText({ counts: [...counts], state: 'READY' })).toBe('3 to create, 3 to remove, 1 to reorder')
  expect(countsText({ counts: [...counts], state: 'APPLIED' })).toBe('3 created, 3 removed, 1 reordered')
  expect(removedText([...counts])).toBe('2 groups, 1 network zone')
  expect([countsText({ counts: [], state: 'READY' }), removedText([])]).toEqual(['', ''])
})

it.each([
  ['PLANNING', false, true, 'Being planned'],
  ['PLANNING', false, false, 'Cut short'],
  ['READY', true, false, 'Ready'],
  ['READY', true, true, 'Being applied'],
  ['READY', false, false, 'Not applied'],
  ['APPLYING', true, true, 'Being applied'],
  ['APPLYING', true, false, 'Cut short'],
  ['STOPPED', true, false, 'Stopped'],
  ['STOPPED', true, true, 'Being applied'],
  ['APPLIED', false, false, 'Applied'],
] as const)('a plan that is %s, newest %s, in work %s: %s', (state, isLatest, isInWork, label) => {
  expect(planMeaning(plan(state), { isLatest, isInWork }).label).toBe(label)
})

it.each([
  ['APPLYING', true, 'Being taken back'],
  ['APPLYING', false, 'Partly taken back'],
  ['STOPPED', false, 'Partly taken back'],
  ['STOPPED', true, 'Being taken back'],
  ['APPLIED', false, 'Taken back'],
  [null, false, 'Taken back'],
] as const)('a plan that is taken back by one that is %s, in work %s: %s', (state, isInWork, label) => {
  const taken = plan('STOPPED', { takenBackBy: 'inverse' })
  const plans = [...(state ? [plan(state, { id: 'inverse' })] : []), taken]
  const takenBack = takingBack(taken, plans, isInWork ? { id: 'inverse' } : null)
  expect(planMeaning(taken, { isLatest: false, isInWork: false, takenBack }).label).toBe(label)
  expect(takingBack(plan('STOPPED'), plans, null)).toBeNull()
})

it('a plan that has stopped says at which step, and what can be done', () => {
  const step = (number: number, state: StepState = 'WAITING') =>
    meaningOfStep({ number, state }, { done: 1, stopped: true })
  expect([step(1), step(2), step(2, 'STARTED'), step(3)].map(({ label }) => label)).toEqual([
    ...['Done', 'Stopped', 'Begun', 'Waiting'],
  ])
  expect(meaningOfStep({ number: 2, state: 'WAITING' }, { done: 1 }).label).toBe('Waiting')
  const takesBack = { syncPlanId: 'other', created: null }
  expect(nextText(plan('STOPPED'))).toBe('“Go on” tries it again; “Plan again” works out what is left.')
  expect(nextText(plan('STOPPED', { done: 1 }))).toMatch(/^What is done until then stays done\. /)
  expect(nextText(plan('STOPPED', { takesBack }))).toBe('“Go on” tries it again.')
  expect(nextText(plan('STOPPED', { takenBackBy: 'other' }))).toBe('')
  const source = { kind: 'FOLDER', id: null, name: 'org', removes: true } as const
  expect(nextText(plan('STOPPED', { source }))).toBe('“Go on” tries it again.')
})

it('names what both sides have changed', () => {
  const rule = { kind: 'rule', isList: false, name: 'At night', parent: 'Contractors' } as const
  expect(conflictText(rule)).toMatch(/^.*ule “At night” of “Contractors”$/)
  expect(conflictText({ ...rule, isList: true, name: 'Order of rules' })).toBe('Order of rules of “Contractors”')
  expect(conflictText({ kind: 'group', isList: false, name: 'Staff', parent: null })).toBe('Group “Staff”')
  expect(kindOfStep({ kind: 'zone', act: 'change' })).toBe('Network zone')
  expect(kindOfStep({ kind: 'zone', act: 'order' })).toBe('Network zones')
})

it('says where a plan is, in sentences', () => {
  expect(planMeaning(plan('READY', { steps: 0 }), { isLatest: true, isInWork: false }).label).toBe('Nothing to do')
  expect(stoppedText({ done: 2, steps: 5 })).toMatch(/^It stopped at step 3 of 5\./)
  expect(stoppedText({ done: 5, steps: 5 })).toMatch(/^All 5 steps are done, but/)
  expect([appliedText(1), appliedText(3)]).toEqual(['The step is done', 'All 3 steps are done'])
  expect(remainingText({ done: 0, steps: 5 })).toBe('')
  expect(remainingText({ done: 1, steps: 5 })).toBe('1 of 5 steps is done; it goes on with the rest.')
})

it('a promotion is not the last word: the workspace can be planned from as before', () => {
  const keys = (isPromoted: boolean) =>
    waysToPlan({ remote: 'Production', canPromote: true, isPromoted }).map(({ key }) => key)
  expect(keys(true)).toContain('own')
  expect(keys(false)).toEqual(['dryRun', 'promote'])
})
