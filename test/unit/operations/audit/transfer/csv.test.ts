import { describe, expect, it } from 'vitest'
import { CSV_HEAD, csvLine } from '#operations/audit/transfer/csv.ts'

it('the first line begins with the mark that Excel needs, and ends as RFC 4180 says', () => {
  expect(CSV_HEAD.startsWith('\uFEFFpublished,eventType,severity,')).toBe(true)
  expect(CSV_HEAD.endsWith(',uuid,importId,importKeyFingerprint\r\n')).toBe(true)
})

describe('a line', () => {
  const width = CSV_HEAD.trim().split(',').length

  it('has a cell for each heading, lists joined', () => {
    const line = csvLine(
      JSON.stringify({
        uuid: 'u',
        published: 'p',
        target: [
          {
            id: 'a',
            type: 'T',
            displayName: 'One',
            changeDetails: { from: { name: 'x' }, to: { name: 'y', status: 1 } },
          },
          { id: 'b', type: 'S', displayName: null, alternateId: '=two' },
        ],
      }),
    )
    expect(line.endsWith(',u,,\r\n')).toBe(true)
    expect(line.split(',')).toHaveLength(width)
    for (const cell of ['a | b', 'T | S', 'One | =two', 'name | status']) expect(line).toContain(cell)
  })

  it('is there for an event of any shape', () => {
    for (const payload of [
      '{}',
      '{"target":5,"actor":"x","outcome":null}',
      '{"target":[null,7]}',
      'not JSON',
      '7',
      'null',
    ])
      expect(csvLine(payload).split(',').length, payload).toBe(width)
  })
})
