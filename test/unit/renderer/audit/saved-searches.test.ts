// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUILT_IN_SEARCHES } from '#ui/features/audit/searches/built-in.ts'
import { asksSame, openSearch, type Query } from '#ui/features/audit/searches/saved-searches.ts'
import AuditSearches from '#ui/features/audit/searches/AuditSearches.vue'
import { usePaletteStore } from '#ui/stores/palette.ts'
import { savedSearchWriteSchema, type SavedSearch } from '#contract/log/log-browse.ts'
import { LOG_EVENTS, parseFilter } from '#filter/index.ts'

const week = { name: 'week' as const, since: '', until: '' }
const query = (filter: string, more: Partial<Query> = {}): Query => ({ filter, q: '', range: week, ...more })

describe('which search is open', () => {
  const searches = [
    { id: 'a', ...query('actor.id pr') },
    { id: 'b', ...query('target.id pr', { q: 'jane' }) },
  ]

  it('the one that asks what is asked, however it was come to', () => {
    expect(openSearch(searches, [], query('target.id pr ', { q: ' jane' }), null)).toEqual({
      search: searches[1],
      changed: false,
    })
  })

  it('else the one that was opened last, changed since', () => {
    expect(openSearch(searches, [], query('uuid pr'), 'a')).toEqual({ search: searches[0], changed: true })
    expect(openSearch(searches, [], query('uuid pr'), null)).toBeNull()
    expect(openSearch(searches, [], query('uuid pr'), 'deleted')).toBeNull()
  })

  it('a built-in search fits any time, and does not take the place of an own one whose time was changed', () => {
    const builtIn = [{ id: 'built-in:x', ...query('actor.id pr', { range: { ...week, name: 'day' } }) }]
    const asked = query('actor.id pr', { range: { ...week, name: 'day' } })
    expect(openSearch(searches, builtIn, asked, 'a')).toEqual({ search: searches[0], changed: true })
    expect(openSearch(searches, builtIn, asked, null)).toEqual({ search: builtIn[0], changed: false })
    expect(openSearch(searches, builtIn, asked, 'built-in:x')).toEqual({ search: builtIn[0], changed: false })
  })

  it('none where all is cleared', () => {
    expect(openSearch(searches, [], query(' '), 'a')).toBeNull()
  })

  it('bounds count only in a range of one’s own', () => {
    const custom = (since: string) => query('', { range: { name: 'custom', since, until: '' } })
    expect(asksSame(custom('2026-01-01T00:00:00.000Z'), custom('2026-01-02T00:00:00.000Z'))).toBe(false)
    expect(asksSame(query(''), query('', { range: { ...week, since: '2026-01-01T00:00:00.000Z' } }))).toBe(true)
  })
})

it('every search that comes with the program reads', () => {
  for (const { filter } of BUILT_IN_SEARCHES) expect(parseFilter(filter, LOG_EVENTS)).toMatchObject({ ok: true })
})

/** The service's side of saved searches, in memory. */
class Shelf {
  readonly searches = new Map<string, SavedSearch>()
  private count = 0

  readonly answer = (address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const path = new URL(address, 'http://x').pathname
    if (!path.startsWith('/gatehouse/v1/logs/searches')) return Promise.resolve(Response.json([]))
    const id = path.split('/')[5]
    if (method === 'DELETE') {
      this.searches.delete(id ?? '')
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    if (method === 'GET') return Promise.resolve(Response.json([...this.searches.values()]))
    const read = savedSearchWriteSchema.safeParse(JSON.parse(body as string))
    if (!read.success) {
      const causes = read.error.issues.map(({ message, path: at }) => ({
        errorSummary: message,
        location: at.join('.'),
      }))
      const refusal = { errorCode: 'E0000001', errorSummary: 'refused', errorId: 'x', errorCauses: causes }
      return Promise.resolve(Response.json(refusal, { status: 400 }))
    }
    const made = this.put(read.data, id)
    return Promise.resolve(Response.json(made))
  }

  put(search: Omit<SavedSearch, 'id' | 'created' | 'lastUpdated'>, id = `s${(this.count += 1)}`): SavedSearch {
    const now = new Date(0).toISOString()
    const made = { ...search, id, created: now, lastUpdated: now }
    this.searches.set(id, made)
    return made
  }
}

let shelf: Shelf
beforeEach(() => {
  shelf = new Shelf()
  setActivePinia(createPinia())
  vi.stubGlobal('fetch', shelf.answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

async function open(current: Query) {
  const page = mount(AuditSearches, { attachTo: document.body, props: { current } })
  await flushPromises()
  const trigger = page.get('button')
  await trigger.trigger('click')
  const list = await vi.waitFor(() => document.querySelector('[aria-label="Saved searches"]') ?? expect.unreachable())
  const press = async (text: string) => {
    const all = [...document.querySelectorAll<HTMLElement>('button, .n-dropdown-option-body')]
    const found = all.filter((each) => each.textContent?.includes(text) || each.getAttribute('aria-label') === text)
    ;(found.at(-1) ?? expect.unreachable(`no button “${text}”`)).click()
    await flushPromises()
  }
  return { page, trigger, list, press }
}

describe('the list', () => {
  it('says what each asks, and opens it', async () => {
    const saved = shelf.put({ name: 'Mine', ...query('severity eq "WARN"', { q: 'jane' }) })
    const { page, list, press } = await open(query(''))
    expect(list.textContent).toContain('Severity is Warning · containing “jane” · Last 7 days')
    await press('Mine')
    expect(page.emitted('open')).toEqual([[{ filter: saved.filter, q: 'jane', range: week }]])
  })

  it('those that come with the program keep the stretch of time that is shown', async () => {
    const range = { name: 'day' as const, since: '', until: '' }
    const { page, press } = await open(query('', { range }))
    await press('Failures and denials')
    expect(page.emitted('open')?.[0]).toEqual([{ filter: BUILT_IN_SEARCHES[0]?.filter, q: '', range }])
  })

  it('shows which is open, and that it was changed', async () => {
    shelf.put({ name: 'Mine', ...query('severity eq "WARN"') })
    const { page, trigger, press } = await open(query('severity eq "WARN"'))
    expect(trigger.text()).toBe('Mine')
    await page.setProps({ current: query('severity eq "INFO"') })
    expect(trigger.text()).toBe('Minechanged')
    await press('Save changes')
    expect([...shelf.searches.values()].map(({ filter }) => filter)).toEqual(['severity eq "INFO"'])
    expect(trigger.text()).toBe('Mine')
  })

  it('saves what is shown under a name; without one it says what the service says', async () => {
    const { press, trigger } = await open(query('uuid pr'))
    await press('Save as new')
    const field = await vi.waitFor(
      () => document.querySelector<HTMLInputElement>('[role=dialog] input') ?? expect.unreachable(),
    )
    const form = field.closest('form') ?? expect.unreachable()
    const submit = async () => {
      form.dispatchEvent(new Event('submit', { cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await flushPromises()
    }
    await submit()
    expect(form.textContent).toContain('must not be empty')
    field.value = 'Everything with an id'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await submit()
    expect([...shelf.searches.values()]).toMatchObject([{ name: 'Everything with an id', ...query('uuid pr') }])
    expect(trigger.text()).toBe('Everything with an id')
  })

  it('what is deleted can be had back', async () => {
    shelf.put({ name: 'Mine', ...query('severity eq "WARN"') })
    const { press, list } = await open(query(''))
    await press('More about Mine')
    await vi.waitFor(() => press('Delete'))
    await vi.waitFor(() => expect(list.textContent).toContain('Deleted “Mine”.'))
    expect(shelf.searches.size).toBe(0)
    await press('Undo')
    await vi.waitFor(() => expect([...shelf.searches.values()]).toMatchObject([{ name: 'Mine' }]))
  })

  it('stands in the palette for as long as the page is shown', async () => {
    shelf.put({ name: 'Mine', ...query('severity eq "WARN"') })
    const { page } = await open(query(''))
    const labels = () => [...usePaletteStore().actions.values()].map(({ label }) => label)
    expect(labels()).toContain('Audit search: Mine')
    page.unmount()
    expect(labels()).toEqual([])
  })
})
