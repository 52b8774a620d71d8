// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RouterView } from 'vue-router'
import AccessStep from '#ui/features/applications/wizard/AccessStep.vue'
import CreateApplication from '#ui/features/applications/wizard/CreateApplication.vue'
import { useOpenEditorsStore } from '#ui/stores/open-editors.ts'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** What the service is asked to make or give, each with what lets it answer. */
let held: { request: string; answer: (body: object, status?: number) => void }[] = []

function respond({ method, pathname }: PageRequest): Response | Promise<Response> {
  if (method === 'GET') return Response.json([])
  return new Promise((resolve) =>
    held.push({
      request: `${method} ${pathname}`,
      answer: (body, status = 200) => resolve(Response.json(body, { status })),
    }),
  )
}

beforeEach(() => {
  held = []
  localStorage.clear()
  answerPage(respond)
})
afterEach(() => vi.unstubAllGlobals())

/** The wizard on its last step, with a bookmark for a group. */
async function open() {
  const routes = [{ path: '/create', component: CreateApplication }]
  const { page, router } = await mountPage(RouterView, { address: '/create', routes, dialogs: true })
  const next = async () => {
    await page.get('form').trigger('submit')
    await flushPromises()
  }
  await page.get('input[value="bookmark"]').setValue()
  await next()
  const [label, url] = page.findAll<HTMLInputElement>('section.body input')
  await label!.setValue('Berth planner')
  await url!.setValue('https://berths.example.com/')
  await next()
  page.getComponent(AccessStep).props('wizard').draft.value.groups = ['00g1']
  await next()
  return { page, router, editors: useOpenEditorsStore() }
}

const MADE = { id: '0oa1', label: 'Berth planner', credentials: {} }

describe('the wizard', () => {
  it('makes an application once, however often it is asked to, and asks before it is left until all is done', async () => {
    const { page, editors } = await open()
    void page.get('form').trigger('submit')
    void page.get('form').trigger('submit')
    const saved = editors.leave('save')
    await flushPromises()
    held[0]?.answer(MADE)
    await flushPromises()
    expect(held.map(({ request }) => request)).toEqual(['POST /api/v1/apps', 'PUT /api/v1/apps/0oa1/groups/00g1'])
    expect(editors.unsaved).toBe('the new application')
    held[1]?.answer({})
    expect(await saved).toBe(true)
    expect([editors.unsaved, held.length]).toEqual([null, 2])
  })
  it('keeps what was entered for a kind while another one is looked at', async () => {
    const { page, router } = await open()
    await router.push({ path: '/create', query: {} })
    await flushPromises()
    await page.get('input[value="service"]').setValue()
    await page.get('input[value="bookmark"]').setValue()
    await page.get('form').trigger('submit')
    await flushPromises()
    const values = page.findAll<HTMLInputElement>('section.body input').map(({ element }) => element.value)
    expect(values.slice(0, 2)).toEqual(['Berth planner', 'https://berths.example.com/'])
  })
  it('asks before it is left while something could not be given', async () => {
    const { page, editors } = await open()
    await page.get('form').trigger('submit')
    await flushPromises()
    held[0]?.answer(MADE)
    await flushPromises()
    held[1]?.answer({ errorCode: 'E0000007', errorSummary: 'Not found', errorCauses: [] }, 404)
    await flushPromises()
    expect(editors.unsaved).toBe('the new application')
  })
  it('goes back step by step, but no more once the application is being made', async () => {
    const { page, router } = await open()
    const step = () => router.currentRoute.value.query['step']
    const back = async () => {
      router.back()
      await flushPromises()
    }
    await back()
    expect(step()).toBe('access')
    await page.get('form').trigger('submit')
    await flushPromises()
    void page.get('form').trigger('submit')
    await flushPromises()
    await back()
    expect(step()).toBe('summary')
    held[0]?.answer(MADE)
    await flushPromises()
    held[1]?.answer({})
    await flushPromises()
    await back()
    expect([step(), page.text()]).toEqual(['summary', expect.stringContaining('Berth planner is ready')])
  })
  it('moves the keyboard to the making, and tells its outcome to who does not see it', async () => {
    const { page } = await open()
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Creating Berth planner')
    const status = page.get('section.body [role=status]')
    expect(status.text()).toBe('')
    held[0]?.answer(MADE)
    await flushPromises()
    held[1]?.answer({ errorCode: 'E0000007', errorSummary: 'Not found', errorCauses: [] }, 404)
    await flushPromises()
    expect(status.text()).toContain('Berth planner was created, but some steps failed.')
    const again = page.findAll('button').find((button) => button.text() === 'Try again')
    await again!.trigger('click')
    expect(status.text()).toBe('')
    held[2]?.answer({})
    await flushPromises()
    expect(status.text()).toBe('Berth planner is ready.')
  })
  it('shows no refusal any more of a field that was mended, on whatever step', async () => {
    const { page } = await open()
    const next = async () => {
      await page.get('form').trigger('submit')
      await flushPromises()
    }
    await next()
    const errorCauses = [{ errorSummary: 'label: is the name of another application', location: 'label' }]
    held[0]?.answer({ errorCode: 'E0000001', errorSummary: 'Refused', errorCauses }, 400)
    await flushPromises()
    const said = () => page.text().includes('s the name of another application')
    expect(said()).toBe(true)
    await page.get('section.body input').setValue('Quay planner')
    expect(said()).toBe(false)
    await next()
    const back = page.findAll('button').find((button) => button.text() === 'Back')
    await back!.trigger('click')
    await flushPromises()
    expect([page.get<HTMLInputElement>('section.body input').element.value, said()]).toEqual(['Quay planner', false])
    await next()
    await next()
    expect([page.text().includes('Create application'), said()]).toEqual([true, false])
  })
})
