// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { App } from '#contract/apps/app.ts'
import { rangeName } from '#ui/features/audit/time-range.ts'
import HistoryTab from '#ui/features/applications/history/HistoryTab.vue'

afterEach(() => vi.unstubAllGlobals())

it('the audit log opens over at least the time that the history covers', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const props = { app: { id: '0oa1', label: 'Berth planner' } as App, policies: false }
  const tab = mount(HistoryTab, { props, global: { plugins: [router, createPinia()] } })
  await flushPromises()
  expect(tab.text()).toContain('No change in the last 179 days')
  const address = new URL(tab.get('a').attributes('href') ?? '', 'http://x')
  expect(rangeName(address.searchParams.get('range') ?? '')).toBe('all')
  expect(address.searchParams.get('filter')).toContain('target.id eq "0oa1"')
})
