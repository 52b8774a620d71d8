// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import ObjectHistory from '#ui/resource/object/ObjectHistory.vue'

afterEach(() => vi.unstubAllGlobals())

const version = (over: object) => ({
  ...{ id: '1', kind: 'authorizationServer', objectId: 'aus1', parentId: null, version: 1, action: 'created' },
  ...{ name: 'Orders', changedAt: '2026-03-02T09:00:00.000Z', eventUuid: null, reason: null },
  actor: { id: '00u1', type: 'User', displayName: 'Ida' },
  ...over,
})

it('the history of an object lists its versions and those of what belongs to it, each to be restored but the current one', async () => {
  const scope = { id: '3', kind: 'serverScope', objectId: 'scp1', parentId: 'aus1', name: 'orders.read' }
  const versions = [version(scope), version({ id: '2', version: 2, action: 'updated' }), version({})]
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string | URL) => {
    asked.push(String(address))
    return Promise.resolve(Response.json(String(address).includes('/versions') ? versions : []))
  })
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const props = { about: 'aus1', restored: () => {} }
  const tab = mount(ObjectHistory, { props, global: { plugins: [router, createPinia()] } })
  await flushPromises()
  expect(asked.some((address) => address.includes('/gatehouse/v1/versions?about=aus1'))).toBe(true)
  for (const text of ['Scope “orders.read” created', 'Authorization server “Orders” changed'])
    expect(tab.text()).toContain(text)
  expect(tab.findAll('.current')).toHaveLength(2)
  expect(tab.findAll('button').filter((button) => button.text() === 'Restore…')).toHaveLength(1)
  tab.unmount()
})
