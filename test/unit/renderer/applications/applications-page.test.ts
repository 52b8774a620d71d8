// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ApplicationsPage from '#ui/features/applications/ApplicationsPage.vue'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** The service's side: two applications, of which a group and a person have the first. */
const appOf = (id: string, label: string) => ({
  ...{ id, label, name: 'bookmark', status: 'ACTIVE', signOnMode: 'BOOKMARK' },
  ...{ created: '2026-11-01T00:00:00.000Z', lastUpdated: '2026-11-01T00:00:00.000Z' },
  _links: { deactivate: { href: 'http://x' } },
})
const APPS = [appOf('0oa1', 'Berth planner'), appOf('0oa2', 'Crew roster')]
let filters: (string | null)[] = []

function answer({ pathname, searchParams }: PageRequest): Response {
  if (!pathname.endsWith('/apps')) return Response.json([])
  filters.push(searchParams.get('filter'))
  return Response.json(searchParams.has('filter') ? APPS.slice(0, 1) : APPS)
}

beforeEach(() => {
  filters = []
  localStorage.clear()
  answerPage(answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(address: string) {
  const { page, router } = await mountPage(ApplicationsPage, { address })
  const shown = (text: string) => vi.waitFor(() => expect(page.text()).toContain(text), { timeout: 10_000 })
  return { page, router, shown }
}

describe('the list of applications', () => {
  it('is narrowed by the service to what a group or a person has, and searched in that', async () => {
    for (const [query, filter] of [
      ['group=00g1', 'group.id eq "00g1"'],
      ['person=00u1', 'user.id eq "00u1"'],
      ['person=00u1&q=planner', 'user.id eq "00u1"'],
    ]) {
      const { page, shown } = await open(`/applications?${query}`)
      await shown('Berth planner')
      expect([page.text().includes('Crew roster'), filters.at(-1)], query).toEqual([false, filter])
      page.unmount()
    }
    const { page, router, shown } = await open('/applications?person=00u1&q=roster')
    await shown('No application has what is chosen')
    await page
      .findAll('button')
      .find((button) => button.text() === 'Clear filters')!
      .trigger('click')
    await vi.waitFor(() => expect(router.currentRoute.value.query['person']).toBeUndefined())
  })

  it('is shown as cards where that was chosen, also the next time', async () => {
    const first = await open('/applications')
    await first.shown('Berth planner')
    expect(first.page.findAll('table')).toHaveLength(1)
    await first.page.get('button[aria-label="Cards"]').trigger('click')
    await flushPromises()
    first.page.unmount()
    const { page, shown } = await open('/applications')
    await shown('Berth planner')
    expect([page.findAll('table').length, page.findAll('li.card').length]).toEqual([0, 2])
    await page.get('input[aria-label="Select Berth planner"]').trigger('click')
    expect(page.get('[role=toolbar]').text()).toContain('1 selected')
  })

  it('leads an address that asks for a new one to the wizard', async () => {
    const { router } = await open('/applications?create=app')
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/applications/new'))
  })
})
