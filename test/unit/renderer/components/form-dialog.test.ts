// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reactive, ref, shallowRef } from 'vue'
import { ApiError } from '#ui/api/api-error.ts'
import FormDialog from '#ui/components/forms/FormDialog.vue'
import { useOpenEditorsStore } from '#ui/stores/open-editors.ts'
import { pressButton } from '../../../helpers/press-button.ts'

beforeEach(() => setActivePinia(createPinia()))
afterEach(() => (document.body.innerHTML = ''))
const closed = vi.fn()
afterEach(() => void closed.mockReset())

async function open(unplaced: { summary: string; location: string }[] = [], error: ApiError | null = null) {
  const action = { busy: ref(false), error: shallowRef(error), run: vi.fn(() => Promise.resolve()) }
  const form = reactive({ kind: 'a' })
  const content = () => form
  const props = { show: true, title: 'New group', verb: 'Create', action, unplaced, content, 'onUpdate:show': closed }
  mount(FormDialog, { props, slots: { default: '<input aria-label="Name" />' }, attachTo: document.body })
  await flushPromises()
  return { action, form }
}

describe('a dialog that is one form', () => {
  it('saves with Ctrl+Enter, before the field that has the focus takes the key', async () => {
    const { action } = await open()
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

  it('asks before what was entered is lost, but not where nothing was', async () => {
    await open()
    await pressButton('Close')
    expect(closed).toHaveBeenCalledExactlyOnceWith(false)
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
    await pressButton('Close')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('What you entered will be lost.')
    await pressButton('Keep editing')
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(closed).toHaveBeenCalledOnce()
    await pressButton('Close')
    await pressButton('Discard')
    expect(closed).toHaveBeenCalledTimes(2)
  })

  it('asks too where something was only chosen, as a select says it without an event of its own', async () => {
    const { form } = await open()
    form.kind = 'b'
    await flushPromises()
    expect(useOpenEditorsStore().unsaved).toBe('“New group”')
    await pressButton('Close')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('What you entered will be lost.')
    await pressButton('Keep editing')
    form.kind = 'a'
    await pressButton('Close')
    expect(closed).toHaveBeenCalledExactlyOnceWith(false)
  })

  it('closes at once by Cancel', async () => {
    await open()
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
    await pressButton('Cancel')
    expect(closed).toHaveBeenCalledExactlyOnceWith(false)
  })
})
