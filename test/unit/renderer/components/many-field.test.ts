// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { onSaveKey } from '#ui/lib/save-key.ts'
import ManyField from '#ui/components/fields/ManyField.vue'

function open(props: { options?: { value: string; label: string }[]; modelValue?: string[] } = {}) {
  const field = mount(ManyField, {
    props: { label: 'Addresses', none: 'None', free: true, options: [], modelValue: [], ...props },
    attachTo: document.body,
  })
  const write = async (text: string) => {
    await field.get('input').trigger('focus')
    await field.get('input').setValue(text)
  }
  const leave = async () => {
    await field.get('.n-base-selection').trigger('blur')
    await field.get('.n-base-selection').trigger('focusout')
    await flushPromises()
  }
  return { field, write, leave, value: () => field.emitted('update:modelValue')?.at(-1)?.[0] }
}

it('what is written is taken when the field is left, once', async () => {
  const { field, write, leave, value } = open({ modelValue: ['https://a.example.com'] })
  await write(' https://b.example.com ')
  await leave()
  expect(value()).toEqual(['https://a.example.com', 'https://b.example.com'])
  await field.setProps({ modelValue: ['https://a.example.com', 'https://b.example.com'] })
  await leave()
  expect(field.emitted('update:modelValue')).toHaveLength(1)
})

it('what is there already is not taken again, and what is given up with Escape is not taken', async () => {
  const { field, write, leave, value } = open({ modelValue: ['a'] })
  await write('a')
  await leave()
  await write('b')
  await field.get('.n-select').trigger('keydown', { key: 'Escape' })
  await leave()
  expect(value()).toBeUndefined()
})

it('the label of a choice stands for its value', async () => {
  const { write, leave, value } = open({ options: [{ value: 'x1', label: 'Head office' }] })
  await write('Head office')
  await leave()
  expect(value()).toEqual(['x1'])
})

it('Ctrl+Enter saves with what is still written, and leaves the focus where it was', async () => {
  const { field, write, value } = open({ modelValue: ['a'] })
  field.get<HTMLInputElement>('input').element.focus()
  await write('b')
  let saved: unknown
  const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true })
  onSaveKey(press, () => (saved = value()))
  expect(saved).toEqual(['a', 'b'])
  expect(document.activeElement).toBe(field.get('input').element)
})
