import { describe, expect, it } from 'vitest'
import type { ListColumn } from '#ui/resource/list/columns.ts'
import { bulkActionsOf } from '#ui/resource/list/bulk.ts'
import {
  chosenText,
  filterRows,
  filtersOf,
  isSortable,
  parseChosen,
  parseSort,
  sortRows,
  sortText,
  toggled,
} from '#ui/resource/list/list-view.ts'

interface Row {
  id: string
  name: string
  status: string
  type?: string
  count?: number
}
const row = (name: string, more: Partial<Row> = {}): Row => ({ id: name, name, status: 'ACTIVE', ...more })
const NAME: ListColumn<Row> = { key: 'name', title: 'Name' }
const STATUS: ListColumn<Row> = { key: 'status', title: 'Status', as: 'status' }
const TYPE: ListColumn<Row> = { key: 'type', title: 'Type', filter: true }
const COLUMNS = [NAME, STATUS, TYPE, { key: 'drawn', title: 'Drawn' }]
const ROWS = [
  row('b10', { type: 'IP', count: 10 }),
  row('B9', { status: 'INACTIVE', type: 'Dynamic', count: 9 }),
  row('a', { type: 'IP' }),
]
const names = (rows: readonly Row[]) => rows.map(({ name }) => name)

describe('an order', () => {
  it('goes by the texts of a column as people read them, numbers in them included', () => {
    expect(names(sortRows(ROWS, NAME, false))).toEqual(['a', 'B9', 'b10'])
    expect(names(sortRows(ROWS, NAME, true))).toEqual(['b10', 'B9', 'a'])
  })

  it('leaves rows without a value at the end in both directions', () => {
    const count: ListColumn<Row> = { key: 'count', title: 'Count' }
    expect(names(sortRows(ROWS, count, false))).toEqual(['B9', 'b10', 'a'])
    expect(names(sortRows(ROWS, count, true))).toEqual(['b10', 'B9', 'a'])
  })

  it('is not offered by a column that is only drawn', () =>
    expect(COLUMNS.map((column) => isSortable(column, ROWS))).toEqual([true, true, true, false]))

  it('stands in the address', () => {
    for (const sort of [null, { key: 'name', descending: true }, { key: 'type', descending: false }])
      expect(parseSort(sortText(sort), COLUMNS)).toEqual(sort)
    expect(parseSort('-nothing', COLUMNS)).toBeNull()
  })
})

describe('filters', () => {
  it('are statuses and kinds that differ among the rows, with their numbers', () => {
    const none = new Map()
    expect(
      filtersOf(COLUMNS, ROWS, none).map(({ key, choices }) => [key, choices.map((one) => [one.label, one.count])]),
    ).toEqual([
      [
        'status',
        [
          ['Active', 2],
          ['Inactive', 1],
        ],
      ],
      [
        'type',
        [
          ['Dynamic', 1],
          ['IP', 2],
        ],
      ],
    ])
    expect(filtersOf(COLUMNS, ROWS.slice(0, 1), none)).toEqual([])
  })

  it('of more kinds than chips can show are offered where they are in a menu', () => {
    const many = Array.from({ length: 12 }, (_, at) => row(`r${at}`, { type: `Kind ${at}` }))
    expect(filtersOf([TYPE], many, new Map())).toEqual([])
    const [menu] = filtersOf([{ ...TYPE, filter: 'menu' }], many, new Map())
    expect([menu?.menu, menu?.choices.length]).toEqual([true, 12])
  })

  it('are of one column alternatives, of several all needed, and stay while chosen', () => {
    const active = toggled(new Map(), 'status', 'ACTIVE')
    expect(names(filterRows(ROWS, COLUMNS, active))).toEqual(['b10', 'a'])
    const both = toggled(toggled(active, 'status', 'INACTIVE'), 'type', 'Dynamic')
    expect(names(filterRows(ROWS, COLUMNS, both))).toEqual(['B9'])
    expect(filtersOf(COLUMNS, [], both).map(({ key }) => key)).toEqual(['status', 'type'])
    expect(toggled(active, 'status', 'ACTIVE').size).toBe(0)
  })

  it('stand in the address', () => {
    const chosen = toggled(toggled(toggled(new Map(), 'status', 'ACTIVE'), 'type', 'A & b'), 'type', 'IP')
    expect(parseChosen(chosenText(chosen), COLUMNS)).toEqual(chosen)
    expect(parseChosen('else=1', COLUMNS).size).toBe(0)
  })
})

describe('what is done to many', () => {
  const kind = {
    operations: {},
    lifecycle: true,
    removable: true,
    removal: { verb: 'Delete', done: 'deleted' },
    namable: true,
  }
  const resource = kind as never
  const applying = (one: Row, options = {}) =>
    bulkActionsOf<Row>(resource, options)
      .filter((action) => action.applies?.(one) ?? true)
      .map(({ key }) => key)

  it('is what a kind allows: an active object is deactivated before it is deleted', () => {
    expect([applying(row('a')), applying(row('b', { status: 'INACTIVE' }))]).toEqual([
      ['deactivate'],
      ['activate', 'delete'],
    ])
    expect(bulkActionsOf({ operations: {}, lifecycle: false, removable: false } as never, {})).toEqual([])
  })

  it('is called as the kind calls it, and looks for no policies where none can name one', () => {
    const revoked = {
      operations: {},
      lifecycle: false,
      removable: true,
      removal: { verb: 'Revoke', done: 'revoked' },
      namable: false,
    }
    expect(bulkActionsOf(revoked as never, {})).toMatchObject([{ label: 'Revoke', done: 'revoked', namable: false }])
  })

  it('leaves out what a page excepts', () =>
    expect(applying(row('b', { status: 'INACTIVE' }), { canDelete: () => false, canSwitch: () => false })).toEqual([]))
})
