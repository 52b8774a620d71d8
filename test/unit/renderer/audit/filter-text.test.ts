import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canCompare,
  choiceOf,
  isIn,
  partsOf,
  switched,
  withComparison,
  without,
  withoutPart,
  withPart,
} from '#ui/features/audit/query/filter-text.ts'
import { LOG_EVENTS, parseFilter } from '#filter/index.ts'
import { match } from '../../../helpers/filter-match.ts'
import { queries } from '../../../helpers/filter-arbitraries.ts'

const sources = (filter: string) => partsOf(filter)?.map(({ source }) => source)

describe('parts of a filter', () => {
  it.each([
    ['', []],
    ['severity eq "WARN"', ['severity eq "WARN"']],
    ['severity eq "WARN" AND (actor.id pr and (target.id pr))', ['severity eq "WARN"', 'actor.id pr', 'target.id pr']],
    ['(actor.id pr or target.id pr) and not (severity pr)', ['actor.id pr or target.id pr', 'not (severity pr)']],
    ['(actor.id pr) or (target.id pr)', ['(actor.id pr) or (target.id pr)']],
    ['severity eq', undefined],
  ])('%s', (filter, parts) => {
    expect(sources(filter)).toEqual(parts)
  })

  it('know their place and, where they are one comparison, what it says', () => {
    const filter = '(SEVERITY  eq "WARN") and not (actor.id pr)'
    const [first, second] = partsOf(filter) ?? []
    expect(first).toMatchObject({ start: 1, end: 20, comparison: { path: 'severity', operator: 'eq', value: 'WARN' } })
    expect(filter.slice(first?.start, first?.end)).toBe(first?.source)
    expect(second?.comparison).toBeNull()
  })
})

describe('a comparison more', () => {
  it.each([
    ['begins a filter', '', 'severity', 'eq', 'WARN', 'severity eq "WARN"'],
    ['is joined by and', 'actor.id pr', 'severity', 'eq', 'WARN', 'actor.id pr and severity eq "WARN"'],
    [
      'puts an or in brackets',
      'actor.id pr or target.id pr',
      'severity',
      'eq',
      'WARN',
      '(actor.id pr or target.id pr) and severity eq "WARN"',
    ],
    [
      'of a second value widens',
      'severity eq "WARN"',
      'severity',
      'eq',
      'INFO',
      'severity eq "WARN" or severity eq "INFO"',
    ],
    [
      'of a second value widens in its place',
      'severity eq "WARN" and actor.id pr',
      'severity',
      'eq',
      'INFO',
      '(severity eq "WARN" or severity eq "INFO") and actor.id pr',
    ],
    [
      'of a list asks for both values',
      'target.id eq "a"',
      'target.id',
      'eq',
      'b',
      'target.id eq "a" and target.id eq "b"',
    ],
    ['that is there changes nothing', 'Severity  EQ "warn"', 'severity', 'eq', 'WARN', 'Severity  EQ "warn"'],
    ['takes the place of its opposite', 'severity eq "WARN"', 'severity', 'ne', 'WARN', 'severity ne "WARN"'],
    ['takes the place of its opposite back', 'severity ne "WARN"', 'severity', 'eq', 'WARN', 'severity eq "WARN"'],
    [
      'takes a value out of several',
      '(severity eq "WARN" or severity eq "INFO") and actor.id pr',
      'severity',
      'ne',
      'WARN',
      'severity eq "INFO" and actor.id pr and severity ne "WARN"',
    ],
    ['keeps a value out of a list', '', 'target.id', 'ne', 'a', 'not (target.id eq "a")'],
    ['escapes', '', 'actor.displayName', 'eq', 'a "b" \\ c\n', 'actor.displayName eq "a \\"b\\" \\\\ c\\n"'],
    ['takes numbers, truths and null as they are', '', 'outcome.reason', 'eq', null, 'outcome.reason eq null'],
    [
      'of another operator stands beside',
      'severity eq "a"',
      'severity',
      'sw',
      'b',
      'severity eq "a" and severity sw "b"',
    ],
    ['that cannot be asked changes nothing', 'actor.id pr', 'published', 'eq', '2026', 'actor.id pr'],
    ['gives way to no text that does not parse', 'actor.id is', 'severity', 'eq', 'WARN', 'severity eq "WARN"'],
  ] as const)('%s', (_, filter, path, operator, value, expected) => {
    expect(withComparison(filter, path, operator, value)).toBe(expected)
  })

  it('is known to be impossible beforehand', () => {
    expect(canCompare('debugContext.debugData.url', 'co', 'a')).toBe(false)
    expect(canCompare('debugContext.debugData.a b', 'eq', 'a')).toBe(false)
    expect(canCompare('target.changeDetails.to.name', 'eq', 3)).toBe(true)
  })
})

describe('parts', () => {
  it('are taken away, replaced and added, the others stay', () => {
    const filter = 'actor.id pr and (severity eq "a" or severity eq "b") and target.id pr'
    expect(withoutPart(filter, 0)).toBe('(severity eq "a" or severity eq "b") and target.id pr')
    expect(withoutPart(withoutPart(filter, 2), 0)).toBe('severity eq "a" or severity eq "b"')
    expect(withoutPart('actor.id pr', 0)).toBe('')
    expect(withPart(filter, 1, 'uuid pr or device pr')).toBe('actor.id pr and (uuid pr or device pr) and target.id pr')
    expect(withPart('actor.id pr', 1, 'uuid pr')).toBe('actor.id pr and uuid pr')
    expect(withPart('actor.id pr', 0, 'uuid is')).toBe('actor.id pr')
  })

  it('say which values they let in or keep out', () => {
    const filter = '(severity eq "WARN" or severity eq "INFO") and not (target.id eq "a") and actor.id ne "b"'
    expect(isIn(filter, 'severity', 'INFO')).toBe('in')
    expect(isIn(filter, 'severity', 'ERROR')).toBeNull()
    expect(isIn(filter, 'target.id', 'a')).toBe('out')
    expect(isIn(filter, 'actor.id', 'b')).toBe('out')
    expect(isIn(filter, 'actor.id', 'B')).toBeNull()
    expect(without(filter, 'severity', 'WARN')).toBe(
      'severity eq "INFO" and not (target.id eq "a") and actor.id ne "b"',
    )
    expect(choiceOf(partsOf('target.id ne "a"')?.[0]?.tree ?? expect.unreachable())).toBeNull()
  })
})

const PATHS = ['severity', 'outcome.result', 'actor.id', 'target.id', 'client.ipAddress'] as const
const VALUES = ['a', 'b', 'c'] as const
const path = fc.constantFrom(...PATHS)
const value = fc.constantFrom(...VALUES)
const leaf = fc
  .tuple(path, fc.constantFrom('eq', 'eq', 'ne', 'sw', 'gt'), value)
  .map(([name, operator, text]) => `${name} ${operator} "${text}"`)
const { filter: small } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: tie('filter').map((inner) => `not (${inner})`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.array(tie('filter'), { minLength: 2, maxLength: 3 }), fc.constantFrom(' and ', ' or '))
        .map(([inner, joint]) => inner.map((each) => `(${each})`).join(joint)),
    },
  ),
}))
const filters = fc.oneof(fc.constant(''), small)
const events = fc.record({
  severity: value,
  outcome: fc.record({ result: value }),
  actor: fc.record({ id: value }),
  target: fc.array(fc.record({ id: value }), { maxLength: 2 }),
  client: fc.option(fc.record({ ipAddress: value })),
})

function holds(filter: string, event: unknown): boolean {
  if (filter === '') return true
  const read = parseFilter(filter, LOG_EVENTS)
  if (!read.ok) throw new Error(`${filter}: ${read.problems[0]?.message}`)
  return match(read.filter, event)
}

describe('for any filter', () => {
  it('its parts together say what it says', () => {
    fc.assert(
      fc.property(filters, events, (filter, event) => {
        const parts = sources(filter) ?? expect.unreachable()
        expect(parts.every((part) => holds(part, event))).toBe(holds(filter, event))
      }),
    )
  })

  it('taking a part away leaves exactly the others', () => {
    fc.assert(
      fc.property(filters, events, fc.nat(), (filter, event, at) => {
        const parts = sources(filter) ?? []
        const index = at % Math.max(1, parts.length)
        const others = parts.filter((_, each) => each !== index)
        expect(holds(withoutPart(filter, index), event)).toBe(others.every((part) => holds(part, event)))
      }),
    )
  })

  it('a value asked for is in, one kept out is out, one let go is neither; twice is once', () => {
    fc.assert(
      fc.property(filters, path, value, fc.constantFrom('eq', 'ne'), (filter, name, text, operator) => {
        const changed = withComparison(filter, name, operator, text)
        const side = operator === 'eq' ? 'in' : 'out'
        expect(isIn(changed, name, text)).toBe(side)
        expect(withComparison(changed, name, operator, text)).toBe(changed)
        expect(isIn(without(changed, name, text), name, text)).toBeNull()
      }),
    )
  })

  it('a value kept out stands in no event that is found, one asked for finds no event that the rest refuses', () => {
    fc.assert(
      fc.property(filters, path, value, events, (filter, name, text, event) => {
        const isThere = holds(`${name} eq "${text}"`, event)
        if (isThere) expect(holds(withComparison(filter, name, 'ne', text), event)).toBe(false)
        const asked = withComparison(filter, name, 'eq', text)
        const rest = (partsOf(filter) ?? []).filter(({ tree }) => choiceOf(tree)?.values[0]?.attribute.path !== name)
        if (holds(asked, event)) expect(rest.every(({ source }) => holds(source, event))).toBe(true)
        if (isThere && name !== 'target.id')
          expect(holds(without(asked, name, text), event)).toBe(
            holds(filter, event) || holds(without(filter, name, text), event),
          )
      }),
    )
  })

  it('of whatever attributes, the rewritten text still reads the same', () => {
    const find = (named: string) => {
      const read = parseFilter(`${named} pr`, LOG_EVENTS)
      return read.ok && read.filter.kind === 'compare' ? read.filter.attribute : null
    }
    const asked = new Map(
      [...LOG_EVENTS.attributes].filter(([name]) => find(name) && !name.endsWith('url') && !name.endsWith('uri')),
    )
    fc.assert(
      fc.property(
        queries({ ...LOG_EVENTS, attributes: asked }, (named) => find(named) ?? expect.unreachable()),
        (filter) => {
          const parts = sources(filter)
          if (!parts) return
          const rewritten = withoutPart(`${parts.map((part) => `(${part})`).join(' and ')} and uuid pr`, parts.length)
          expect(sources(rewritten)).toEqual(parts)
        },
      ),
    )
  })
})

it('a switch asks for a value, lets it go when it is asked for, and turns it round when it is kept out', () => {
  const asked = switched('', 'severity', 'eq', 'WARN')
  expect(asked).toBe('severity eq "WARN"')
  expect(switched(asked, 'severity', 'eq', 'WARN')).toBe('')
  expect(switched(asked, 'severity', 'ne', 'WARN')).toBe('severity ne "WARN"')
  expect(switched('severity ne "WARN"', 'severity', 'ne', 'WARN')).toBe('')
})
