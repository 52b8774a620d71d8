// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { CustomAttribute } from '#contract/directory/profile-schema.ts'
import GroupsPage from '#ui/features/directory/GroupsPage.vue'
import ListSearch from '#ui/resource/list/ListSearch.vue'

const QUAY: CustomAttribute = { name: 'quay', title: 'Quay', type: 'string' }

/** The searches that the service was asked, and when it says what was added to groups. */
let asked: string[] = []
let attributes = Promise.withResolvers<Response>()

function answer(address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://x')
  if (pathname.endsWith('/custom-attributes')) return attributes.promise
  if (pathname.endsWith('/workspace')) return Promise.resolve(new Response(null, { status: 503 }))
  if (pathname.includes('/meta/schemas/'))
    return Promise.resolve(Response.json({ definitions: { custom: { properties: {} } } }))
  if (pathname.endsWith('/groups')) asked.push(searchParams.get('search') ?? searchParams.get('q') ?? '')
  return Promise.resolve(Response.json([]))
}

beforeEach(() => {
  asked = []
  attributes = Promise.withResolvers()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(find: string) {
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push({ path: '/', query: { q: find } })
  const page = mount(
    { render: () => h(NMessageProvider, () => h(GroupsPage)) },
    { attachTo: document.body, global: { plugins: [router, createPinia()] } },
  )
  await flushPromises()
  return { isWrong: () => page.getComponent(ListSearch).props('findings')!.length > 0 }
}
async function know(group: CustomAttribute[]) {
  attributes.resolve(Response.json({ user: [], group }))
  await flushPromises()
}

it('an address that searches by a custom attribute reads its list at once, before the attributes are known', async () => {
  const find = 'profile.quay eq "North"'
  const { isWrong } = await open(find)
  expect([isWrong(), asked]).toEqual([false, [find]])
  await know([QUAY])
  expect([isWrong(), asked]).toEqual([false, [find]])
})

it('an attribute that groups do not have is a problem as soon as that is known', async () => {
  const find = 'profile.pier eq "North"'
  const { isWrong } = await open(find)
  await know([QUAY])
  expect(isWrong()).toBe(true)
  // The list is that of all groups again, as where the problem is seen at once.
  expect(asked).toEqual([find, ''])
})
