// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { NDropdown } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import ConditionCards from '#ui/features/policies/rule/conditions/ConditionCards.vue'
import type { ConditionCard } from '#ui/features/policies/rule/rule-draft.ts'

const mounted: { unmount: () => void }[] = []
beforeEach(() => vi.stubGlobal('fetch', () => new Promise<Response>(() => {})))
afterEach(() => vi.unstubAllGlobals())
afterEach(() => mounted.splice(0).forEach((each) => each.unmount()))

/** The conditions of a rule, none at first. */
function open() {
  const cards = ref<ConditionCard[]>([])
  const wrapper = mount(
    () =>
      h(ConditionCards, {
        cards: cards.value,
        allowed: ['people', 'riskScore', 'network'],
        errorOf: () => undefined,
        none: 'Anyone',
        onAdd: (key: string, value: unknown) => cards.value.push({ key, value } as ConditionCard),
      }),
    { attachTo: document.body, global: { plugins: [createPinia()] } },
  )
  mounted.push(wrapper)
  const add = async (key: string) => {
    ;(wrapper.findComponent(NDropdown).props('onSelect') as (key: string) => void)(key)
    await flushPromises()
  }
  return { wrapper, add }
}

it.each(['network', 'riskScore'])('of an added %s condition the choice that is made has the focus', async (key) => {
  const { wrapper, add } = open()
  await add(key)
  const focused = document.activeElement as HTMLInputElement
  const chosen = wrapper.find<HTMLInputElement>('input[type="radio"]:checked').element
  expect(focused).toBe(chosen)
})

it('an empty condition on people says that everyone meets it', async () => {
  const { wrapper, add } = open()
  await add('people')
  expect(wrapper.get('[role="status"]').text()).toContain('an empty condition matches everyone')
})
