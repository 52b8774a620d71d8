// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { NSelect } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import EntityPicker from '#ui/components/objects/EntityPicker.vue'

const WAIT_MS = 150
let asked: { url: string; signal: AbortSignal }[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ url, signal })
    return new Promise<Response>(() => {})
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  const picker = mount(EntityPicker, {
    props: { kind: 'zone', modelValue: null },
    global: { plugins: [createPinia()] },
  })
  const select = picker.findComponent(NSelect)
  const emit = (event: 'search' | 'focus', ...values: string[]) => {
    select.vm.$emit(event, ...values)
    return flushPromises()
  }
  return { picker, emit }
}

describe('a picker of objects', () => {
  it('asks once typing pauses, for the last text only', async () => {
    const { emit } = open()
    await emit('search', 'he')
    await emit('search', 'head')
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    expect(asked.map(({ url }) => url)).toEqual(['/gatehouse/v1/search?q=head&kind=zone&limit=30'])
  })

  it('asks for nothing more once it has gone', async () => {
    const { picker, emit } = open()
    await emit('focus')
    await emit('search', 'head')
    picker.unmount()
    await vi.advanceTimersByTimeAsync(WAIT_MS)
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
  })
})
