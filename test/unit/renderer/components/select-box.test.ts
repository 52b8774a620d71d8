// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { readFileSync, globSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import FormField from '#ui/components/forms/FormField.vue'
import { SelectBox } from '#ui/components/data/select-box.ts'

afterEach(() => (document.body.innerHTML = ''))

const OPTIONS = [
  { value: 'a b', label: 'Ada' },
  { value: 'bo', label: 'Bo' },
]

async function open(props: Record<string, unknown>, name: 'labelled' | 'own' = 'own') {
  const value = ref<unknown>(props.multiple ? ['bo'] : 'bo')
  const box = (id?: string) =>
    h(SelectBox, {
      options: OPTIONS,
      value: value.value as string,
      'onUpdate:value': (now: unknown) => (value.value = now),
      inputProps: (id ? { id } : { 'aria-label': 'Person' }) as object,
      virtualScroll: false,
      ...props,
    })
  const Host = defineComponent({
    render: () =>
      name === 'own' ? box() : h(FormField, { label: 'Person' }, { default: ({ id }: { id: string }) => box(id) }),
  })
  mount(Host, { attachTo: document.body })
  await flushPromises()
  const combobox = document.querySelector<HTMLElement>('[role=combobox]')!
  const press = async (key: string) => {
    for (const type of ['keydown', 'keyup']) combobox.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }))
    await flushPromises()
  }
  const states = () => document.querySelectorAll('[role=combobox]').length === 1 && combobox
  return { value, combobox, press, states }
}

const options = () =>
  [...document.querySelectorAll('[role=listbox] [role=option]')].map((option) => [
    option.textContent?.trim(),
    option.getAttribute('aria-selected'),
  ])

describe.each([
  ['one that is chosen from', {}],
  ['one that is typed in', { filterable: true }],
  ['one of several', { multiple: true }],
  ['one of several that is typed in', { multiple: true, filterable: true }],
])('a select, %s', (_, props) => {
  it('is one combobox, and tells its list, what is active and what is chosen', async () => {
    const { combobox, press, states } = await open(props)
    expect(states()).toBe(combobox)
    expect([combobox.getAttribute('aria-label'), combobox.getAttribute('aria-expanded')]).toEqual(['Person', 'false'])
    combobox.focus()
    await press('Enter')
    expect(combobox.getAttribute('aria-expanded')).toBe('true')
    const list = document.getElementById(combobox.getAttribute('aria-controls') ?? '')
    expect([list?.getAttribute('role'), list?.getAttribute('aria-label')]).toEqual(['listbox', 'Person'])
    expect(options()).toEqual([
      ['Ada', 'false'],
      ['Bo', 'true'],
    ])
    await press('ArrowDown')
    const active = document.getElementById(combobox.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('role')).toBe('option')
  })

  it('is named by the label of its field', async () => {
    const { combobox } = await open(props, 'labelled')
    const label = document.getElementById(combobox.getAttribute('aria-labelledby') ?? '')
    expect(label?.textContent).toContain('Person')
  })
})

it('a select is nowhere used without these roles', () => {
  const uses = globSync('src-renderer/**/*.{vue,ts}').filter((file) =>
    /<NSelect|NSelect,|\bNSelect \}/.test(readFileSync(file, 'utf8')),
  )
  expect(uses.map((file) => file.split(/[\\/]/).at(-1))).toEqual(['SelectBox.vue', 'select-box.ts'])
})
