// @vitest-environment happy-dom
import { enableAutoUnmount, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import GroupsPage from '#ui/features/directory/GroupsPage.vue'
import { NMessageProvider } from 'naive-ui'
import { h } from 'vue'

/** The service's side of a list: its groups, and what its search finds. */
let groups: { id: string; name: string }[] = []

const groupOf = ({ id, name }: { id: string; name: string }) => ({
  id,
  type: 'SVC_GROUP',
  profile: { name, description: '' },
  lastMembershipUpdated: '2026-11-01T00:00:00.000Z',
  _embedded: { stats: { usersCount: name.length } },
})

/** The one that cannot be deleted. */
let refused = ''

function remove(id: string | undefined): Response {
  const error = { errorCode: 'E0000001', errorSummary: 'Not now.', errorId: 'x', errorCauses: [] }
  if (id === refused) return Response.json(error, { status: 400 })
  groups = groups.filter((group) => group.id !== id)
  return new Response(null, { status: 204 })
}

function answer(address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const url = new URL(address, 'http://x')
  if (url.pathname.includes('/references/')) return Promise.resolve(Response.json([]))
  if (url.pathname.endsWith('/workspace')) return Promise.resolve(new Response(null, { status: 503 }))
  if (url.pathname.endsWith('/custom-attributes')) return Promise.resolve(Response.json({ user: [], group: [] }))
  const [, id] = /groups\/(\w+)$/.exec(url.pathname) ?? []
  if (method === 'DELETE') return Promise.resolve(remove(id))
  if (id) return Promise.resolve(Response.json(groupOf(groups.find((group) => group.id === id)!)))
  if (url.searchParams.has('search')) {
    expect(url.searchParams.get('expand')).toBe('stats')
    const named = new Set((url.searchParams.get('search') ?? '').split(' or '))
    const found = groups.filter((group) => named.has(`name eq "${group.name}"`) || named.has(`id eq "${group.id}"`))
    return Promise.resolve(Response.json(found.map(groupOf)))
  }
  if (!url.pathname.endsWith('/search')) {
    const [at, limit] = [Number(url.searchParams.get('after') ?? 0), 2]
    const rest = groups.length > at + limit
    const Link = `<http://x/api/v1/groups?after=${at + limit}&limit=2>; rel="next"`
    const body = groups.slice(at, at + limit).map(groupOf)
    return Promise.resolve(Response.json(body, rest ? { headers: { Link } } : {}))
  }
  const similar = url.searchParams.get('q') === 'payrall'
  const hits = groups.filter(({ name }) => name.includes('Payroll'))
  const match = similar ? 'similar' : 'name'
  return Promise.resolve(Response.json(hits.map((hit) => ({ ...hit, kind: 'group', detail: null, match }))))
}

enableAutoUnmount(afterEach)
beforeEach(() => {
  refused = ''
  groups = ['Zebra', 'Ledgerline Payroll', 'Ants'].map((name, at) => ({ id: `g${at}`, name }))
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(address: string) {
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push(address)
  const page = mount(
    { render: () => h(NMessageProvider, () => h(GroupsPage)) },
    { attachTo: document.body, global: { plugins: [router, createPinia()] } },
  )
  await flushPromises()
  const names = () => page.findAll('tbody tr.row').map((row) => row.findAll('td')[1]?.text())
  return { page, names, note: () => page.find('.bar [role=status]').text() }
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
  expect(dialog().textContent).toContain('Delete: 3 groups')
  refused = 'g1'
  dialog()
    .querySelector('form')!
    .dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(dialog().querySelector('[role=status]')?.textContent).toBe('2 of 3 groups deleted, 1 failed')
  expect(dialog().querySelector('[aria-label="What failed"]')?.textContent).toContain('Ledgerline Payroll Not now.')
  expect(names()).toEqual(['Ledgerline Payroll'])
})
