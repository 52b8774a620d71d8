// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent } from 'vue'
import type { User } from '#contract/directory/user.ts'
import { userSearch } from '#filter/index.ts'
import { PEOPLE_ORDER } from '#ui/features/directory/people-columns.ts'
import { people } from '#ui/features/directory/people.ts'
import { useListPage } from '#ui/resource/list/useListPage.ts'
import { useListSelection } from '#ui/resource/list/useListSelection.ts'
import { useListView } from '#ui/resource/list/useListView.ts'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const ACTIVE = 'status eq "ACTIVE"'
const STAGED = 'status eq "STAGED"'

/** What was asked to be counted, each with what answers it. */
let counts: { search: string; answer: (count: number) => void; fail: () => void }[] = []

beforeEach(() => {
  counts = []
  // More than the page that is read.
  const Link = '<http://x/api/v1/users?after=00u2&limit=2>; rel="next"'
  answerPage(({ pathname }) =>
    pathname.endsWith('/users')
      ? Response.json([{ id: '00u1' }, { id: '00u2' }], { headers: { Link } })
      : Response.json([]),
  )
})
afterEach(() => vi.unstubAllGlobals())

/** A list of people that a search narrows, of whom all that were read are chosen. */
async function open(search: string) {
  let list!: ReturnType<typeof useListPage<User>>
  let selection!: ReturnType<typeof useListSelection<User>>
  const service = {
    count: (asked: string) =>
      new Promise<number>((answer, reject) => {
        counts.push({ search: asked, answer, fail: () => reject(new Error('No')) })
      }),
    begin: () => Promise.resolve(),
  }
  const Host = defineComponent(() => {
    list = useListPage(people, { pageSize: 2, grammar: userSearch([]), order: PEOPLE_ORDER, sorted: false })
    const view = useListView(list, () => [])
    selection = useListSelection({ list, view, isFiltered: () => false, service: () => service })
    return () => null
  })
  await mountPage(Host, { address: { path: '/', query: { q: search } } })
  selection.marked.value = new Set(['00u1', '00u2'])
  return { list, selection }
}

describe('all that a search finds', () => {
  it('are chosen by it once they are counted', async () => {
    const { selection } = await open(ACTIVE)
    expect([selection.isMore.value, selection.canMarkAll.value]).toEqual([true, true])
    const marking = selection.markAll()
    expect([selection.whole.value, selection.reading.value]).toEqual([null, true])
    counts[0]?.answer(288)
    await marking
    expect([selection.whole.value, selection.reading.value]).toEqual([{ search: ACTIVE, count: 288 }, false])
    expect(selection.isMore.value).toBe(false)
  })

  it('are not chosen where another search was typed before they were counted', async () => {
    const { list, selection } = await open(ACTIVE)
    const marking = selection.markAll()
    list.find.value = STAGED
    await flushPromises()
    counts[0]?.answer(288)
    await marking
    expect([selection.whole.value, selection.reading.value]).toEqual([null, false])
    selection.marked.value = new Set(['00u1', '00u2'])
    const again = selection.markAll()
    counts[1]?.answer(3)
    await again
    expect(counts.map(({ search }) => search)).toEqual([ACTIVE, STAGED])
    expect(selection.whole.value).toEqual({ search: STAGED, count: 3 })
  })

  it('are no longer chosen once another search is typed, or another row is', async () => {
    const { list, selection } = await open(ACTIVE)
    const chosen = async () => {
      const marking = selection.markAll()
      counts.at(-1)?.answer(288)
      await marking
      return selection.whole.value?.count
    }
    expect(await chosen()).toBe(288)
    selection.marked.value = new Set(['00u1'])
    expect(selection.whole.value).toBeNull()
    expect(await chosen()).toBe(288)
    list.find.value = STAGED
    await flushPromises()
    expect(selection.whole.value).toBeNull()
  })

  it('are not chosen where they could not be counted', async () => {
    const { selection } = await open(ACTIVE)
    const marking = selection.markAll()
    counts[0]?.fail()
    await marking
    expect([selection.whole.value, selection.reading.value]).toEqual([null, false])
  })
})
