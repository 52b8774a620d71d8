// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { Bar } from '#ui/features/audit/histogram/bars.ts'
import HistogramBrush from '#ui/features/audit/histogram/HistogramBrush.vue'
import HistogramLegend from '#ui/features/audit/histogram/HistogramLegend.vue'
import { isIn } from '#ui/features/audit/query/filter-text.ts'
import { percentOf, progressText } from '#ui/features/audit/integrity/verification-text.ts'
import { countText, outcomesOf } from '#ui/features/audit/histogram/outcomes.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-21T00:00:00.000Z')

const bars: Bar[] = Array.from({ length: 10 }, (_, index) => ({
  from: START + index * HOUR,
  to: START + (index + 1) * HOUR,
  total: index + 1,
  counts: index ? { SUCCESS: index, FAILURE: 1 } : { UNKNOWN: 1 },
}))

function brush() {
  const page = mount(HistogramBrush, { props: { bars }, attachTo: document.body })
  const slider = page.get<HTMLElement>('[role="slider"]')
  slider.element.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect
  slider.element.setPointerCapture = () => {}
  const pointer = (name: string, clientX: number) => slider.trigger(name, { clientX, button: 0, pointerId: 1 })
  const press = (...keys: string[]) =>
    keys.reduce(
      (before, key) =>
        before.then(() => slider.trigger('keydown', { key: key.replace('+', ''), shiftKey: key.startsWith('+') })),
      Promise.resolve(),
    )
  const zooms = () =>
    (page.emitted<[number, number]>('zoom') ?? []).map(([from, to]) => [(from - START) / HOUR, (to - START) / HOUR])
  return { page, slider, pointer, press, zooms }
}

describe('the brush', () => {
  it('takes what was dragged over, in either direction', async () => {
    const { pointer, zooms } = brush()
    for (const [down, up] of [
      [25, 55],
      [55, 25],
    ] as const) {
      await pointer('pointerdown', down)
      await pointer('pointermove', up)
      await pointer('pointerup', up)
    }
    expect(zooms()).toEqual([
      [2, 6],
      [2, 6],
    ])
  })

  it('takes one bar for a click, and nothing for a drag that is broken off', async () => {
    const { pointer, press, zooms } = brush()
    await pointer('pointerdown', 99)
    await pointer('pointerup', 99)
    await pointer('pointerdown', 10)
    await pointer('pointermove', 60)
    await press('Escape')
    await pointer('pointerup', 60)
    expect(zooms()).toEqual([[9, 10]])
  })

  it('does the same by keys: arrows move, Shift marks, Enter takes', async () => {
    const { slider, press, zooms } = brush()
    slider.element.focus()
    await press('Home', 'ArrowRight', '+ArrowRight', '+ArrowRight', 'Enter')
    await press('End', '+Home', 'Enter')
    expect(zooms()).toEqual([
      [1, 4],
      [0, 10],
    ])
  })

  it('says in words what the bars under it hold', async () => {
    const { slider, press, page } = brush()
    slider.element.focus()
    await press('End')
    expect(slider.attributes('aria-valuetext')).toContain('10 events: 1 Failure, 9 Success')
    await press('+ArrowLeft')
    expect(slider.attributes('aria-valuetext')).toContain('19 events: 2 Failure, 17 Success')
    expect(page.text()).toContain('19 events')
  })

  it('keeps within the bars when there are fewer of them', async () => {
    const { slider, press, page, zooms } = brush()
    slider.element.focus()
    await press('End')
    await page.setProps({ bars: bars.slice(0, 3) })
    await press('Enter')
    expect(zooms()).toEqual([[2, 3]])
  })
})

describe('the outcomes', () => {
  it('that mean the same are told apart by more than their colour', () => {
    const counts = { SUCCESS: 1, ALLOW: 1, DENY: 1, FAILURE: 1, CHALLENGE: 1, SKIPPED: 1, UNKNOWN: 1 }
    const looks = outcomesOf([{ counts }]).map(({ tone, striped }) => `${tone} ${striped}`)
    expect(looks).toHaveLength(7)
    expect(new Set(looks).size).toBe(7)
  })

  it('stand in the order of the stack, those that went wrong at the bottom', () => {
    expect(outcomesOf(bars).map(({ outcome, count }) => [outcome, count])).toEqual([
      ['FAILURE', 9],
      ['UNKNOWN', 1],
      ['SUCCESS', 45],
    ])
    expect(countText([])).toBe('0 events')
  })

  it('switch a filter on themselves on and off, and leave the rest of it alone', async () => {
    const page = mount(HistogramLegend, { props: { bars, filter: 'severity eq "INFO"' } })
    const failure = () => page.findAll('button').find((button) => button.text().includes('Failure'))!
    expect(failure().text()).toContain('9')
    await failure().trigger('click')
    const filter = page.emitted<[string]>('update:filter')?.at(-1)?.[0] ?? ''
    expect(filter).toBe('severity eq "INFO" and outcome.result eq "FAILURE"')
    await page.setProps({ filter })
    expect(failure().attributes('aria-pressed')).toBe('true')
    await failure().trigger('click')
    expect(page.emitted<[string]>('update:filter')?.at(-1)?.[0]).toBe('severity eq "INFO"')
  })

  it('what is counted with the unknown is asked for as what none of the known is, and let go again', async () => {
    const page = mount(HistogramLegend, { props: { bars, filter: 'severity eq "INFO"' } })
    const other = () => page.findAll('button').find((button) => button.text().includes('Other'))!
    await other().trigger('click')
    const filter = page.emitted<[string]>('update:filter')?.at(-1)?.[0] ?? ''
    expect(isIn(filter, 'outcome.result', 'SUCCESS')).toBe('out')
    expect(isIn(filter, 'outcome.result', 'UNKNOWN')).toBeNull()
    expect(isIn(filter, 'outcome.result', 'RATE_LIMIT')).toBeNull()
    await page.setProps({ filter })
    expect(other().attributes('aria-pressed')).toBe('true')
    await other().trigger('click')
    expect(page.emitted<[string]>('update:filter')?.at(-1)?.[0]).toBe('severity eq "INFO"')
  })
})

describe('progress', () => {
  it('has no share while it is not known how much there is, rather than all of it', () => {
    expect(percentOf(0, 0)).toBeNull()
    expect(progressText(0, 0)).not.toContain('0 of 0')
    expect(percentOf(1, 3)).toBe(33)
    expect(percentOf(3, 3)).toBe(100)
  })
})
