// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import { ApiError } from '#ui/api/api-error.ts'
import { moved, type Ordered } from '#contract/policy/list-order.ts'
import { useReorder } from '#ui/features/policies/order/useReorder.ts'

const START: Ordered[] = ['a', 'b', 'c', 'd'].map((id, index) => ({
  id,
  name: id.toUpperCase(),
  priority: index + 1,
  system: id === 'd',
}))

/** A list as the service would keep it, with the moves that it was asked for. */
function open(refuse = false, hold: () => Promise<void> = () => Promise.resolve(), mayMove = true) {
  const kept = shallowRef<Ordered[]>(START)
  const saved: [string, number][] = []
  let reorder!: ReturnType<typeof useReorder<Ordered>>
  const Inner = defineComponent(() => {
    reorder = useReorder<Ordered>({
      items: () => kept.value,
      mayMove: () => Promise.resolve(mayMove ? { reason: 'A reason' } : null),
      save: async (item, index, reason) => {
        expect(reason).toBe('A reason')
        await hold()
        if (refuse) throw new ApiError({ status: 403, code: 'E0000006', summary: 'You may not do this.' })
        saved.push([item.id, index])
        kept.value = moved(kept.value, item.id, index)
      },
    })
    return () => null
  })
  const page = mount(() => h(NMessageProvider, () => h(Inner)), { global: { plugins: [createPinia()] } })
  return { reorder, saved, page, names: () => reorder.order.value.map((item) => item.id).join('') }
}

beforeEach(() => {
  vi.useFakeTimers()
  // There is no service here to ask how a move is taken back.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no service')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('changing the order', () => {
  it('shows at once, before anything is saved', () => {
    const { reorder, names, saved } = open()
    reorder.moveBy('a', 1)
    expect(names()).toBe('bacd')
    expect(reorder.announcement.value).toBe('A: 2 of 3')
    expect(saved).toEqual([])
  })

  it('is taken back where who is affected is not accepted', async () => {
    const { reorder, names, saved } = open(false, undefined, false)
    reorder.moveBy('a', 1)
    await vi.runAllTimersAsync()
    expect(saved).toEqual([])
    expect(names()).toBe('abcd')
    expect(reorder.announcement.value).toBe('A stays at 1')
  })

  it('several steps of one item are saved as one move', async () => {
    const { reorder, names, saved } = open()
    reorder.moveBy('a', 1)
    reorder.moveBy('a', 1)
    await vi.runAllTimersAsync()
    expect(saved).toEqual([['a', 2]])
    expect(names()).toBe('bcad')
  })

  it('moving another item saves the first one first', async () => {
    const { reorder, names, saved } = open()
    reorder.moveBy('a', 1)
    reorder.moveTo('c', 0)
    await vi.runAllTimersAsync()
    expect(saved).toEqual([
      ['a', 1],
      ['c', 0],
    ])
    expect(names()).toBe('cbad')
  })

  it('stays as it was left while a later move waits for an earlier one to be saved', async () => {
    const held: (() => void)[] = []
    const { reorder, names, saved } = open(false, () => new Promise((done) => held.push(done)))
    reorder.moveTo('a', 2)
    reorder.moveTo('c', 0)
    expect(names()).toBe('cbad')
    await vi.advanceTimersByTimeAsync(0)
    held.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(saved).toEqual([['a', 2]])
    expect(names()).toBe('cbad')
    held.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(names()).toBe('cbad')
  })

  it('there and back saves nothing', async () => {
    const { reorder, names, saved } = open()
    reorder.moveBy('a', 1)
    reorder.moveBy('a', -1)
    await vi.runAllTimersAsync()
    expect(saved).toEqual([])
    expect(names()).toBe('abcd')
  })

  it('a step that was not saved yet is saved when one leaves the page', async () => {
    const { reorder, saved, page } = open()
    reorder.moveBy('b', 1)
    page.unmount()
    await vi.runAllTimersAsync()
    expect(saved).toEqual([['b', 2]])
  })

  it('the default neither moves nor is overtaken', async () => {
    const { reorder, names, saved } = open()
    reorder.moveBy('d', -1)
    reorder.moveBy('c', 1)
    await vi.runAllTimersAsync()
    expect(names()).toBe('abcd')
    expect(saved).toEqual([])
  })

  it('a refusal puts the order back and gives the service’s words', async () => {
    const { reorder, names } = open(true)
    reorder.moveTo('c', 0)
    expect(names()).toBe('cabd')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(names()).toBe('abcd')
    expect(reorder.error.value?.summary).toBe('You may not do this.')
    expect(reorder.announcement.value).toContain('could not be moved')
  })
})
