// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import TypeToConfirm from '#ui/components/forms/TypeToConfirm.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

async function open() {
  const [shown, name, confirmed] = [ref(true), ref('Sales'), ref(false)]
  const Asking = defineComponent(
    () => () =>
      shown.value
        ? h(TypeToConfirm, {
            name: name.value,
            modelValue: confirmed.value,
            'onUpdate:modelValue': (now: boolean) => (confirmed.value = now),
          })
        : null,
  )
  const { page } = await mountPage(Asking)
  await page.find('input').setValue('Sales')
  return { shown, name, confirmed }
}

it('it is confirmed as long as its name is what was typed', async () => {
  const { name, confirmed } = await open()
  expect(confirmed.value).toBe(true)
  name.value = 'Support'
  await flushPromises()
  expect(confirmed.value).toBe(false)
})

it('nothing stays confirmed once it is no longer asked', async () => {
  const { shown, confirmed } = await open()
  shown.value = false
  await flushPromises()
  expect(confirmed.value).toBe(false)
})
