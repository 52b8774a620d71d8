// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { globSync, readFileSync } from 'node:fs'
import { NButton } from 'naive-ui'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { MenuBox } from '#ui/components/data/menu-box.ts'

afterEach(() => (document.body.innerHTML = ''))

const OPTIONS = [
  { key: 'edit', label: 'Edit' },
  { key: 'line', type: 'divider' },
  { key: 'gone', label: 'Delete', disabled: true },
  { key: 'copy', label: 'Copy' },
]

async function open() {
  const chosen: string[] = []
  const Host = defineComponent({
    render: () =>
      h(
        MenuBox,
        { options: OPTIONS, trigger: 'click', onSelect: (key: string) => chosen.push(key) },
        { default: () => h(NButton, { 'aria-label': 'More' }, () => '…') },
      ),
  })
  mount(Host, { attachTo: document.body })
  await flushPromises()
  const button = document.querySelector<HTMLElement>('button')!
  const press = async (key: string) => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
  const menu = () => document.querySelector<HTMLElement>('[role="menu"]')
  const active = () => document.getElementById(menu()?.getAttribute('aria-activedescendant') ?? '')?.textContent.trim()
  return { button, press, menu, active, chosen }
}

it('a menu is a menu of items, which its button names and tells of', async () => {
  const { button, menu } = await open()
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false'])
  button.focus()
  button.click()
  await flushPromises()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(menu()?.id).toBe(button.getAttribute('aria-controls'))
  expect(menu()?.getAttribute('aria-label')).toBe('More')
  const items = [...document.querySelectorAll('[role="menuitem"]')]
  expect(items.map((item) => [item.textContent.trim(), item.getAttribute('aria-disabled')])).toEqual([
    ['Edit', null],
    ['Delete', 'true'],
    ['Copy', null],
  ])
})

it('arrows open it and go through what can be chosen, Enter chooses, and the button has the focus again', async () => {
  const { button, press, menu, active, chosen } = await open()
  button.focus()
  await press('ArrowDown')
  expect(document.activeElement).toBe(menu())
  expect(active()).toBe('Edit')
  await press('ArrowDown')
  expect(active()).toBe('Copy')
  await press(' ')
  expect(chosen).toEqual(['copy'])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it.each(['Escape', 'Tab'])('%s closes it without a choice', async (key) => {
  const { button, press, chosen } = await open()
  button.focus()
  await press('ArrowDown')
  await press(key)
  expect([button.getAttribute('aria-expanded'), document.activeElement, chosen.length]).toEqual(['false', button, 0])
})

it('no dropdown of the library is used past it', () => {
  const users = globSync('src-renderer/**/*.{vue,ts}').filter((file) =>
    /<NDropdown|h\(NDropdown/.test(readFileSync(file, 'utf8')),
  )
  expect(users.map((file) => file.replaceAll('\\', '/'))).toEqual(['src-renderer/components/data/MenuBox.vue'])
})
