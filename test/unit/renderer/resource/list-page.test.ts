// @vitest-environment happy-dom
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Router } from 'vue-router'
import GroupsPage from '#ui/features/directory/GroupsPage.vue'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** The service's side of a list: its groups, and what its search finds. */
let groups: { id: string; name: string }[] = []

const groupOf = ({ id, name }: { id: string; name: string }) => ({
  id,
  type: 'SVC_GROUP',
  profile: { name, description: '' },
  lastMembershipUpdated: '2026-11-01T00:00:00.000Z',
  _embedded: { stats: { usersCount: name.length } },
})

/** No one has an application through one of them. */
const NO_LOSS = {
  id: 'acl1',
  people: 0,
  apps: [],
  moreApps: 0,
  exceptions: [],
  moreExceptions: 0,
  asking: [],
  moreAsking: 0,
}

/** The one that cannot be deleted. */
let refused = ''

/** Whether an expression is refused. */
let refusesSearch = false
const refusal = () =>
  Response.json({ errorCode: 'E0000001', errorSummary: 'Not now.', errorId: 'x', errorCauses: [] }, { status: 400 })

function remove(id: string | undefined): Response {
  if (id === refused) return refusal()
  groups = groups.filter((group) => group.id !== id)
  return new Response(null, { status: 204 })
}

function answer({ method, pathname, searchParams }: PageRequest): Response {
  if (pathname.includes('/references/')) return Response.json([])
  if (pathname.endsWith('/access-losses')) return Response.json(NO_LOSS)
  if (pathname.endsWith('/custom-attributes')) return Response.json({ user: [], group: [] })
  if (pathname.includes('/meta/schemas/')) return Response.json({ definitions: { custom: { properties: {} } } })
  const [, id] = /groups\/(\w+)$/.exec(pathname) ?? []
  if (method === 'DELETE') return remove(id)
  if (id) return Response.json(groupOf(groups.find((group) => group.id === id)!))
  if (searchParams.has('search')) {
    if (refusesSearch) return refusal()
    expect(searchParams.get('expand')).toBe('stats')
    const named = new Set((searchParams.get('search') ?? '').split(' or '))
    const found = groups.filter((group) => named.has(`name eq "${group.name}"`) || named.has(`id eq "${group.id}"`))
    return Response.json(found.map(groupOf))
  }
  if (!pathname.endsWith('/search')) {
    const [at, limit] = [Number(searchParams.get('after') ?? 0), 2]
    const rest = groups.length > at + limit
    const Link = `<http://x/api/v1/groups?after=${at + limit}&limit=2>; rel="next"`
    const body = groups.slice(at, at + limit).map(groupOf)
    return Response.json(body, rest ? { headers: { Link } } : {})
  }
  const similar = searchParams.get('q') === 'payrall'
  const hits = groups.filter(({ name }) => name.includes('Payroll'))
  const match = similar ? 'similar' : 'name'
  return Response.json(hits.map((hit) => ({ ...hit, kind: 'group', detail: null, match })))
}

beforeEach(() => {
  refused = ''
  refusesSearch = false
  groups = ['Zebra', 'Ledgerline Payroll', 'Ants'].map((name, at) => ({ id: `g${at}`, name }))
  answerPage(answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(address: string) {
  const { page, router } = await mountPage(GroupsPage, { address })
  const names = () => page.findAll('tbody tr.row').map((row) => row.findAll('td')[1]?.text())
  return { page, router, names, note: () => page.find('.bar [role=status]').text() }
}

it('a list finds a word in the middle of a name, and says what only resembles it', async () => {
  const exact = await open('/?q=payroll')
  expect([exact.names(), exact.note()]).toEqual([['Ledgerline Payroll'], '1 found'])
  exact.page.unmount()
  const similar = await open('/?q=payrall')
  expect([similar.names(), similar.note()]).toEqual([['Ledgerline Payroll'], '0 found, 1 with similar spelling'])
})

it('counts of members stand beside what words found, too, in one request for all', async () => {
  const { page } = await open('/?q=payroll')
  expect(page.find('tbody tr.row').text()).toContain('18')
})

it('a list takes an expression in place of words, and says where one is wrong', async () => {
  const right = await open('/?q=name eq "Ants"')
  expect([right.names(), right.note()]).toEqual([['Ants'], '1 found'])
  right.page.unmount()
  const wrong = await open('/?q=nme eq "Ants"')
  expect(wrong.names()).toHaveLength(3)
  await vi.waitFor(() => expect(wrong.page.find('[aria-label=Problems]').text()).toContain('no attribute nme'), 3_000)
  expect(wrong.page.find('input[aria-label="Search groups"]').attributes('aria-invalid')).toBe('true')
})

describe('rows of an earlier search', () => {
  const marks = (page: VueWrapper) => page.findAll('tbody tr.row input')
  const isShownAside = (page: VueWrapper) => page.find('.whole').attributes('inert') !== undefined
  async function searchFor(page: VueWrapper, router: Router, q: string) {
    await router.replace({ query: { q } })
    await flushPromises()
    return {
      status: page
        .findAll('.bar [role=status]')
        .map((one) => one.text())
        .join(),
      toolbar: page.find('[role=toolbar]').exists(),
    }
  }

  it('are dimmed and can no longer be chosen when the service refuses the search', async () => {
    const { page, router, names } = await open('/')
    await marks(page)[0]!.trigger('click')
    expect([isShownAside(page), page.find('[role=toolbar]').exists()]).toEqual([false, true])
    refusesSearch = true
    const refusedSearch = await searchFor(page, router, 'name eq "Ants"')
    expect(page.find('[role=alert]').text()).toContain('Not now.')
    expect([names().length, isShownAside(page)]).toEqual([3, true])
    expect(refusedSearch).toEqual({ status: 'Not the result of this search', toolbar: false })
    await marks(page)[1]!.trigger('click')
    expect(page.find('[role=toolbar]').exists()).toBe(false)
    refusesSearch = false
    const found = await searchFor(page, router, 'name eq "Zebra"')
    expect([names(), isShownAside(page), found.status]).toEqual([['Zebra'], false, '1 found'])
    expect(found.toolbar).toBe(false)
  })

  it('are dimmed and can no longer be chosen while the expression in the field is wrong', async () => {
    const { page, router } = await open('/')
    await marks(page)[0]!.trigger('click')
    const wrong = await searchFor(page, router, 'nme eq "Ants"')
    expect(wrong).toEqual({ status: 'Not the result of this search', toolbar: false })
    expect(isShownAside(page)).toBe(true)
    const emptied = await searchFor(page, router, '')
    expect([isShownAside(page), emptied.toolbar]).toEqual([false, false])
  })
})

const header = (page: VueWrapper, title: string) => page.findAll('th').find((cell) => cell.text() === title)!

it('a list is sorted on its headers, which say so', async () => {
  const { page, names } = await open('/')
  expect(header(page, 'Name').attributes('aria-sort')).toBe('none')
  await header(page, 'Name').find('button').trigger('click')
  await flushPromises()
  expect([header(page, 'Name').attributes('aria-sort'), names()[0]]).toEqual(['ascending', 'Ants'])
  await header(page, 'Name').find('button').trigger('click')
  await flushPromises()
  expect([header(page, 'Name').attributes('aria-sort'), names()[0]]).toEqual(['descending', 'Zebra'])
})

it('what fails of many is said in one summary, and the rest is done', async () => {
  const { page, names } = await open('/')
  await page.findAll('tbody tr.row')[0]!.trigger('keydown', { key: ' ' })
  await page.findAll('tbody tr.row')[2]!.find('input').trigger('click', { shiftKey: true })
  const bar = page.find('[role=toolbar]')
  expect(bar.text()).toContain('3 selected')
  await bar
    .findAll('button')
    .find((button) => button.text() === 'Delete')!
    .trigger('click')
  await flushPromises()
  const dialog = () => document.querySelector('[role=dialog]')!
  expect(dialog().textContent).toContain('Delete 3 groups')
  refused = 'g1'
  dialog()
    .querySelector('form')!
    .dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(dialog().querySelector('[role=status]')?.textContent).toBe('2 of 3 groups deleted, 1 failed')
  expect(dialog().querySelector('[aria-label="What failed"]')?.textContent).toContain('Ledgerline Payroll Not now.')
  expect(names()).toEqual(['Ledgerline Payroll'])
})
