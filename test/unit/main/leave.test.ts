import { expect, it, vi } from 'vitest'
import { createLeaving, type UnsavedChoice, type WorkChoice } from '#main/lifecycle/leave.ts'
import type { LeaveWay } from '#ipc/contract.ts'

/** A page that does as it is told with this outcome; null: it never answers. */
function leavingWith(choice: UnsavedChoice, done: boolean | null) {
  const told: LeaveWay[] = []
  const askUnsaved = vi.fn(async (_what: string) => choice)
  const leaving = createLeaving({
    askUnsaved,
    work: async () => [],
    askWork: async () => 'cancel',
    onWaiting: () => undefined,
    tellPage(turn, way) {
      told.push(way)
      if (done !== null) queueMicrotask(() => leaving.answer(turn, done))
    },
  })
  return { leaving, told, askUnsaved }
}

it('asks nothing where nothing is unsaved', async () => {
  const { leaving, askUnsaved } = leavingWith('cancel', null)
  expect(await leaving.mayLeave('program')).toBe(true)
  leaving.setUnsaved('the rule')
  leaving.setUnsaved(null)
  expect(await leaving.mayLeave('program')).toBe(true)
  expect(askUnsaved).not.toHaveBeenCalled()
})

it.each([
  ['save', true, true, ['save']],
  ['save', false, false, ['save']],
  ['discard', true, true, ['discard']],
  ['cancel', true, false, []],
] as const)('%s, done %s: may leave is %s', async (choice, done, may, ways) => {
  const { leaving, told, askUnsaved } = leavingWith(choice, done)
  leaving.setUnsaved('the rule')
  expect(await leaving.mayLeave('program')).toBe(may)
  expect(askUnsaved).toHaveBeenCalledExactlyOnceWith('the rule')
  expect(told).toEqual(ways)
})

it('asks once at a time, and again where saving waits for the page', async () => {
  const { leaving, askUnsaved, told } = leavingWith('save', null)
  leaving.setUnsaved('the rule')
  const first = leaving.mayLeave('program')
  expect(await leaving.mayLeave('program')).toBe(false)
  await vi.waitFor(() => expect(told).toEqual(['save']))
  const second = leaving.mayLeave('program')
  expect(await first).toBe(false)
  await vi.waitFor(() => expect(askUnsaved).toHaveBeenCalledTimes(2))
  // Once it is asked to save: a page that is gone saves nothing.
  await vi.waitFor(() => expect(told).toEqual(['save', 'save']))
  leaving.pageIsGone()
  expect(await second).toBe(false)
})

it('does not wait for ever for a page that hangs, but never takes silence for saved', async () => {
  vi.useFakeTimers()
  try {
    const hanging = leavingWith('discard', null)
    hanging.leaving.setUnsaved('the rule')
    const discarded = hanging.leaving.mayLeave('program')
    const kept = vi.fn()
    const keeping = leavingWith('save', null)
    keeping.leaving.setUnsaved('the rule')
    const saved = vi.fn()
    void keeping.leaving.mayLeave('program').then(saved)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await discarded).toBe(true)
    expect(saved).not.toHaveBeenCalled()
    void hanging.leaving.keepDrafts().then(kept)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kept).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

it('hears only the answer to the question that is open', async () => {
  const { leaving, told } = leavingWith('save', null)
  leaving.setUnsaved('the rule')
  const settled = vi.fn()
  void leaving.mayLeave('program').then(settled)
  await vi.waitFor(() => expect(told).toEqual(['save']))
  leaving.answer(7, true)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  leaving.answer(1, true)
  await vi.waitFor(() => expect(settled).toHaveBeenCalledExactlyOnceWith(true))
})

it('a page that is gone holds nothing unsaved', async () => {
  const { leaving, askUnsaved } = leavingWith('cancel', null)
  leaving.setUnsaved('the rule')
  leaving.pageIsGone()
  expect(await leaving.mayLeave('program')).toBe(true)
  expect(askUnsaved).not.toHaveBeenCalled()
})

/** A program whose work ends when the test says so. */
function working(...choices: WorkChoice[]) {
  let work = ['an export of the audit log']
  const waited: (readonly string[] | null)[] = []
  const askWork = vi.fn(async () => choices.shift() ?? 'cancel')
  const askUnsaved = vi.fn(async (): Promise<UnsavedChoice> => 'discard')
  const leaving = createLeaving({
    askUnsaved,
    askWork,
    work: async () => work,
    onWaiting: (what) => void waited.push(what),
    tellPage: (turn) => queueMicrotask(() => leaving.answer(turn, true)),
  })
  return { leaving, askWork, askUnsaved, waited, set: (now: string[]) => (work = now) }
}

it.each([
  ['leave', true],
  ['cancel', false],
] as const)('while work runs, %s: may leave is %s', async (choice, may) => {
  const { leaving, askWork } = working(choice)
  expect(await leaving.mayLeave('program')).toBe(may)
  expect(askWork).toHaveBeenCalledExactlyOnceWith(['an export of the audit log'], 'program')
})

it('loading the page again stops no work, so nothing is asked about it', async () => {
  const { leaving, askWork } = working('cancel')
  expect(await leaving.mayLosePage()).toBe(true)
  expect(askWork).not.toHaveBeenCalled()
})

it('waits until the work is done, also what follows from it, and only then asks about changes', async () => {
  vi.useFakeTimers()
  try {
    const { leaving, askUnsaved, waited, set } = working('wait')
    leaving.setUnsaved('the rule')
    const settled = vi.fn()
    void leaving.mayLeave('program').then(settled)
    await vi.advanceTimersByTimeAsync(5_000)
    set([])
    await vi.advanceTimersByTimeAsync(1_000)
    set(['the saving of a file'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([settled.mock.calls.length, askUnsaved.mock.calls.length]).toEqual([0, 0])
    set([])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(settled).toHaveBeenCalledExactlyOnceWith(true)
    expect(askUnsaved).toHaveBeenCalledOnce()
    expect(waited).toEqual([['an export of the audit log'], null])
  } finally {
    vi.useRealTimers()
  }
})

it('who leaves again while it waits is asked again', async () => {
  vi.useFakeTimers()
  try {
    const { leaving, waited } = working('wait', 'cancel')
    const first = leaving.mayLeave('program')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await leaving.mayLeave('program')).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await first).toBe(false)
    expect(waited.at(-1)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['hangs', () => new Promise<string[]>(() => undefined)],
  ['fails', () => Promise.reject(new Error('the database is closed'))],
])('a service that %s keeps no window open', async (_how, work) => {
  vi.useFakeTimers()
  try {
    const leaving = createLeaving({
      work,
      askWork: async () => 'cancel',
      askUnsaved: async () => 'cancel',
      onWaiting: () => undefined,
      tellPage: () => undefined,
    })
    const may = leaving.mayLeave('program')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await may).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
