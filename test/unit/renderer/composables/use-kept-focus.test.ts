// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, nextTick, ref, useTemplateRef } from 'vue'
import { useKeptFocus } from '#ui/composables/useKeptFocus.ts'

const isBusy = ref(false)
const isThere = ref(true)
const Page = defineComponent(() => {
  const part = useTemplateRef<HTMLElement>('part')
  useKeptFocus(part, [isBusy, isThere])
  return () =>
    h('main', { tabindex: -1 }, [
      h('button', { id: 'outside' }),
      h('div', { ref: 'part' }, [
        isThere.value && h('button', { id: 'goes' }),
        h('button', { id: 'works', disabled: isBusy.value }),
        h('button', { id: 'stays' }),
      ]),
    ])
})
const focus = (id: string) => document.getElementById(id)?.focus()
const focused = () => document.activeElement?.id || document.activeElement?.tagName
async function open() {
  ;[isBusy.value, isThere.value] = [false, true]
  mount(Page, { attachTo: document.body })
  await nextTick()
}
afterEach(() => (document.body.innerHTML = ''))

it.each([
  ['goes', (): void => void (isThere.value = false), 'MAIN'],
  ['works', (): void => void (isBusy.value = true), 'MAIN'],
  ['stays', (): void => void (isBusy.value = true), 'stays'],
  ['outside', (): void => void (isBusy.value = true), 'outside'],
] as const)('the focus on what %s', async (id, change, after) => {
  await open()
  focus(id)
  change()
  await nextTick()
  expect(focused()).toBe(after)
})

it('what the focus has left takes none', async () => {
  await open()
  focus('goes')
  document.getElementById('goes')?.blur()
  await nextTick()
  isThere.value = false
  await nextTick()
  expect(focused()).toBe('BODY')
})

it('what had no focus takes none', async () => {
  await open()
  isThere.value = false
  await nextTick()
  expect(focused()).toBe('BODY')
})
