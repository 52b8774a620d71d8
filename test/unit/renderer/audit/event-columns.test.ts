// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import type { LogEvent } from '#contract/log/log-event.ts'
import {
  cellText,
  COLUMN_KEYS,
  columnOf,
  DEFAULT_COLUMNS,
  fitColumns,
  readColumns,
  type ChosenColumn,
} from '#ui/features/audit/table/event-columns.ts'
import { useEventColumns } from '#ui/features/audit/table/useEventColumns.ts'
import { makeEvents } from '../../../bench/audit-events.ts'

const chosen: fc.Arbitrary<ChosenColumn[]> = fc
  .uniqueArray(
    fc.record({ key: fc.constantFrom(...COLUMN_KEYS), width: fc.option(fc.integer({ min: 150, max: 800 })) }),
    { selector: ({ key }) => key },
  )
  .map(readColumns)

describe('the columns of the event table', () => {
  it('are remembered as they were chosen, and with time and event first', () => {
    fc.assert(
      fc.property(chosen, (columns) => {
        expect(readColumns(JSON.parse(JSON.stringify(columns)))).toEqual(columns)
        expect(columns.slice(0, 2).map(({ key }) => key)).toEqual(['time', 'event'])
      }),
    )
  })

  it.each([null, 'columns', 7, {}])('are those at first where %s was remembered', (stored) => {
    expect(readColumns(stored)).toEqual(DEFAULT_COLUMNS)
  })

  it('leave out what is no column, and what stands there twice', () => {
    const stored = [{ key: 'toaster' }, null, { key: 'actor', width: 3 }, { key: 'actor', width: 200 }]
    expect(readColumns(stored)).toEqual([
      { key: 'time', width: null },
      { key: 'event', width: null },
      { key: 'actor', width: columnOf('actor').min },
    ])
  })

  it('fit into every width, with the event never lost nor narrower than its least', () => {
    fc.assert(
      fc.property(chosen, fc.integer({ min: 320, max: 3_000 }), (columns, room) => {
        const fitted = fitColumns(columns, room)
        const others = fitted.reduce((sum, { width }) => sum + (width ?? 0), 0)
        expect(room - others).toBeGreaterThanOrEqual(columnOf('event').min)
        expect(fitted.map(({ key }) => key).slice(0, 2)).toEqual(['time', 'event'])
        for (const { key, width } of fitted) if (width !== null) expect(width).toBeGreaterThanOrEqual(columnOf(key).min)
      }),
    )
  })

  it('are as wide as chosen where there is room', () => {
    const columns = readColumns([{ key: 'actor', width: 333 }])
    expect(fitColumns(columns, 2_000).at(-1)).toEqual({ key: 'actor', width: 333 })
  })

  it('leave the actor what a name needs, as long as the others have their least', () => {
    const enough = columnOf('actor').enough!
    const others = DEFAULT_COLUMNS.filter(({ key }) => key !== 'actor').reduce(
      (sum, { key }) => sum + columnOf(key).min,
      0,
    )
    const actorIn = (room: number) => fitColumns(DEFAULT_COLUMNS, room).find(({ key }) => key === 'actor')!.width!
    for (let room = others + enough; room < 2_000; room++) expect(actorIn(room)).toBeGreaterThanOrEqual(enough)
    expect(actorIn(others + enough - 10)).toBe(enough - 10)
  })

  it('take a new width as it is given, and the event alone gives way', () => {
    localStorage.clear()
    const { chosen, resize } = effectScope().run(useEventColumns)!
    const room = 963
    const before = fitColumns(chosen.value, room)
    const widthOf = (key: string) => before.find((one) => one.key === key)?.width ?? 0
    resize('actor', widthOf('actor') + 16, before)
    const after = fitColumns(chosen.value, room)
    const expected = before.map((one) => (one.key === 'actor' ? { ...one, width: widthOf('actor') + 16 } : one))
    expect(after).toEqual(expected)
  })

  it('show the address beside the facets in a window of 1280', () => {
    expect(fitColumns(DEFAULT_COLUMNS, 731).map(({ key }) => key)).toContain('address')
  })

  it('each have a text, or are drawn by the row', () => {
    const [event] = [...makeEvents(1)] as [LogEvent]
    const drawn = COLUMN_KEYS.filter((key) => cellText(key, event) === null)
    expect(drawn).toEqual(['time', 'event', 'actor', 'target', 'outcome', 'address'])
  })
})
