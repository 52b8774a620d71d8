import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '#contract/interface/canonical.ts'
import { passwordSettingsSchema } from '#contract/policy/settings.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { copyName, policyBody } from '#ui/features/policies/write-bodies.ts'
import { jsonPositions, nearestSpan } from '#ui/components/editor/json-positions.ts'
import { PASSWORD_SECTIONS } from '#ui/features/policies/policy/password-fields.ts'
import { methodEntry, methodText } from '#ui/features/policies/rule/actions/factor-options.ts'
import { changesBetween } from '#ui/domain/changes.ts'
import { choiceOf, periodOf, PERIOD_UNITS } from '#ui/lib/period.ts'
import { sentenceOf } from '#ui/domain/rule-sentence.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { ordinal, someNames, withoutPath } from '#ui/features/policies/policy-text.ts'
import { runs } from '../../../helpers/runs.ts'

describe('trees', () => {
  it('setting a path changes it alone, and leaves the original as it was', () => {
    const from = { a: { b: 1, c: [1] }, d: null }
    expect(setIn(from, 'a.b', 2)).toEqual({ a: { b: 2, c: [1] }, d: null })
    expect(setIn(from, 'd.e', 2)).toEqual({ a: { b: 1, c: [1] }, d: { e: 2 } })
    expect(setIn(from, 'a.b', undefined)).toEqual({ a: { c: [1] }, d: null })
    expect(from).toEqual({ a: { b: 1, c: [1] }, d: null })
  })

  it('equal values have equal texts, whatever the order of keys', () => {
    expect(canonical({ a: 1, b: { d: 2, c: 3 } })).toBe(canonical({ b: { c: 3, d: 2 }, a: 1 }))
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]))
  })
})

describe('differences', () => {
  it('name the field, with before and after', () => {
    expect(changesBetween({ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } })).toEqual([{ path: 'a.c', before: 2, after: 3 }])
  })

  it('of a list of ids are what it gains and loses', () => {
    expect(changesBetween({ groups: ['a', 'b'] }, { groups: ['b', 'c'] })).toEqual([
      { path: 'groups', added: ['c'], removed: ['a'] },
    ])
    expect(changesBetween({}, { groups: ['c'] })).toEqual([{ path: 'groups', added: ['c'], removed: [] }])
  })

  it('null, absence and another order of ids are none', () => {
    expect(changesBetween({ a: null, b: ['x', 'y'] }, { b: ['y', 'x'] })).toEqual([])
  })

  it('there is one for whatever is not equal, and none for what is', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), (value) => {
        expect(changesBetween(value, structuredClone(value))).toEqual([])
        expect(changesBetween({ ...value, extra: 1 }, { ...value, extra: 2 })).toEqual([
          { path: 'extra', before: 1, after: 2 },
        ])
      }),
    )
  })
})

describe('periods', () => {
  it('are written as they were read', () => {
    const amounts = fc.record({
      mode: fc.constant('after' as const),
      amount: fc.integer({ min: 1, max: 9_999 }),
      unit: fc.constantFrom(...PERIOD_UNITS),
    })
    fc.assert(
      fc.property(amounts, (choice) => {
        const period = periodOf(choice)
        if (period !== 'PT43800H') expect(choiceOf(period)).toEqual(choice)
      }),
    )
  })

  it.each([
    ['PT0S', 'always'],
    ['PT0M', 'always'],
    ['PT43800H', 'never'],
    ['PT12H', 'after'],
    ['P2W', 'after'],
    ['P1DT30M', 'custom'],
    ['half an hour', 'custom'],
    ['', 'custom'],
  ])('%s is shown as %s', (period, mode) => {
    expect(choiceOf(period).mode).toBe(mode)
  })

  it('a period that no single unit says keeps its text', () => {
    for (const text of ['P1DT30M', 'P3M', 'nonsense']) expect(periodOf(choiceOf(text))).toBe(text)
  })
})

describe('places in a JSON text', () => {
  it('every value is found where it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (drawn, indent) => {
        const value = JSON.parse(JSON.stringify(drawn)) as unknown
        const text = JSON.stringify(value, null, indent)
        for (const [path, { from, to }] of jsonPositions(text)) {
          expect(JSON.parse(text.slice(from, to))).toEqual(path === '' ? value : getIn(value, path))
        }
      }),
      { numRuns: runs(0.3) },
    )
  })

  it('what is inside a key without a name has no place, and takes none from others', () => {
    const text = '{"0":{},"":["x"],"a.b":1,"a":{"b":2}}'
    const places = [...jsonPositions(text)].map(([path, { from, to }]) => [path, text.slice(from, to)])
    expect(places).toEqual([
      ['0', '{}'],
      ['a.b', '2'],
      ['a', '{"b":2}'],
      ['', text],
    ])
  })

  it('what is missing is shown at what should hold it', () => {
    const text = '{ "actions": { "signon": { "access": "ALLOW" } } }'
    const { from, to } = nearestSpan(jsonPositions(text), 'actions.signon.session.maxSessionIdleMinutes')
    expect(text.slice(from, to)).toBe('{ "access": "ALLOW" }')
    expect(nearestSpan(jsonPositions(text), 'name')).toEqual({ from: 0, to: text.length })
  })
})

describe('sentences', () => {
  it('a rule without conditions is for anyone', () => {
    expect(sentenceOf('SVC_SIGN_ON', { conditions: null, actions: { signon: { access: 'DENY' } } })).toEqual({
      when: [],
      then: ['deny'],
    })
  })

  it('an expression does not say "if when"', () => {
    const { when } = sentenceOf('ACCESS_POLICY', { conditions: { elCondition: { condition: 'true' } }, actions: {} })
    expect(String(when[0]?.[0])).not.toMatch(/^when/)
  })

  it('a draft that cannot be read gives words instead of an exception', () => {
    expect(sentenceOf('SVC_SIGN_ON', { conditions: { people: 7 }, actions: {} }).then).toEqual([])
    expect(() =>
      sentenceOf('ACCESS_POLICY', { conditions: { platform: { include: 'x' } }, actions: null }),
    ).not.toThrow()
  })
})

describe('the form of password settings', () => {
  it('shows every setting that the schema knows', () => {
    const leaves = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
        : [path]
    const shown = new Set(PASSWORD_SECTIONS.flatMap((section) => section.fields.map((field) => field.path)))
    expect([...shown].sort()).toEqual(leaves(passwordSettingsSchema.parse({}), '').sort())
  })
})

describe('small words', () => {
  it('a copy gets a name that is free', () => {
    expect(copyName('Staff', [])).toBe('Copy of Staff')
    expect(copyName('Staff', ['Copy of Staff', 'Copy of Staff 2'])).toBe('Copy of Staff 3')
  })

  it('a replacement sends what can be written, and settings only where there are some', () => {
    const policy = {
      id: 'p',
      type: 'SVC_SIGN_ON',
      name: 'n',
      status: 'ACTIVE',
      priority: 3,
      system: false,
      created: null,
      lastUpdated: null,
      _links: {},
    } as Policy
    expect(policyBody(policy, { priority: 1 })).toEqual({
      type: 'SVC_SIGN_ON',
      name: 'n',
      description: undefined,
      status: 'ACTIVE',
      priority: 1,
      conditions: undefined,
    })
  })

  it('authenticator methods are written as they were read', () => {
    for (const entry of [{ key: 'svc_verify' }, { key: 'svc_verify', method: 'push' }])
      expect(methodEntry(methodText(entry))).toEqual(entry)
  })

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [22, '22nd'],
    [113, '113th'],
  ])('%d is %s', (number, words) => {
    expect(ordinal(number)).toBe(words)
  })

  it('long lists of names are cut with a count', () => {
    expect(someNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
    expect(someNames(['a', 'b'])).toBe('a and b')
  })
})

describe('the service’s words', () => {
  it('lose the path that they begin with, and nothing else', () => {
    expect(
      withoutPath('conditions.people.groups.include: 00g1 (UserGroup) does not exist; name: must not be empty'),
    ).toBe('00g1 (UserGroup) does not exist; must not be empty')
    expect(withoutPath('must be one of: ALLOW, DENY')).toBe('must be one of: ALLOW, DENY')
  })
})
