// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
import type { LogFacet } from '#contract/log/log-browse.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { foldCase } from '#filter/index.ts'
import { countFacets, restOf } from '#ui/features/audit/facets/facet-counts.ts'
import { facetRows } from '#ui/features/audit/facets/facet-rows.ts'
import { facetValueText } from '#ui/features/audit/facets/facet-labels.ts'
import { chosenOf, partsOf, switched } from '#ui/features/audit/query/filter-text.ts'
import { useFacetsOpen } from '#ui/features/audit/facets/useFacetsOpen.ts'
import FacetRail from '#ui/features/audit/facets/FacetRail.vue'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const FACETS: LogFacet[] = [
  {
    attribute: 'eventType',
    values: [
      { value: 'policy.rule.add', label: null, count: 1_200 },
      { value: 'partner.thing.happened', label: null, count: 3 },
    ],
    hasMore: true,
    without: 0,
  },
  { attribute: 'actor.id', values: [{ value: 'u1', label: 'Ada Quill', count: 7 }], hasMore: false, without: 2 },
]

function rail(filter = '') {
  const facets = {
    data: shallowRef<LogFacet[] | undefined>(FACETS),
    error: shallowRef<ApiError | null>(null),
    loading: ref(false),
    reload: () => Promise.resolve(),
  }
  const range = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }
  const page = mount(FacetRail, { props: { facets, filter, range, q: 'ada', stale: false } })
  const asked = () => page.emitted<[string]>('update:filter')?.at(-1)?.[0]
  const value = (text: string) => page.findAll('button.value').find((button) => button.text().includes(text))!
  return { page, facets, asked, value }
}

describe('the rail of values', () => {
  it('says event types in our words, people by name, and how often they are there', () => {
    const { value, page } = rail()
    expect(value('Add rule to policy').text()).toContain((1_200).toLocaleString())
    expect(value('Add rule to policy').attributes('title')).toContain('policy.rule.add')
    expect(value('partner.thing.happened').text()).toContain('3')
    expect(value('Ada Quill').text()).toContain('7')
    expect(page.findAll('h2').map((title) => title.text())).toEqual(['Event type', 'Actor'])
  })

  it('filters by a value at a click and removes it at the next', async () => {
    const { page, value, asked } = rail('severity eq "WARN"')
    await value('Ada Quill').trigger('click')
    expect(asked()).toBe('severity eq "WARN" and actor.id eq "u1"')
    await page.setProps({ filter: asked()! })
    expect(value('Ada Quill').attributes('aria-pressed')).toBe('true')
    await value('Ada Quill').trigger('click')
    expect(asked()).toBe('severity eq "WARN"')
  })

  it('excludes a value by its small button', async () => {
    const { page, asked } = rail()
    await page.get('button[aria-label="Exclude Ada Quill"]').trigger('click')
    expect(asked()).toBe('actor.id ne "u1"')
    await page.setProps({ filter: asked()! })
    await page.get('button[aria-label="Include Ada Quill"]').trigger('click')
    expect(asked()).toBe('')
  })

  it('shows more values in place, of the same query, with a box to find one', async () => {
    const more = Array.from({ length: 40 }, (_, index) => ({ value: `partner.kind_${index}`, label: null, count: 1 }))
    const fetched = vi.fn((path: string) =>
      Promise.resolve(Response.json([{ attribute: 'eventType', values: more, hasMore: false, without: 0, path }])),
    )
    vi.stubGlobal('fetch', fetched)
    const { page } = rail('severity eq "WARN"')
    await page
      .findAll('button')
      .find((button) => button.text() === 'Show more')!
      .trigger('click')
    await flushPromises()
    const asked = new URL(fetched.mock.calls[0]?.[0] ?? '', 'http://log.test').searchParams
    expect(Object.fromEntries(asked)).toEqual({
      since: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T00:00:00.000Z',
      filter: 'severity eq "WARN"',
      q: 'ada',
      attribute: 'eventType',
      values: '100',
    })
    await page.get('input[aria-label="Search Event type"]').setValue('KIND_39')
    expect(page.get('section[aria-label="Event type"]').findAll('li')).toHaveLength(1)
  })

  it('says when counting took too long, and keeps what was counted before', async () => {
    const { page, facets } = rail()
    const causes = [{ summary: 'the query took longer than 30 seconds', location: '' }]
    facets.error.value = new ApiError({ status: 500, code: 'E0000009', summary: 'Something went wrong', causes })
    await flushPromises()
    expect(page.text()).toContain('Counting took too long; narrow the time.')
    expect(page.text()).toContain('Ada Quill')
  })

  it('stays closed where it was closed, in wide and in narrow windows apart', async () => {
    const inWindow = (wide: boolean) => {
      vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: wide }))
      return effectScope().run(useFacetsOpen)!
    }
    expect([inWindow(true).value, inWindow(false).value]).toEqual([true, false])
    inWindow(true).value = false
    await nextTick()
    expect([inWindow(true).value, inWindow(false).value]).toEqual([false, false])
    inWindow(false).value = true
    await nextTick()
    expect([inWindow(true).value, inWindow(false).value]).toEqual([false, true])
  })
})

describe('the logs', () => {
  const logs: LogFacet = {
    attribute: 'gatehouse.import.id',
    values: [{ value: 'lim1', label: 'Staging', count: 3 }],
    ...{ hasMore: false, without: 40 },
  }
  const OWN = 'not (gatehouse.import.id pr)'
  const rowsOf = (filter: string, find = '') =>
    facetRows(logs, filter, find).map(({ shown, count, side }) => [shown.words, count, side])

  it('are this workspace and the others; choosing one gives up the choice of the other', () => {
    expect(rowsOf('')).toEqual([
      ['This workspace', 40, null],
      ['Staging', 3, null],
    ])
    const [own, staging] = facetRows(logs, 'severity eq "WARN"', '')
    expect(own?.switched()).toBe(`severity eq "WARN" and ${OWN}`)
    expect(staging?.switched()).toBe('severity eq "WARN" and gatehouse.import.id eq "lim1"')
    const [chosen, other] = facetRows(logs, OWN, '')
    expect([chosen?.side, chosen?.switched()]).toEqual(['in', ''])
    expect(other?.switched()).toBe('gatehouse.import.id eq "lim1"')
    expect(rowsOf('', 'WORKSP')).toEqual([['This workspace', 40, null]])
    expect(facetRows({ ...logs, values: [] }, '', '')).toEqual([])
  })

  it('are all counted while this workspace alone is chosen', () => {
    expect(restOf(`${OWN} and severity eq "WARN"`, 'gatehouse.import.id')).toBe('severity eq "WARN"')
    expect(restOf(`${OWN} and severity eq "WARN"`, 'severity')).toBe(OWN)
  })
})

describe('a value in words', () => {
  it.each([
    ['outcome.result', 'DENY', null, 'Denied'],
    ['severity', 'WARN', null, 'Warning'],
    ['target.id', 'u9', 'Ben Oar', 'Ben Oar'],
    ['client.ipAddress', '192.0.2.1', null, '192.0.2.1'],
  ] as const)('%s %s', (attribute, value, label, words) => {
    expect(facetValueText(attribute, { value, label }).words).toBe(words)
  })
})

describe('a facet of which values are chosen', () => {
  const KEYS = ['eventType', 'actor.id', 'target.id', 'outcome.result'] as const

  it('asks for either of them, in a text that reads back as the same choice', () => {
    const value = fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.toWellFormed())
    const choices = fc.uniqueArray(value, { minLength: 1, maxLength: 5, selector: foldCase })
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYS),
        choices,
        fc.constantFrom('', 'severity eq "WARN"'),
        (path, values, start) => {
          const filter = values.reduce((text, one) => switched(text, path, 'eq', one, 'any'), start)
          expect(chosenOf(filter, path)).toEqual({ values, rest: start })
          expect(partsOf(filter)).toHaveLength(start ? 2 : 1)
          expect(values.reduce((text, one) => switched(text, path, 'eq', one, 'any'), filter)).toBe(start)
        },
      ),
    )
  })

  it('stays a choice in brackets beside other conditions', () => {
    const one = switched('severity eq "WARN"', 'target.id', 'eq', 'a', 'any')
    expect(switched(one, 'target.id', 'eq', 'b', 'any')).toBe(
      'severity eq "WARN" and (target.id eq "a" or target.id eq "b")',
    )
  })

  it('shows its other values with their numbers, and the chosen ones however rare', async () => {
    const facet = (attribute: string, ...values: [string, number][]) => ({
      attribute,
      values: values.map(([value, count]) => ({ value, label: null, count })),
      ...{ hasMore: false, without: 0 },
    })
    const asked: URLSearchParams[] = []
    vi.stubGlobal('fetch', (path: string) => {
      const query = new URLSearchParams(path.split('?')[1])
      asked.push(query)
      const reply = query.has('attribute')
        ? [facet('outcome.result', ['SUCCESS', 90], ['FAILURE', 5])]
        : [facet('outcome.result', ['DENY', 1]), facet('severity', ['WARN', 1])]
      return Promise.resolve(Response.json(reply))
    })
    const range = { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' }
    const counted = { range, filter: 'severity pr and outcome.result eq "DENY"', q: '' }
    const found = await countFacets(counted, new AbortController().signal)
    expect(asked.map((query) => [query.get('attribute'), query.get('filter')])).toEqual([
      [null, counted.filter],
      ['outcome.result', 'severity pr'],
    ])
    expect(found[0]?.values.map(({ value, count }) => [value, count])).toEqual([
      ['SUCCESS', 90],
      ['FAILURE', 5],
      ['DENY', 1],
    ])
    expect(found[1]?.attribute).toBe('severity')
  })
})
