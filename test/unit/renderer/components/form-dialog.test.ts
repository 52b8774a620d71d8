// @vitest-environment happy-dom
import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import { ApiError } from '#ui/api/api-error.ts'
import FormDialog from '#ui/components/forms/FormDialog.vue'

enableAutoUnmount(afterEach)
afterEach(() => (document.body.innerHTML = ''))

async function open(unplaced: { summary: string; location: string }[] = [], error: ApiError | null = null) {
  const action = { busy: ref(false), error: shallowRef(error), run: vi.fn(() => Promise.resolve()) }
  const props = { show: true, title: 'New group', verb: 'Create', action, unplaced }
  mount(FormDialog, { props, slots: { default: '<input aria-label="Name" />' }, attachTo: document.body })
  await flushPromises()
  return action
}

describe('a dialog that is one form', () => {
  it('saves with Ctrl+Enter, before the field that has the focus takes the key', async () => {
    const action = await open()
    const field = document.querySelector('input')
    const taken = vi.fn()
    field?.addEventListener('keydown', taken)
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
    expect([action.run.mock.calls.length, taken.mock.calls.length]).toEqual([1, 0])
  })

  it('shows a refusal only where no field does', async () => {
    const cause = { summary: 'is taken', location: 'name' }
    const error = new ApiError({ status: 400, code: 'E0000001', summary: 'Invalid group', causes: [cause] })
    await open([], error)
    expect(document.body.textContent).not.toContain('Invalid group')
    await open([cause], error)
    expect(document.body.textContent).toContain('Invalid group')
  })
})
