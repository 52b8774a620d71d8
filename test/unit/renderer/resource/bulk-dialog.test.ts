// @vitest-environment happy-dom
import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h, type Component } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Zone } from '#contract/policy/zone.ts'
import { zones } from '#ui/features/networks/zones.ts'
import { bulkActionsOf } from '#ui/resource/list/bulk.ts'
import BulkDialog from '#ui/resource/list/BulkDialog.vue'

const NO_ONE = { id: 'crv1', considered: 9, affected: 0, effects: [], notes: [] }
const LOSS = { effect: 'LOSES_ACCESS', people: 2, sample: [], cases: [], moreCases: 0 }

/** What was asked of the service, and how it answers a review. */
let asked: { path: string; method: string; reason: string | null; body: unknown }[] = []
let review: () => Response = () => Response.json(NO_ONE)

function answer(address: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
  const { pathname: path } = new URL(address, 'http://x')
  const reason = new Headers(headers).get('X-Change-Reason')
  asked.push({ path, method, reason, body: typeof body === 'string' ? JSON.parse(body) : null })
  if (path.endsWith('/change-reviews')) return Promise.resolve(review())
  return Promise.resolve(Response.json([]))
}

enableAutoUnmount(afterEach)
beforeEach(() => {
  asked = []
  review = () => Response.json(NO_ONE)
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(amount: number, key = 'deactivate') {
  const action = bulkActionsOf(zones, {}).find((one) => one.key === key)!
  const objects = Array.from(
    { length: amount },
    (_, at) => ({ id: `nzo${at}`, name: `Zone ${at}`, status: 'ACTIVE' }) as Zone,
  )
  const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] })
  mount(
    { render: () => h(NMessageProvider, () => h(BulkDialog as Component, { resource: zones, action, objects })) },
    { attachTo: document.body, global: { plugins: [router, createPinia()] } },
  )
  await flushPromises()
  const dialog = () => document.querySelector('[role=dialog]')!
  const submit = () => dialog().querySelector<HTMLButtonElement>('button[type=submit]')!
  const field = (label: string) => {
    const found = [...dialog().querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label))
    return found ? document.getElementById(found.htmlFor) : null
  }
  return { dialog, submit, field }
}

it('one review shows what many changes do together, and each is made with the reason', async () => {
  const { dialog, submit, field } = await open(2)
  const steps = ['nzo0', 'nzo1'].map((zoneId) => ({ operation: 'deactivateZone', params: { zoneId }, query: {} }))
  expect(asked.filter(({ path }) => path.endsWith('/change-reviews')).map(({ body }) => body)).toEqual([{ steps }])
  expect(dialog().textContent).toContain('No person is affected.')
  const reason = field('Reason') as HTMLInputElement
  reason.value = 'The office moves'
  reason.dispatchEvent(new Event('input'))
  await flushPromises()
  expect(submit().disabled).toBe(false)
  dialog()
    .querySelector('form')!
    .dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  const made = asked.filter(({ path }) => path.endsWith('/lifecycle/deactivate'))
  expect(made.map(({ path, reason: given }) => [path.split('/').at(-3), decodeURIComponent(given ?? '')])).toEqual([
    ['nzo0', 'The office moves'],
    ['nzo1', 'The office moves'],
  ])
})

it('where people lose access, the act has to be typed', async () => {
  review = () => Response.json({ ...NO_ONE, affected: 2, effects: [LOSS] })
  const { submit, field } = await open(2)
  expect([submit().disabled, field('Type “deactivate 2”') !== null]).toEqual([true, true])
})

it('a refusal names the one that is refused, and the act has to be typed', async () => {
  const location = 'steps[1].body.status'
  const causes = [{ errorSummary: `${location}: cannot be switched`, location }]
  review = () =>
    Response.json(
      { errorCode: 'E0000001', errorSummary: 'Refused', errorId: 'x', errorCauses: causes },
      { status: 400 },
    )
  const { dialog, submit, field } = await open(2)
  expect(dialog().querySelector('[role=alert]')?.textContent).toContain('Zone 1: Refused')
  expect([submit().disabled, field('Type “deactivate 2”') !== null]).toEqual([true, true])
})

it('more than can be reviewed at once are not begun', async () => {
  const { dialog, submit } = await open(101)
  expect(dialog().querySelector('[role=alert]')?.textContent).toBe('At most 100 can be reviewed at once. Choose fewer.')
  expect(submit().disabled).toBe(true)
  expect(asked.some(({ path }) => path.endsWith('/change-reviews'))).toBe(false)
})
