// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import type { App } from '#contract/apps/app.ts'
import AssignedPeople from '#ui/features/applications/assignments/AssignedPeople.vue'
import AssignedGroups from '#ui/features/applications/assignments/AssignedGroups.vue'
import AssignmentsTab from '#ui/features/applications/assignments/AssignmentsTab.vue'
import ListSearch from '#ui/resource/list/ListSearch.vue'
import AddRow from '#ui/resource/membership/AddRow.vue'
import { useUndoStore } from '#ui/stores/undo.ts'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

let asked: string[] = []
/** Where the application is assigned already, by the path of the assignment. */
let assigned: Record<string, object> = {}

/** Who has the application, and what the list of them was asked. */
let people: string[] = []
let lists: string[] = []
function peoplePage(asked: URLSearchParams): Response {
  lists.push(asked.toString())
  const found = people.filter((name) => name.startsWith(asked.get('q') ?? ''))
  const [at, limit] = [Number(asked.get('after') ?? 0), 25]
  const Link = `<http://x/api/v1/apps/0oa1/users?after=${at + limit}>; rel="next"`
  const body = found
    .slice(at, at + limit)
    .map((name) => ({ id: `00u${name}`, scope: 'USER', credentials: { userName: name }, profile: {}, _links: {} }))
  return Response.json(body, found.length > at + limit ? { headers: { Link } } : {})
}

beforeEach(() => {
  asked = []
  people = []
  assigned = {}
  lists = []
  localStorage.clear()
  answerPage(({ method, pathname, searchParams }) => {
    asked.push(`${method} ${pathname}`)
    const isList = pathname === '/api/v1/apps/0oa1/users' && method === 'GET'
    if (isList && people.length > 0) return peoplePage(searchParams)
    const isOne = /^\/api\/v1\/apps\/0oa1\/(users|groups)\/./.test(pathname)
    if (isOne && method === 'GET')
      return assigned[pathname] ? Response.json(assigned[pathname]) : new Response(null, { status: 404 })
    return Response.json(method === 'GET' ? [] : {})
  })
})
afterEach(() => vi.unstubAllGlobals())

it('people are read again once for many groups that were assigned together', async () => {
  const app = { id: '0oa1', label: 'Berth planner' } as App
  const { page } = await mountPage(AssignmentsTab, { props: { app } })
  const count = (request: string) => asked.filter((one) => one.startsWith(request)).length
  const before = count('GET /api/v1/apps/0oa1/users')
  const groups = Array.from({ length: 20 }, (_, index) => `00g${index}`)
  await page.getComponent(AssignedGroups).getComponent(AddRow).props('add')(groups)
  await flushPromises()
  expect(count('PUT /api/v1/apps/0oa1/groups/')).toBe(20)
  expect([before, count('GET /api/v1/apps/0oa1/users')]).toEqual([1, 2])
})

it('people are searched by the service, page by page, and all come back once the search is emptied', async () => {
  people = [...Array.from({ length: 60 }, (_, index) => `bo${index}`), 'ada', 'ad_y']
  const { page } = await mountPage(AssignmentsTab, { props: { app: { id: '0oa1', label: 'Berth planner' } as App } })
  const card = page.getComponent(AssignedPeople)
  const names = () => card.findAll('li .name').map((name) => name.text())
  const search = async (text: string) => {
    card.getComponent(ListSearch).vm.$emit('update:modelValue', text)
    await flushPromises()
  }
  const more = async () => {
    await card
      .findAll('button')
      .find((button) => button.text() === 'Show more')!
      .trigger('click')
    await flushPromises()
  }
  expect(names()).toHaveLength(25)
  await search('ad')
  expect([names(), card.text()]).toEqual([['ada', 'ad_y'], expect.stringContaining('2 found')])
  await search('zz')
  expect([names(), card.text()]).toEqual([[], expect.stringContaining('None found')])
  expect(card.findComponent(ListSearch).exists()).toBe(true)
  await search('bo')
  await more()
  expect(names()).toHaveLength(50)
  expect(lists.slice(-2)).toEqual(['q=bo&limit=25', 'q=bo&limit=25&after=25'])
  await search('')
  expect(names()).toHaveLength(25)
})

it('what is assigned already is left as it is, and no undo takes it away', async () => {
  assigned = {
    '/api/v1/apps/0oa1/groups/00gOld': { id: '00gOld', priority: 7, profile: { role: 'Pilot' } },
    '/api/v1/apps/0oa1/users/00uOld': { id: '00uOld', scope: 'USER' },
    '/api/v1/apps/0oa1/users/00uGroup': { id: '00uGroup', scope: 'GROUP' },
  }
  const { page } = await mountPage(AssignmentsTab, { props: { app: { id: '0oa1', label: 'Berth planner' } as App } })
  const add = (card: Component, ids: string[]) => page.getComponent(card).getComponent(AddRow).props('add')(ids)
  await add(AssignedGroups, ['00gOld'])
  await add(AssignedPeople, ['00uOld'])
  await flushPromises()
  expect(asked.filter((one) => !one.startsWith('GET'))).toEqual([])
  expect(useUndoStore().last).toBeUndefined()
  await add(AssignedPeople, ['00uOld', '00uGroup'])
  expect(asked.filter((one) => !one.startsWith('GET'))).toEqual(['POST /api/v1/apps/0oa1/users'])
  expect(useUndoStore().last?.label).toBe('Berth planner assigned to 1 person')
})
