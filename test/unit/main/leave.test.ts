import { expect, it, vi } from 'vitest'
import { createLeaving, type UnsavedChoice } from '#main/lifecycle/leave.ts'
import type { LeaveWay } from '#ipc/contract.ts'

/** A page that does as it is told with this outcome; null: it never answers. */
function leavingWith(choice: UnsavedChoice, done: boolean | null) {
  const told: LeaveWay[] = []
  const askUnsaved = vi.fn(async (_what: string) => choice)
  const leaving = createLeaving({
    askUnsaved,
    tellPage(turn, way) {
      told.push(way)
      if (done !== null) queueMicrotask(() => leaving.answer(turn, done))
    },
  })
  return { leaving, told, askUnsaved }
}

it('asks nothing where nothing is unsaved', async () => {
  const { leaving, askUnsaved } = leavingWith('cancel', null)
  expect(await leaving.mayLeave()).toBe(true)
  leaving.setUnsaved('the rule')
  leaving.setUnsaved(null)
  expect(await leaving.mayLeave()).toBe(true)
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
  expect(await leaving.mayLeave()).toBe(may)
  expect(askUnsaved).toHaveBeenCalledExactlyOnceWith('the rule')
  expect(told).toEqual(ways)
})

it('asks once at a time, and again where saving waits for the page', async () => {
  const { leaving, askUnsaved } = leavingWith('save', null)
  leaving.setUnsaved('the rule')
  const first = leaving.mayLeave()
  expect(await leaving.mayLeave()).toBe(false)
  await vi.waitFor(() => expect(askUnsaved).toHaveBeenCalledOnce())
  await Promise.resolve()
  const second = leaving.mayLeave()
  expect(await first).toBe(false)
  expect(askUnsaved).toHaveBeenCalledTimes(2)
  leaving.pageIsGone()
  await Promise.resolve()
  leaving.pageIsGone()
  expect(await second).toBe(false)
})

it('does not wait for ever for a page that hangs, but never takes silence for saved', async () => {
  vi.useFakeTimers()
  try {
    const hanging = leavingWith('discard', null)
    hanging.leaving.setUnsaved('the rule')
    const discarded = hanging.leaving.mayLeave()
    const kept = vi.fn()
    const keeping = leavingWith('save', null)
    keeping.leaving.setUnsaved('the rule')
    const saved = vi.fn()
    void keeping.leaving.mayLeave().then(saved)
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
  void leaving.mayLeave().then(settled)
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
  expect(await leaving.mayLeave()).toBe(true)
  expect(askUnsaved).not.toHaveBeenCalled()
})
