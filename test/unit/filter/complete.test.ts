import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeFilter, LOG_EVENTS, parseFilter, tokenizeLeniently, type Known } from '#filter/index.ts'
import { queries } from '../../helpers/filter-arbitraries.ts'
import { DIRECTORY, SIMPLE } from '../../helpers/filter-dialects.ts'
import { runs } from '../../helpers/runs.ts'

const KNOWN: Known = {
  values: (path) => (path === 'eventType' ? [{ value: 'policy.rule.add', detail: 'Add rule to policy' }] : undefined),
  paths: ['target.changeDetails.to.name', 'published.not'],
}

/** What is offered at the mark `|`. */
function offered(marked: string, dialect = LOG_EVENTS) {
  const caret = marked.indexOf('|')
  const source = marked.replace('|', '')
  const found = completeFilter(source, caret, dialect, KNOWN)
  const accept = (label: string) => {
    const option = found?.options.find((each) => each.label === label)
    return option && found ? source.slice(0, found.from) + option.insert + source.slice(found.to) : undefined
  }
  return { found, labels: found?.options.map(({ label }) => label) ?? [], accept }
}

describe('what is offered', () => {
  it('at the beginning: attributes with their types, not, a bracket', () => {
    const { found, labels } = offered('|')
    expect(labels).toEqual(
      expect.arrayContaining(['eventType', 'target.id', 'not', '(', 'target.changeDetails.to.name']),
    )
    expect(found?.options.find(({ label }) => label === 'target.id')?.detail).toBe('text · exact case · list')
  })

  it('no attribute that the log refuses', () => {
    const { labels } = offered('|')
    expect(labels.filter((label) => label === 'published' || label === 'target.changeDetails.from')).toEqual([])
  })

  it.each([
    ['behind an attribute: its operators', 'severity |', 'eq ne co sw ew pr gt ge lt le'],
    ['behind a number: those with an order', 'client.geographicalContext.geolocation.lat |', 'eq ne pr gt ge lt le'],
    ['behind an object: only presence', 'client |', 'pr'],
    ['behind what has refused operators: the others', 'debugContext.debugData.url |', 'eq ne sw ew pr gt ge lt le'],
    ['behind an operator: the values that there can be', 'severity eq |', 'DEBUG INFO WARN ERROR null'],
    ['where there is order, no null', 'severity gt |', 'DEBUG INFO WARN ERROR'],
    ['inside quotes: only texts', 'severity eq "W|', 'DEBUG INFO WARN ERROR'],
    ['values that the caller knows', 'eventType eq |', 'policy.rule.add null'],
    ['in brackets too', '(actor.id pr or severity eq |)', 'DEBUG INFO WARN ERROR null'],
    ['behind not: a bracket', 'not |', '('],
    ['behind a whole comparison: joints', 'severity eq "WARN" |', 'and or'],
    ['in an open bracket: its end too', 'not (severity pr |', 'and or )'],
    ['behind a closed one: joints', '(severity pr) |', 'and or'],
    ['after a mistake, once a joint sets it right', 'severity = 1 and severity |', 'eq ne co sw ew pr gt ge lt le'],
    ['inside a number, behind a mistake: nothing', 'severity eq 12|', ''],
    ['behind what means nothing', 'severity is "WARN" |', ''],
  ])('%s', (_, marked, labels) => {
    expect(offered(marked).labels.join(' ')).toBe(labels)
  })

  it('only what the dialect has', () => {
    expect(offered('status eq "x" |', SIMPLE).labels).toEqual(['and'])
    expect(offered('|', SIMPLE).labels).toEqual(['status', 'name', '('])
    expect(offered('name |', DIRECTORY).labels).toEqual(['eq', 'co', 'sw', 'pr'])
  })

  it('says whose value is expected, also by a name in another case', () => {
    expect(offered('ACTOR.ID eq "|').found?.attribute).toBe('actor.id')
    expect(offered('|').found?.attribute).toBeNull()
  })
})

describe('what is accepted', () => {
  it.each([
    ['a half-typed attribute', 'actor.i|', 'actor.id', 'actor.id '],
    ['a name that ends in its dot', 'actor.|', 'actor.id', 'actor.id '],
    ['the rest of the word goes', 'sev|xyz eq "a"', 'severity', 'severity eq "a"'],
    ['a half-typed value gets quotes', 'severity eq WA|', 'WARN', 'severity eq "WARN"'],
    ['a text that is open is closed', 'severity eq "WA| and uuid pr', 'WARN', 'severity eq "WARN" and uuid pr'],
    ['a text that is closed stays one', 'severity eq "WA|" and uuid pr', 'WARN', 'severity eq "WARN" and uuid pr'],
    [
      'a text with spaces is replaced whole',
      'severity eq "a| b" and uuid pr',
      'WARN',
      'severity eq "WARN" and uuid pr',
    ],
    [
      'another text behind an open one stays',
      'severity eq "WA| and uuid eq "b"',
      'WARN',
      'severity eq "WARN" and uuid eq "b"',
    ],
    ['a joint right behind a value', 'severity eq "WARN"|', 'and', 'severity eq "WARN" and '],
    ['a half-typed joint', 'severity pr a|', 'and', 'severity pr and '],
    ['the end of a bracket', '(severity pr|', 'pr', '(severity pr'],
    ['not brings its bracket', '|', 'not', 'not ('],
    ['not before a bracket', 'n|(uuid pr)', 'not', 'not (uuid pr)'],
  ])('%s', (_, marked, label, expected) => {
    expect(offered(marked).accept(label)).toBe(expected)
  })

  it('quotes and escapes a value that was looked up', () => {
    expect(offered('actor.id eq |').found?.valueOption('a "b"').insert).toBe('"a \\"b\\""')
    expect(offered('actor.id eq "|').found?.valueOption('a "b"').insert).toBe('a \\"b\\""')
  })
})

const ASKABLE = new Map(
  [...LOG_EVENTS.attributes].filter(([path]) => (offered(`${path} |`).found?.options.length ?? 0) > 0),
)
const anyQuery = queries({ ...LOG_EVENTS, attributes: ASKABLE }, (path) => {
  const read = parseFilter(`${path} pr`, LOG_EVENTS)
  return read.ok && read.filter.kind === 'compare' ? read.filter.attribute : expect.unreachable()
})

/** Writes a query to its end with the first thing that is offered each time. */
function finish(source: string): string {
  for (let text = source, steps = 0; ; steps += 1) {
    if (steps > 200) throw new Error(`no end: ${text}`)
    text = `${text.trimEnd()} `
    const found = completeFilter(text, text.length, LOG_EVENTS, KNOWN)
    const closing = found?.options.find(({ label }) => label === ')')
    if (!found || (!closing && found.options.some(({ label }) => label === 'and'))) return text
    const isNumber = LOG_EVENTS.attributes.get(found.attribute?.toLowerCase() ?? '')?.type === 'number'
    text += (closing ?? found.options[0])?.insert ?? (isNumber ? '1' : found.valueOption('1').insert)
  }
}

describe('for any query', () => {
  it('whatever is accepted at the end of any of its words can be written to a query that reads', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(), fc.nat(), (query, at, choice) => {
        const ends = tokenizeLeniently(query).map(({ end }) => end)
        const prefix = `${query.slice(0, ends[at % ends.length])} `
        const found = completeFilter(prefix, prefix.length, LOG_EVENTS, KNOWN)
        const option = found?.options[choice % found.options.length]
        if (!found || !option) return
        const text = finish(prefix.slice(0, found.from) + option.insert)
        expect(parseFilter(text, LOG_EVENTS)).toMatchObject({ ok: true })
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('whatever is accepted anywhere takes the place of nothing but the word or text that the caret is in', () => {
    fc.assert(
      fc.property(anyQuery, fc.nat(), (query, at) => {
        const caret = at % (query.length + 1)
        const found = completeFilter(query, caret, LOG_EVENTS, KNOWN)
        if (!found) return
        const { from, to } = found
        expect(from <= caret && caret <= to).toBe(true)
        const touched = tokenizeLeniently(query).filter(({ start, end }) => start < to && end > from)
        expect(touched.length).toBeLessThanOrEqual(1)
        expect(touched.every(({ start, end }) => start <= caret && caret <= end)).toBe(true)
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('of any text, however broken, something or nothing is offered, and it is cut without gaps', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      anyQuery.chain((query) => fc.nat(query.length).map((at) => query.slice(0, at))),
    )
    fc.assert(
      fc.property(text, fc.nat(), (source, at) => {
        completeFilter(source, at % (source.length + 1), LOG_EVENTS, KNOWN)
        const tokens = tokenizeLeniently(source)
        const words = tokens.map(({ start, end }) => source.slice(start, end)).join('')
        expect(words.replaceAll(/\s/g, '')).toBe(source.replaceAll(/\s/g, ''))
      }),
    )
  })

  it('a hundred kilobytes without meaning are cut in bounded time', () => {
    const start = performance.now()
    for (const text of ['='.repeat(100_000), '"'.repeat(100_001), '('.repeat(100_000)]) {
      completeFilter(text, text.length, LOG_EVENTS, KNOWN)
    }
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
