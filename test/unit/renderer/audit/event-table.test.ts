// @vitest-environment happy-dom
import console from 'node:console'
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { keepToken } from '#ui/api/session.ts'
import EventTable from '#ui/features/audit/table/EventTable.vue'
import { startLogService, type Stretch } from '../../../helpers/log-service.ts'

/** Without a layout the table takes itself to be so high. */
const ROWS_IN_SIGHT = 22

/** One log for all tests: those that write do so at its end, after what the others read. */
let log: Awaited<ReturnType<typeof startLogService>>
let page: VueWrapper
const settle = (ms?: number) => log.settle(ms)

async function open({ since, until, counts }: Stretch, props: Partial<InstanceType<typeof EventTable>['$props']> = {}) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { template: '<i />' } }],
  })
  await router.push('/')
  page = mount(EventTable, {
    attachTo: document.body,
    global: { plugins: [router, createPinia()] },
    props: {
      range: { since, until },
      filter: '',
      q: '',
      newestFirst: true,
      counts,
      selected: '',
      live: false,
      'onUpdate:live': (live: boolean) => void page.setProps({ live }),
      onOpen: (selected: string) => void page.setProps({ selected }),
      ...props,
    },
  })
  await settle()
  return page
}

const opened = () => (page.props() as { selected: string }).selected
const rows = () => page.findAll('tbody tr')
const times = () => page.findAll('tbody time').map((time) => time.attributes('datetime'))
const scroller = () => page.get<HTMLElement>('[role=region]')
async function scrollTo(top: number) {
  scroller().element.scrollTop = top
  await scroller().trigger('scroll')
  await settle()
}

beforeAll(async () => void (log = await startLogService(5_000)))
afterAll(() => log.stop())
beforeEach(() => log.bePage())
afterEach(() => {
  page.unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the table of events', () => {
  it('J leads into the list from anywhere on the page, but not while one types', async () => {
    await open(await log.oldest(50))
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    await settle()
    expect(document.activeElement).toBe(field)
    field.remove()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    await settle()
    expect(document.activeElement).toBe(page.get('[data-place="0"]').element)
    await page.get('[data-place="0"]').trigger('keydown', { key: 'j' })
    await settle()
    expect(document.activeElement).toBe(page.get('[data-place="1"]').element)
  })

  it('shows the newest first and keeps only rows in sight', async () => {
    const events = await log.oldest(5_000)
    await open(events)
    expect(rows()).toHaveLength(ROWS_IN_SIGHT)
    expect(times()[0]).toBe(events.published(-1))
    expect(page.get('table').attributes('aria-rowcount')).toBe('5001')
    expect(page.text()).toContain('5,000 events')
  })

  it('reads a far row through a near bound, and it is the right one', async () => {
    const events = await log.oldest(5_000)
    await open(events)
    await scrollTo(3_000 * 36)
    expect(times()[0]).toBe(events.published(-1 - 3_000))
    const offsets = log.asked.map((url) => Number(url.searchParams.get('offset')))
    expect(Math.max(...offsets)).toBeLessThan(1_000)
    expect(rows()[0]?.attributes('aria-rowindex')).toBe('3002')
  })

  it('works from the top without counts', async () => {
    const events = await log.oldest(250)
    await open(events, { counts: null })
    expect(page.text()).toContain('200 events or more')
    await scrollTo(99 * 36)
    await scrollTo(240 * 36)
    expect(page.text()).toContain('250 events')
    expect(times().at(-1)).toBe(events.published(0))
  })

  it('shows events that were written late although no one counted them', async () => {
    const { counts } = await log.latest(150)
    await log.write(['Written late'])
    const events = await log.latest(151)
    await open(events, { counts })
    expect(rows()[0]?.text()).toContain('Written late')
    expect(times()[0]).toBe(events.published(-1))
    await scrollTo(140 * 36)
    expect(times().at(-1)).toBe(events.published(0))
  })

  it('moves by keys, opens with Enter, and the open row stays open when it scrolls away', async () => {
    const events = await log.oldest(3_000)
    await open(events)
    await scroller().trigger('keydown', { key: 'End' })
    await settle()
    expect(document.activeElement?.getAttribute('data-place')).toBe('2999')
    expect(times().at(-1)).toBe(events.published(0))
    await page.get('[data-place="2999"]').trigger('keydown', { key: 'PageUp' })
    await settle()
    await page
      .get(`[data-place="${document.activeElement?.getAttribute('data-place')}"]`)
      .trigger('keydown', { key: 'Enter' })
    await settle()
    const uuid = opened()
    expect(uuid).toBe(events.uuid(3_000 - 1 - Number(document.activeElement?.getAttribute('data-place'))))
    await scrollTo(0)
    expect(page.find('[aria-current]').exists()).toBe(false)
    expect(document.activeElement).toBe(scroller().element)
    await scrollTo(1_000_000)
    expect(page.get('[aria-current]').element).toBe(document.activeElement)
  })

  it('says why rows could not be read, and reads them when asked again', async () => {
    const events = await log.oldest(2_000)
    await open(events)
    // As a browser does, the page prints each answer that is an error.
    vi.spyOn(console, 'error').mockReturnValue()
    keepToken('not the token')
    await scrollTo(1_500 * 36)
    expect(page.text()).toContain('Could not be read: The token is not valid')
    keepToken(log.token)
    await page.get('tbody button').trigger('click')
    await settle()
    expect(times()[0]).toBe(events.published(-1 - 1_500))
  })

  it('starts at the top of another query, and never shows rows of a query that was given up', async () => {
    const events = await log.oldest(2_000)
    await open(events)
    await scrollTo(1_000 * 36)
    await page.setProps({ newestFirst: false })
    expect(page.get('table').attributes('aria-busy'), 'rows of the former query are no result').toBe('true')
    await settle()
    expect(page.get('table').attributes('aria-busy')).toBe('false')
    expect(times()[0]).toBe(events.published(0))
  })

  it('steps to the neighbours of the open event', async () => {
    const events = await log.oldest(300)
    await open(events)
    await page.get('[data-place="4"]').trigger('click')
    await (page.vm as unknown as { step: (by: 1 | -1) => Promise<void> }).step(1)
    expect(opened()).toBe(events.uuid(-6))
  })
})

describe('following the log', () => {
  const words = () => rows().map((row) => row.text())

  it('puts what is written on top, and counts it', async () => {
    const before = await log.latest(300)
    await open(before, { live: true })
    await log.write(['Written as a', 'Written as b'])
    await settle(2_100)
    expect(words()[0]).toContain('Written as b')
    expect(words()[1]).toContain('Written as a')
    expect(page.text()).toContain(`${before.counts.total + 2} events`)
    expect(page.get('table').attributes('aria-rowcount')).toBe(String(before.counts.total + 3))
  })

  it('marks what arrives from the log of a remote at once', async () => {
    await open(await log.latest(300), { live: true })
    const answer = fetch
    const mark = { import: { id: 'lim1', keyFingerprint: null }, connection: { id: 'rcn1', name: 'Staging' } }
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      const response = await answer(...asked)
      const text = response.text.bind(response)
      response.text = async () => {
        const body = JSON.parse(await text()) as unknown
        return JSON.stringify(Array.isArray(body) ? body.map((event) => ({ ...event, gatehouse: mark })) : body)
      }
      return response
    })
    await log.write(['Written elsewhere'])
    await settle(2_100)
    expect(words()[0]).toContain('Written elsewhere')
    expect(rows()[0]?.find('[aria-label="From Staging"]').exists()).toBe(true)
    expect(rows()[1]?.find('[aria-label="From Staging"]').exists()).toBe(false)
  })

  it('waits while one reads further down, and goes on when asked to', async () => {
    await open(await log.latest(300), { live: true })
    await scrollTo(360)
    const before = times()
    await log.write(['Written as c'])
    await settle(2_100)
    expect(times()).toEqual(before)
    expect(page.text()).toContain('Paused')
    const resume = page.findAll('button').find((button) => button.text().includes('1 new event'))
    await resume?.trigger('click')
    await settle()
    expect(words()[0]).toContain('Written as c')
    expect(page.get('[aria-pressed=true]').text()).toBe('Live')
  })

  it('keeps no more than a thousand arrivals, and says when the list must be refreshed', async () => {
    const before = await log.latest(300)
    const { total } = before.counts
    await open(before, { live: true })
    await log.write(Array.from({ length: 1_200 }, (_, index) => `Written as ${index}`))
    await settle(2_100)
    expect(page.get('table').attributes('aria-rowcount')).toBe(String(total + 1_001))
    expect(page.text()).toContain(`${(total + 1_200).toLocaleString('en')} events`)
    await page
      .findAll('button')
      .find((button) => button.text().includes('New events: refresh'))
      ?.trigger('click')
    expect(page.emitted('refresh')).toHaveLength(1)
  })

  it('does not ask while it is off', async () => {
    await open(await log.latest(50))
    const asked = log.asked.length
    await settle(10_000)
    expect(log.asked).toHaveLength(asked)
  })
})
