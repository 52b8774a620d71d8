import { describe, expect, it } from 'vitest'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { trailOf, trailOptions, withTrail } from '#ui/features/audit/trail/trail.ts'

const ONE = 'gatehouse.import.id eq "lim1"'
const OWN = 'not (gatehouse.import.id pr)'

describe('the log that a filter asks for', () => {
  it.each([
    ['', 'all'],
    ['severity eq "WARN"', 'all'],
    [ONE, 'lim1'],
    [`severity eq "WARN" and ${ONE}`, 'lim1'],
    [OWN, 'own'],
    [`${OWN} and (severity eq "WARN" or severity eq "ERROR")`, 'own'],
    [`(${ONE} or gatehouse.import.id eq "lim2")`, 'other'],
    ['gatehouse.import.id ne "lim1"', 'other'],
    ['gatehouse.import.id pr', 'other'],
    ['this does not read', 'other'],
  ])('of %o is %o', (filter, trail) => {
    expect(trailOf(filter)).toBe(trail)
  })

  it.each(['all', 'own', 'lim2'])('becomes %o, and what else is asked for stays', (trail) => {
    const others = ['severity eq "WARN"', '(eventType sw "user." or eventType sw "group.")']
    for (const before of [ONE, OWN, `(${ONE} or gatehouse.import.id eq "lim2")`, 'gatehouse.import.id ne "lim1"']) {
      const filter = withTrail([others[0], before, others[1]].join(' and '), trail)
      expect(trailOf(filter)).toBe(trail)
      expect(withTrail(filter, 'all')).toBe(others.join(' and '))
    }
    expect(withTrail('', trail)).toBe(trail === 'all' ? '' : trail === 'own' ? OWN : 'gatehouse.import.id eq "lim2"')
  })
})

it('logs that are followed come first, and one that was removed is still named in the address', () => {
  const made = (id: string, over: Partial<LogImport>) => ({ id, name: id, state: 'READY', ...over }) as LogImport
  const imports = [
    made('file', { connectionId: null, isFollowed: false }),
    made('former', { connectionId: 'rcn1', isFollowed: false }),
    made('Staging', { connectionId: 'rcn2', isFollowed: true }),
    made('failed', { connectionId: null, isFollowed: false, state: 'FAILED' }),
  ]
  expect(trailOptions(imports, 'lim9').map(({ label }) => label)).toEqual([
    ...['All logs', 'This workspace', 'Staging', 'file (import)', 'former (no longer followed)', 'lim9'],
  ])
})
