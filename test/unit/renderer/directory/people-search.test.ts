// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { NAutoComplete } from 'naive-ui'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CustomAttribute } from '#contract/directory/profile-schema.ts'
import { userSearch } from '#filter/index.ts'
import PeoplePage from '#ui/features/directory/PeoplePage.vue'
import { completeFind, readFind } from '#ui/resource/list/list-expression.ts'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const BADGE: CustomAttribute = { name: 'badge', title: 'Badge', type: 'integer' }
const SITES: CustomAttribute = { name: 'sites', title: 'Sites', type: 'array', items: { type: 'string' } }

/** What the organization has added, and the searches that the service was asked. */
let added: CustomAttribute[] = []
let asked: string[] = []

function answer({ pathname, searchParams }: PageRequest): Response {
  if (pathname.endsWith('/custom-attributes')) return Response.json({ user: added, group: [] })
  if (pathname.endsWith('/users')) asked.push(searchParams.get('search') ?? '')
  return Response.json([])
}

beforeEach(() => {
  added = [BADGE]
  asked = []
  answerPage(answer)
})
afterEach(() => vi.unstubAllGlobals())

async function open(find: string) {
  const { page } = await mountPage(PeoplePage, { address: { path: '/', query: { q: find } } })
  const offered = () =>
    page
      .findComponent(NAutoComplete)
      .props('options')!
      .map((one) => (one as { label: string }).label)
  return { page, offered }
}

it('the search of people offers the attributes that the organization added', async () => {
  const { offered } = await open('profile.ba')
  expect(offered()).toEqual(['profile.badge '])
})

it('the list of people says who is shown: a search finds deactivated people too', async () => {
  const leadOf = async (find: string) => (await open(find)).page.get('header').text()
  expect(await leadOf('')).toContain('Everyone except deactivated people.')
  for (const find of ['Lovelace', 'profile.badge gt 5'])
    expect(await leadOf(find)).toContain('People found by the search, deactivated ones included.')
  expect(await leadOf('profile.gone eq "x"')).toContain('The search has no result yet')
})

it('an attribute that a script adds meanwhile is known as soon as the window is come back to', async () => {
  const { offered } = await open('profile.sites eq "Bern"')
  expect(asked.filter((search) => search.includes('sites'))).toHaveLength(1)
  const { offered: begun, page } = await open('profile.si')
  expect(begun()).toEqual([])
  added = [BADGE, SITES]
  window.dispatchEvent(new Event('focus'))
  await flushPromises()
  expect(begun()).toEqual(['profile.sites '])
  expect(page.find('[aria-invalid=true]').exists()).toBe(false)
  expect(offered()).toEqual([])
})

it('what is wrong with an expression follows from the types of custom attributes', () => {
  const grammar = userSearch([BADGE, SITES])
  expect(readFind('profile.badge gt 5', grammar)).toEqual({ kind: 'expression' })
  expect(readFind('profile.badge eq "five"', grammar).kind).toBe('wrong')
  expect(readFind('profile.sites eq "Bern"', grammar)).toEqual({ kind: 'expression' })
  expect(readFind('profile.gone eq "x"', grammar)).toMatchObject({ kind: 'wrong', findings: [{ start: 0, end: 12 }] })
  expect(completeFind('profile.badge ', grammar).map(({ listed }) => listed)).not.toContain('sw')
})

it('an attribute that user types define differently may be of any type', () => {
  const grammar = userSearch([BADGE, { ...BADGE, type: 'string' }])
  for (const value of ['5', '"five"'])
    expect(readFind(`profile.badge eq ${value}`, grammar)).toEqual({ kind: 'expression' })
})
