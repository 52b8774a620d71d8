// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { GroupRule } from '#contract/directory/group-rule.ts'
import ActivateRule from '#ui/features/directory/group-rules/ActivateRule.vue'

const RULE = { id: '0pr1', name: 'Clerks', status: 'INACTIVE' } as GroupRule
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://x')
    asked.push(`${method} ${pathname}`)
    return Promise.resolve(new Response(null, { status: pathname.includes('preview') ? 503 : 204 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a rule whose preview failed is activated only once its name was typed', async () => {
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  const show = ref(false)
  const dialogOf = () => h(ActivateRule, { rule: RULE, show: show.value, 'onUpdate:show': (now) => (show.value = now) })
  mount(
    { render: () => h(NMessageProvider, dialogOf) },
    { attachTo: document.body, global: { plugins: [router, createPinia()] } },
  )
  show.value = true
  await flushPromises()
  const dialog = document.querySelector('[role=dialog]') ?? expect.unreachable()
  const submit = dialog.querySelector<HTMLButtonElement>('button[type=submit]') ?? expect.unreachable()
  const send = async () => {
    dialog.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
  }
  const activations = () => asked.filter((request) => request.endsWith('/activate')).length
  expect(dialog.textContent).toContain('The service answered with status 503')
  expect(submit.disabled).toBe(true)
  await send()
  expect(activations()).toBe(0)

  const input = dialog.querySelector('input') ?? expect.unreachable()
  input.value = 'Clerks'
  input.dispatchEvent(new Event('input'))
  await flushPromises()
  expect(submit.disabled).toBe(false)
  await send()
  expect(activations()).toBe(1)
})
