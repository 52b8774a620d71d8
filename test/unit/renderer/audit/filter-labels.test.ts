import { describe, expect, it } from 'vitest'
import { findingsOf, stretchesOf, keywordsProblem } from '#ui/features/audit/query/filter-problems.ts'
import { partsOf } from '#ui/features/audit/query/filter-text.ts'
import { idsIn, queryText, sentenceOf } from '#ui/features/audit/query/filter-labels.ts'
import { EXAMPLES } from '#ui/features/audit/query/grammar-help.ts'
import { draftOf, textOf } from '#ui/features/audit/query/part-draft.ts'

const tree = (filter: string) => partsOf(filter)?.[0]?.tree ?? expect.unreachable()
const nameOf = (id: string) => (id === '00u1' ? 'Jane Doe' : undefined)

describe('a condition in text', () => {
  it.each([
    ['outcome.result ne "SUCCESS"', 'Outcome is not Success'],
    ['actor.id eq "00u1"', 'Actor is Jane Doe'],
    ['actor.id eq "00u2"', 'Actor is 00u2'],
    ['outcome.reason eq null', 'Reason is absent'],
    ['outcome.reason pr', 'Reason is present'],
    ['not (outcome.reason pr)', 'Reason is absent'],
    ['not (client.ipAddress sw "10.")', 'Address does not begin with 10.'],
    ['not (severity eq "INFO" or severity eq "DEBUG")', 'Severity is none of Info, Debug'],
    [
      'eventType eq "a" or eventType eq "b" or eventType eq "c" or eventType eq "d" or eventType eq "e"',
      'Event type is any of a, b, c, 2 more',
    ],
    ['severity eq "WARN" or actor.id eq "00u1"', 'Any of Severity is Warning; Actor is Jane Doe'],
    ['not (severity eq "WARN" and actor.id pr)', 'Not all of Severity is Warning; Actor is present'],
    ['target.changeDetails.to.name co "x"', 'New name contains x'],
    ['legacyEventType pr', 'legacyEventType is present'],
  ])('%s', (filter, words) => {
    expect(sentenceOf(tree(filter), nameOf)).toBe(words)
  })

  it('a whole query is its conditions and its words', () => {
    const filter = 'severity eq "WARN" and target.id pr'
    expect(queryText(partsOf(filter), filter, 'jane', nameOf)).toBe(
      'Severity is Warning · Target is present · containing “jane”',
    )
    expect(queryText([], '', '', nameOf)).toBe('Everything')
  })

  it('knows whose names are expected', () => {
    expect(idsIn(tree('not (actor.id eq "a" or uuid eq "b")'))).toEqual([{ path: 'actor.id', id: 'a' }])
  })
})

describe('a condition as a form', () => {
  it.each([
    'eventType eq "a"',
    'eventType eq "a" or eventType eq "b"',
    'not (severity eq "a" or severity eq "b")',
    'severity ne "a"',
    'not (target.id eq "a")',
    'outcome.reason pr',
    'actor.displayName co "a \\"b\\""',
    'client.geographicalContext.geolocation.lat gt 1.5',
  ])('%s is read and written the same', (filter) => {
    expect(textOf(draftOf(tree(filter)) ?? expect.unreachable())).toEqual({ source: filter, problem: '' })
  })

  it.each(['target.id ne "a"', 'outcome.reason eq null', 'severity eq "a" or uuid pr', 'not (severity sw "a")'])(
    '%s is left to the text',
    (filter) => {
      expect(draftOf(tree(filter))).toBeNull()
    },
  )

  it('says what the grammar says against it, and nothing while a value is still expected', () => {
    const path = 'client.geographicalContext.geolocation.lat'
    expect(textOf({ path, operator: 'gt', values: ['north'] }).problem).toMatch(/ is compared with a number$/)
    expect(textOf({ path, operator: 'gt', values: [] })).toEqual({ source: '', problem: '' })
  })
})

describe('the text of a filter', () => {
  it('is coloured, also half written', () => {
    const source = 'severity EQ "WA" and not (x eq tr ~ "open'
    const styled = stretchesOf(source).map(({ start, end, style }) => `${source.slice(start, end)} ${style}`)
    expect(styled).toEqual([
      'EQ call',
      '"WA" text',
      'and operator',
      'not operator',
      '( operator',
      'eq call',
      'tr call',
      '~ broken',
      '"open text',
    ])
  })

  it('is wrong only where something stands', () => {
    expect(findingsOf('  ')).toEqual([])
    expect(findingsOf('severity = 1')).toHaveLength(1)
    expect(keywordsProblem('')).toBe('')
    expect(keywordsProblem('a'.repeat(41))).toMatch(/^The search must have keywords of at most 40/)
  })

  it('every example of the help reads', () => {
    for (const { filter } of EXAMPLES) expect(findingsOf(filter)).toEqual([])
  })
})
