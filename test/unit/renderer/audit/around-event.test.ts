import { describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { partsOf } from '#ui/features/audit/query/filter-text.ts'
import { AROUND_MINUTES, minutesText, queriesAround } from '#ui/features/audit/around/around-event.ts'
import { makeEvents } from '../../../bench/audit-events.ts'

const [EVENT] = [...makeEvents(1)] as [LogEvent]

describe('the events around one', () => {
  it.each(AROUND_MINUTES)('reach %s minutes to both sides, and hold the event itself', (minutes) => {
    for (const { range } of queriesAround(EVENT, minutes)) {
      const at = Date.parse(EVENT.published)
      expect(at - Date.parse(range.since)).toBe(minutes * 60_000)
      expect(Date.parse(range.until)).toBe(at + minutes * 60_000 + 1)
    }
  })

  it('are those of the actor, of the address, and all, each a filter that reads', () => {
    const queries = queriesAround(EVENT, 5)
    expect(queries.map(({ kind, filter }) => [kind, partsOf(filter)?.map(({ comparison }) => comparison)])).toEqual([
      ['actor', [{ path: 'actor.id', operator: 'eq', value: EVENT.actor.id }]],
      ['address', [{ path: 'client.ipAddress', operator: 'eq', value: EVENT.client?.ipAddress }]],
      ['all', []],
    ])
  })

  it('offer no address where the event has none', () => {
    const inside = { ...EVENT, client: null, request: { ipChain: [] } }
    expect(queriesAround(inside, 5).map(({ kind }) => kind)).toEqual(['actor', 'all'])
  })

  it('say the time in the largest whole unit', () => {
    expect(AROUND_MINUTES.map(minutesText)).toEqual(['1 min', '5 min', '30 min', '2 h'])
  })
})
