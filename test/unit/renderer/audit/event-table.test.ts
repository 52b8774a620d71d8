// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import EventTable from '#ui/features/audit/table/EventTable.vue'
import { makeEvents } from '../../../bench/audit-events.ts'

const START = Date.parse('2026-11-01T00:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
/** Without a layout the table takes itself to be so high. */
const ROWS_IN_SIGHT = 22

/** The log behind the table, oldest first, one event a second, and what the table asks of it. */
class Log {
  readonly asked: URL[] = []
  failing = false
  events: LogEvent[]

  constructor(amount: number) {
    this.events = [...makeEvents(amount)].map((event, index) => ({ ...event, published: iso(START + index * 1_000) }))
  }

  write(uuid: string) {
    const published = iso(START + this.events.length * 1_000)
    this.events.push({ ...this.events[0]!, uuid, published, displayMessage: `Written as ${uuid}` })
  }

  answer = async (path: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(path, 'http://log.test')
    this.asked.push(url)
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (init?.signal?.aborted) throw new DOMException('given up', 'AbortError')
    if (this.failing) return Response.json({ errorCode: 'E0000009', errorSummary: 'The disk is away' }, { status: 500 })
    return url.pathname.endsWith('/rows') ? this.rows(url.searchParams) : this.poll(url.searchParams)
  }

  private rows(query: URLSearchParams) {
    const inside = this.events.filter(
      ({ published }) => published >= query.get('since')! && published < query.get('until')!,
    )
    if (query.get('newestFirst') === 'true') inside.reverse()
    const offset = Number(query.get('offset'))
    const rows = inside.slice(offset, offset + Number(query.get('limit')))
    return Response.json(rows.map((event, index) => ({ sequence: index, importId: null, event })))
  }

  private poll(query: URLSearchParams) {
    const from = query.get('after')
      ? Number(query.get('after'))
      : this.events.findIndex((event) => event.published >= query.get('since')!)
    const items = from < 0 ? [] : this.events.slice(from)
    const headers = { link: `<http://log.test/api/v1/logs?after=${this.events.length}>; rel="next"` }
    return Response.json(items, { headers })
  }

  get until() {
    return iso(START + this.events.length * 1_000)
  }

  counts(): LogHistogram {
    const stepMs = 60_000
    const inBuckets = new Array<number>(Math.ceil(this.events.length / 60)).fill(0)
    this.events.forEach((_, index) => (inBuckets[Math.floor(index / 60)]! += 1))
    return { origin: iso(START), stepMs, total: this.events.length, counts: { SUCCESS: inBuckets } }
  }
}

let page: VueWrapper
const settle = () => vi.advanceTimersByTimeAsync(400)

async function open(log: Log, props: Partial<InstanceType<typeof EventTable>['$props']> = {}) {
  vi.stubGlobal('fetch', log.answer)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { template: '<i />' } }],
  })
  await router.push('/')
  page = mount(EventTable, {
    attachTo: document.body,
    global: { plugins: [router] },
    props: {
      range: { since: iso(START), until: log.until },
      filter: '',
      q: '',
      newestFirst: true,
      counts: log.counts(),
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

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  page.unmount()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the table of events', () => {
  it('J leads into the list from anywhere on the page, but not while one types', async () => {
    await open(new Log(50))
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
    const log = new Log(5_000)
    await open(log)
    expect(rows()).toHaveLength(ROWS_IN_SIGHT)
    expect(times()[0]).toBe(log.events.at(-1)?.published)
    expect(page.get('table').attributes('aria-rowcount')).toBe('5001')
    expect(page.text()).toContain('5,000 events')
  })

  it('reads a far row through a near bound, and it is the right one', async () => {
    const log = new Log(5_000)
    await open(log)
    await scrollTo(3_000 * 36)
    expect(times()[0]).toBe(log.events.at(-1 - 3_000)?.published)
    const offsets = log.asked.map((url) => Number(url.searchParams.get('offset')))
    expect(Math.max(...offsets)).toBeLessThan(1_000)
    expect(rows()[0]?.attributes('aria-rowindex')).toBe('3002')
  })

  it('works from the top without counts', async () => {
    const log = new Log(250)
    await open(log, { counts: null })
    expect(page.text()).toContain('200 events or more')
    await scrollTo(99 * 36)
    await scrollTo(240 * 36)
    expect(page.text()).toContain('250 events')
    expect(times().at(-1)).toBe(log.events[0]?.published)
  })

  it('shows events that were written late although nobody counted them', async () => {
    const log = new Log(150)
    const counts = log.counts()
    log.write('late')
    await open(log, { counts, range: { since: iso(START), until: log.until } })
    expect(times()[0]).toBe(log.events.at(-1)?.published)
    await scrollTo(140 * 36)
    expect(times().at(-1)).toBe(log.events[0]?.published)
  })

  it('moves by keys, opens with Enter, and the open row stays open when it scrolls away', async () => {
    const log = new Log(3_000)
    await open(log)
    await scroller().trigger('keydown', { key: 'End' })
    await settle()
    expect(document.activeElement?.getAttribute('data-place')).toBe('2999')
    expect(times().at(-1)).toBe(log.events[0]?.published)
    await page.get('[data-place="2999"]').trigger('keydown', { key: 'PageUp' })
    await settle()
    await page
      .get(`[data-place="${document.activeElement?.getAttribute('data-place')}"]`)
      .trigger('keydown', { key: 'Enter' })
    await settle()
    const uuid = opened()
    expect(uuid).toBe(log.events[3_000 - 1 - Number(document.activeElement?.getAttribute('data-place'))]?.uuid)
    await scrollTo(0)
    expect(page.find('[aria-current]').exists()).toBe(false)
    expect(document.activeElement).toBe(scroller().element)
    await scrollTo(1_000_000)
    expect(page.get('[aria-current]').element).toBe(document.activeElement)
  })

  it('says why rows could not be read, and reads them when asked again', async () => {
    const log = new Log(2_000)
    await open(log)
    log.failing = true
    await scrollTo(1_500 * 36)
    expect(page.text()).toContain('Could not be read: The disk is away')
    log.failing = false
    await page.get('tbody button').trigger('click')
    await settle()
    expect(times()[0]).toBe(log.events.at(-1 - 1_500)?.published)
  })

  it('starts at the top of another query, and never shows rows of a query that was given up', async () => {
    const log = new Log(2_000)
    await open(log)
    await scrollTo(1_000 * 36)
    await page.setProps({ newestFirst: false })
    await settle()
    expect(times()[0]).toBe(log.events[0]?.published)
  })

  it('steps to the neighbours of the open event', async () => {
    const log = new Log(300)
    await open(log)
    await page.get('[data-place="4"]').trigger('click')
    await (page.vm as unknown as { step: (by: 1 | -1) => Promise<void> }).step(1)
    expect(opened()).toBe(log.events.at(-6)?.uuid)
  })
})

describe('following the log', () => {
  const words = () => rows().map((row) => row.text())

  it('puts what is written on top, and counts it', async () => {
    const log = new Log(300)
    await open(log, { live: true })
    log.write('a')
    log.write('b')
    await vi.advanceTimersByTimeAsync(2_100)
    expect(words()[0]).toContain('Written as b')
    expect(words()[1]).toContain('Written as a')
    expect(page.text()).toContain('302 events')
    expect(page.get('table').attributes('aria-rowcount')).toBe('303')
  })

  it('waits while one reads further down, and goes on when asked to', async () => {
    const log = new Log(300)
    await open(log, { live: true })
    await scrollTo(360)
    const before = times()
    log.write('a')
    await vi.advanceTimersByTimeAsync(2_100)
    expect(times()).toEqual(before)
    expect(page.text()).toContain('Paused')
    const resume = page.findAll('button').find((button) => button.text().includes('1 new event'))
    await resume?.trigger('click')
    await settle()
    expect(words()[0]).toContain('Written as a')
    expect(page.get('[aria-pressed=true]').text()).toBe('Live')
  })

  it('keeps no more than a thousand arrivals, and says when the list must be refreshed', async () => {
    const log = new Log(300)
    await open(log, { live: true })
    for (let index = 0; index < 1_200; index += 1) log.write(`w${index}`)
    await vi.advanceTimersByTimeAsync(2_100)
    expect(page.get('table').attributes('aria-rowcount')).toBe('1301')
    expect(page.text()).toContain('1,500 events')
    await page
      .findAll('button')
      .find((button) => button.text().includes('New events: refresh'))
      ?.trigger('click')
    expect(page.emitted('refresh')).toHaveLength(1)
  })

  it('does not ask while it is off', async () => {
    const log = new Log(50)
    await open(log)
    const asked = log.asked.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(log.asked).toHaveLength(asked)
  })
})
