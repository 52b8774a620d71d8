// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import SilentServiceNote from '#ui/app/SilentServiceNote.vue'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
})
afterEach(() => vi.useRealTimers())

it('a service that stays silent is told above the page until it answers; a moment without an answer is not', async () => {
  const workspace = useWorkspaceStore()
  const note = mount(SilentServiceNote)
  const told = () => note.find('[role="alert"]').exists()
  const heard = async (alive: boolean, forMs: number) => {
    workspace.alive = alive
    await nextTick()
    vi.advanceTimersByTime(forMs)
    await nextTick()
  }
  await heard(false, 500)
  await heard(true, 5_000)
  expect(told()).toBe(false)
  await heard(false, 5_000)
  expect(told()).toBe(true)
  expect(note.text()).toContain('The service does not answer.')
  await heard(true, 0)
  expect(told()).toBe(false)
})
