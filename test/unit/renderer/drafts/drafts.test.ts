import { expect, it } from 'vitest'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { changesText, needsFirst, unsaidEnds } from '#ui/features/drafts/drafts.ts'

const job = (type: Job['type'], state: Job['state'], facts: Job['facts'] = {}) =>
  ({ id: type, type, state, finished: '2026-11-01T10:00:00.000Z', facts }) as Job
const plan = (over: Partial<DraftPlan> = {}) =>
  ({ conflicts: 0, prefer: null, choices: [], planned: '2026-11-01T11:00:00.000Z', ...over }) as DraftPlan

it('says how much was changed in a draft, as far as its file is there', () => {
  expect([0, 1, 2, null].map((changes) => changesText({ changes }))).toEqual(['None yet', '1 change', '2 changes', '–'])
})

it('a comparison or a publication that did not complete is told until the draft is compared again', () => {
  const ended = [job('draftPublication', 'FAILED'), job('draftPlan', 'CANCELLED'), job('draftRebase', 'INTERRUPTED')]
  expect(unsaidEnds(ended, null)).toEqual(ended)
  expect(unsaidEnds(ended, plan({ planned: '2026-11-01T09:00:00.000Z' }))).toEqual(ended)
  expect(unsaidEnds(ended, plan())).toEqual([])
})

it('that a draft could not be brought up to date is told until the conflicts are decided, which it asks for', () => {
  const failed = job('draftRebase', 'FAILED', { conflicts: 2 })
  expect(unsaidEnds([failed], plan({ conflicts: 2 }))).toEqual([failed])
  expect(needsFirst(failed, plan({ conflicts: 2 }))).toBe('Decide the conflicts below first.')
  expect(unsaidEnds([failed], plan({ prefer: 'draft' }))).toEqual([])
  const choice = { kind: 'group', difference: 'group:1', prefer: 'draft' } as const
  expect(unsaidEnds([failed], plan({ choices: [choice] }))).toEqual([])
  expect(unsaidEnds([failed], plan({ choices: [choice], conflicts: 1 }))).toEqual([failed])
  expect(unsaidEnds([failed], plan())).toEqual([failed])
  expect(needsFirst(failed, plan())).toBeNull()
  expect(needsFirst(job('draftPublication', 'FAILED'), plan({ conflicts: 2 }))).toBeNull()
})

it('that a draft could not be brought up to date for another reason is told, whatever is decided', () => {
  const failed = job('draftRebase', 'FAILED')
  expect(unsaidEnds([failed], plan({ prefer: 'draft' }))).toEqual([failed])
  expect(unsaidEnds([failed], plan({ conflicts: 2 }))).toEqual([failed])
  expect(needsFirst(failed, plan({ conflicts: 2 }))).toBeNull()
})
