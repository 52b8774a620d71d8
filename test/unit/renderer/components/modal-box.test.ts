// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import ConfirmDelete from '#ui/components/forms/ConfirmDelete.vue'

afterEach(() => (document.body.innerHTML = ''))

it('what has to be typed stays in sight below what scrolls, and Enter in it goes on', async () => {
  const confirmed = vi.fn()
  const props = { show: true, kind: 'group', name: 'Crew', typeName: true, onConfirm: confirmed }
  mount(ConfirmDelete, { props, slots: { default: '<p>A long list</p>' }, attachTo: document.body })
  await flushPromises()
  const form = document.querySelector('form') ?? expect.unreachable()
  const input = document.querySelector('input') ?? expect.unreachable()
  expect([form.contains(input), document.querySelector('.body')?.contains(input)]).toEqual([false, false])
  expect(input.getAttribute('form')).toBe(form.id)
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(confirmed).not.toHaveBeenCalled()
  input.value = 'Crew'
  input.dispatchEvent(new Event('input'))
  await flushPromises()
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(confirmed).toHaveBeenCalledOnce()
})
