import { describe, expect, it } from 'vitest'
import { JOB_STATES, JOB_TYPES, JOB_TYPE_NAMES, type Job } from '#contract/gatehouse/job.ts'
import { JOB_LABELS, JOB_STATE } from '#ui/features/jobs/job-labels.ts'
import {
  factsText,
  noteOf,
  pathOfJob,
  percentOf,
  progressText,
  sectionsOf,
  starterText,
  tookText,
} from '#ui/features/jobs/job-text.ts'
import { aJob } from './a-job.ts'

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`
const ended = (more: Partial<Job>) => aJob({ state: 'COMPLETED', cancellable: false, finished: at(9), ...more })

describe('labels', () => {
  it('there is a word for every state, and no two share one', () => {
    const words = JOB_STATES.map((state) => JOB_STATE[state].word)
    expect(new Set(words).size).toBe(JOB_STATES.length)
  })

  it.each(JOB_TYPE_NAMES)('%s: its page is known, and it says what it did in the unit of its type', (type) => {
    expect(pathOfJob(aJob({ type, subjectId: null }))).toMatch(
      /^\/(audit|directory|drafts|group-rules|jobs|organization|sync)/,
    )
    const facts = { added: 2, changed: 2, reverted: 2, written: 2 }
    const [first = ''] = JOB_LABELS[type].done(aJob({ type, done: 2, facts }))
    expect(first.startsWith(`2 ${type === 'logImport' ? 'added' : JOB_TYPES[type].unit}`)).toBe(true)
  })
})

describe('sections', () => {
  it('those that run, then those that wait in the order in which they begin, then the ended, the latest first', () => {
    const { active, ended: over } = sectionsOf([
      aJob({ id: 'waits-2', created: at(4) }),
      aJob({ id: 'ended-early', state: 'FAILED', created: at(3), finished: at(5) }),
      aJob({ id: 'runs', state: 'RUNNING', created: at(2) }),
      aJob({ id: 'waits-1', created: at(1) }),
      aJob({ id: 'ended-late', state: 'CANCELLED', created: at(0), finished: at(6) }),
      aJob({ id: 'interrupted', state: 'INTERRUPTED', created: at(5), finished: null }),
    ])
    expect(active.map(({ id }) => id)).toEqual(['runs', 'waits-1', 'waits-2'])
    expect(over.map(({ id }) => id)).toEqual(['ended-late', 'ended-early', 'interrupted'])
  })

  it('sorts a copy', () => {
    const jobs = Object.freeze([aJob({ id: 'a', created: at(2) }), aJob({ id: 'b', created: at(1) })])
    expect(sectionsOf(jobs).active.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('progress', () => {
  const running = (more: Partial<Job>) => aJob({ state: 'RUNNING', started: at(1), ...more })

  it.each([
    [aJob(), 'Waiting', null],
    [running({}), 'Starting', null],
    [running({ done: 1_200, total: 52_118 }), '1,200 of 52,118 events', 2],
    [running({ done: 1, total: 1 }), '1 of 1 event', 100],
    [running({ total: 0 }), '0 of 0 events', 100],
    [running({ type: 'logRetention', done: 500 }), '500 events so far', null],
    [running({ type: 'logColumns', done: 3, total: 9 }), '3 of 9 blocks', 33],
    [running({ type: 'logImport', facts: { checked: 4_000, added: 0, known: 0 } }), '4,000 events checked', null],
    [running({ done: 5, total: 9, cancelRequested: true }), 'Ending…', 55],
  ])('%#: in words and percent', (job, text, percent) => {
    expect(progressText(job)).toBe(text)
    expect(percentOf(job)).toBe(percent)
  })
})

describe('what a job did', () => {
  it.each([
    [{ done: 1_204, total: 1_204, facts: { bytes: 4_200_000 } }, '1,204 events · 4.2 MB'],
    [{ type: 'logImport', done: 1_207, facts: { checked: 1_207, added: 1_204, known: 3 } }, '1,204 added · 3 known'],
    [{ type: 'logImport', done: 1, facts: { checked: 1, added: 1, known: 0 } }, '1 added'],
    [{ type: 'logImportRemoval', done: 1 }, '1 event removed'],
    [{ type: 'logVerification', done: 9, facts: { violations: 0 } }, '9 events checked · unmodified'],
    [{ type: 'logVerification', done: 9, facts: { violations: 1 } }, '9 events checked'],
    [{ type: 'logRetention', done: 0 }, '0 events removed'],
  ] satisfies [Partial<Job>, string][])('%#: completed', (more, text) => expect(factsText(ended(more))).toBe(text))

  it('cut short: how far it came, or what of it stays', () => {
    const half = { done: 300, total: 1_204 }
    expect(factsText(ended({ ...half, state: 'CANCELLED' }))).toBe('Ended at 300 of 1,204 events')
    const half2 = { ...half, type: 'logImport', facts: { added: 298, known: 2 } } as const
    expect(factsText(ended({ ...half2, state: 'FAILED' }))).toBe('298 added · 2 known')
    expect(factsText(ended({ ...half2, state: 'CANCELLED' }))).toBe('Ended at 300 of 1,204 events')
    expect(factsText(ended({ type: 'logRetention', done: 300, state: 'CANCELLED' }))).toBe('300 events removed')
    expect(factsText(ended({ state: 'FAILED' }))).toBe('')
  })

  it('why it failed, that it was interrupted, and that a verification found something', () => {
    expect(noteOf(ended({}))).toBeNull()
    expect(noteOf(ended({ state: 'FAILED', problem: 'line 2: this is not JSON' }))).toEqual({
      text: 'Line 2: this is not JSON.',
      tone: 'danger',
    })
    expect(noteOf(ended({ state: 'INTERRUPTED' }))?.text).toBe('The service ended before this was done.')
    const found = { type: 'logVerification', facts: { violations: 1 } } as const
    expect(noteOf(ended(found))).toEqual({ text: 'The log was modified.', tone: 'danger' })
  })
})

it('who started it: a person by name, the service by its own', () => {
  expect(starterText(aJob())).toBe('Ada Admin')
  expect(starterText(aJob({ startedBy: { id: '00u1', displayName: null } }))).toBe('00u1')
  expect(starterText(aJob({ startedBy: { id: 'system', displayName: null } }))).toBe('Gatehouse')
})

it('how long it took, unless it never began', () => {
  const took = (ms: number) =>
    tookText(ended({ started: at(0), finished: new Date(Date.parse(at(0)) + ms).toISOString() }))
  expect([40, 12_400, 190_000].map(took)).toEqual(['< 1 s', '12 s', '3 min'])
  expect(tookText(ended({ started: null }))).toBeNull()
})
