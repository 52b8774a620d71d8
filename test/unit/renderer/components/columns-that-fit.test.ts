import { describe, expect, it } from 'vitest'
import { columnsThatFit, type Column } from '#ui/components/data/data-table.ts'

const COLUMNS: Column<object>[] = [
  { key: 'name', title: 'Name' },
  { key: 'login', title: 'Login' },
  { key: 'title', title: 'Title', width: '20%' },
  { key: 'status', title: 'Status', width: '140px' },
  { key: 'seen', title: 'Last sign-in', width: '128px' },
]
const keysIn = (room: number) => columnsThatFit(COLUMNS, room).map(({ key }) => key)

describe('the columns of a list in a narrow window', () => {
  it('are all there where there is room, or where the room is not known yet', () => {
    expect(keysIn(1_000)).toHaveLength(5)
    expect(keysIn(0)).toHaveLength(5)
  })

  it('go from the last, but never the name and the status', () => {
    expect(keysIn(560)).toEqual(['name', 'login', 'title', 'status'])
    expect(keysIn(440)).toEqual(['name', 'login', 'status'])
    expect(keysIn(320)).toEqual(['name', 'status'])
    expect(keysIn(100)).toEqual(['name', 'status'])
  })

  it('go where there is room, but for what is always there', () => {
    const actions = { key: 'actions', title: 'Actions', width: '92px', always: true }
    const left = columnsThatFit([...COLUMNS, actions], 440).map(({ key }) => key)
    expect(left).toEqual(['name', 'status', 'actions'])
  })
})
