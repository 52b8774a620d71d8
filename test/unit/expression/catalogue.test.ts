import { describe, expect, it } from 'vitest'
import { ALL_COUNTRIES, findCountry } from '#contract/interface/countries.ts'
import {
  asksMembership,
  asksPerson,
  compile,
  EXPRESSION_CATALOGUE,
  parse,
  referencedGroupIds,
  referencedGroupNames,
  referencedPaths,
  relatedAsked,
  test as truthOf,
  tokenizeLeniently,
  trace,
  typeOfPath,
  type Dialect,
} from '#expression/index.ts'
import { print } from '../../helpers/expression-print.ts'
import { OBJECT_PATHS } from '#expression/objects.ts'
import { CASE_CONTEXT, CASE_FILES } from '../../helpers/expression-cases.ts'

const { objects, methods, functions, operators } = EXPRESSION_CATALOGUE

function expressionOf(source: string, dialect: Dialect = 'condition') {
  const parsed = parse(source, dialect, { result: 'value' })
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message)
  return parsed.expression
}

describe('the catalogue', () => {
  const accepted = CASE_FILES.flatMap(({ dialect, cases }) =>
    cases.filter(({ problem }) => problem === undefined).map(({ expression }) => ({ dialect, expression })),
  )
  const sources = accepted.map(({ expression }) => expression).join('\n')

  it.each(methods.map(({ name }) => name))('the method %s has a case', (name) => {
    expect(sources).toContain(`.${name}(`)
  })

  it.each(functions.map(({ name }) => name))('the function %s has a case', (name) => {
    expect(sources).toContain(`${name}(`)
  })

  const everyCase = CASE_FILES.flatMap(({ dialect, cases }) => cases.map((each) => ({ ...each, dialect })))
  const isWrong = ({ problem, reason }: (typeof everyCase)[number]) => problem !== undefined || reason !== undefined

  it.each([...methods, ...functions].map((entry) => [entry.signature, entry] as const))(
    '%s has a case that works and one that goes wrong with its message',
    (_, { name, on, dialects }) => {
      const call = new RegExp(`${on === null ? '(?<![.\\w])' : '\\.'}${name.replace('.', '\\.')}\\b`)
      const own = everyCase.filter(({ dialect, expression }) => dialects.includes(dialect) && call.test(expression))
      expect(own.some((each) => !isWrong(each) && each.truth !== 'UNDEFINED')).toBe(true)
      expect(own.some(isWrong)).toBe(true)
    },
  )

  it.each(objects.map((entry) => [entry.name, entry] as const))(
    '%s has a case that works and one that goes wrong with its message',
    (_, { name, dialects }) => {
      const fixed = name.split('.*')[0]?.replaceAll('.', '\\.') ?? ''
      const path = new RegExp(`(?<![.\\w])${fixed}\\b`)
      const own = everyCase.filter(({ dialect, expression }) => dialects.includes(dialect) && path.test(expression))
      expect(own.some((each) => !isWrong(each) && each.truth !== 'UNDEFINED')).toBe(true)
      expect(own.some(isWrong)).toBe(true)
    },
  )

  it.each(operators.map(({ name }) => name))('the operator %s has both too', (name) => {
    const sign = name === '? :' ? '?' : name
    const own = everyCase.filter(({ expression }) => tokenizeLeniently(expression).some(({ text }) => text === sign))
    expect(own.some((each) => !isWrong(each))).toBe(true)
    expect(own.some(isWrong)).toBe(true)
  })

  it('every object has a case', () => {
    const read = new Set(
      accepted.flatMap(({ dialect, expression }) => {
        const tokens = tokenizeLeniently(expression).map(({ text }) => text)
        return OBJECT_PATHS.filter(({ path, dialects }) => {
          const expected = path
            .split('.')
            .flatMap((step) => ['.', step])
            .slice(1)
          const starts = tokens.flatMap((text, index) => (text === expected[0] ? [index] : []))
          const fits = (start: number) =>
            expected.every((step, index) => step.startsWith('*') || tokens[start + index] === step)
          return dialects.includes(dialect) && starts.some(fits)
        }).map(({ path }) => path)
      }),
    )
    expect(objects.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([])
  })

  it('names everything once and says what it is for in one sentence', () => {
    const entries = [...objects, ...methods, ...functions, ...operators]
    const keys = entries.map(({ name, on, signature }) => (on ? signature.split('(')[0] : name))
    expect(keys).toHaveLength(new Set(keys).size)
    expect(entries.filter(({ help }) => !/^[A-Za-z].*\.$/.test(help) || help.includes('\n'))).toEqual([])
    expect(entries.filter(({ dialects }) => dialects.length === 0)).toEqual([])
  })

  it('holds the methods of the language and no others', () => {
    const list = (type: string) => methods.flatMap(({ name, on }) => (on === type ? [name] : [])).sort()
    expect(list('list')).toEqual(['add', 'contains', 'flatten', 'isEmpty', 'remove', 'size'])
    expect(list('user')).toEqual(['getGroups', 'getInternalProperty', 'getLinkedObject', 'isMemberOf'])
    expect(list('country')).toEqual(['toAlpha2', 'toAlpha3', 'toName', 'toNumeric'])
  })
})

describe('countries', () => {
  it('are the 249 of ISO 3166-1, with well-formed and distinct codes', () => {
    expect(ALL_COUNTRIES).toHaveLength(249)
    for (const key of ['alpha2', 'alpha3', 'numeric', 'name'] as const)
      expect(new Set(ALL_COUNTRIES.map((country) => country[key])).size).toBe(249)
    expect(ALL_COUNTRIES.filter(({ alpha2 }) => !/^[A-Z]{2}$/.test(alpha2))).toEqual([])
    expect(ALL_COUNTRIES.filter(({ alpha3 }) => !/^[A-Z]{3}$/.test(alpha3))).toEqual([])
    expect(ALL_COUNTRIES.filter(({ numeric }) => !/^\d{3}$/.test(numeric))).toEqual([])
  })

  it('are known by the same codes to the platform', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(ALL_COUNTRIES.filter(({ alpha2 }) => !names.of(alpha2))).toEqual([])
  })

  it('are found by any of their names, whatever the case', () => {
    for (const country of ALL_COUNTRIES)
      for (const key of [country.alpha2, country.alpha3.toLowerCase(), country.numeric, country.name.toUpperCase()])
        expect(findCountry(key)).toBe(country)
  })
})

describe('references', () => {
  it('lists paths once, in source order', () => {
    const source = 'user.profile.b == user.profile.a || user.profile.b == device.profile.managed'
    expect(referencedPaths(expressionOf(source))).toEqual([
      'user.profile.b',
      'user.profile.a',
      'device.profile.managed',
    ])
  })

  it('names Classic attributes as conditions do', () => {
    expect(referencedPaths(expressionOf('user.department + org.domain', 'classic'))).toEqual([
      'user.profile.department',
      'org.domain',
    ])
  })

  it('lists group ids that are written out', () => {
    const source =
      "user.isMemberOf({'group.id': {'00g1', '00g2'}}) || user.isMemberOf({'group.id': '00g1'}, {'group.type': 'x'})"
    expect(referencedGroupIds(expressionOf(source))).toEqual(['00g1', '00g2'])
    expect(referencedGroupIds(expressionOf("isMemberOfAnyGroup('00g3', '00g4')", 'classic'))).toEqual(['00g3', '00g4'])
    const listed = expressionOf("getFilteredGroups({'00g5', '00g6'}, 'group.name', 40)", 'classic')
    expect(referencedGroupIds(listed)).toEqual(['00g5', '00g6'])
    expect(referencedGroupNames(listed)).toEqual({ texts: [], patterns: [], anything: false })
  })

  it.each([
    ['isMemberOfGroupName("Crew")', { texts: ['Crew'], patterns: [], anything: false }],
    ['isMemberOfGroupNameRegex("^Eng.*")', { texts: [], patterns: ['^Eng.*'], anything: false }],
    ['isMemberOfGroupNameStartsWith(user.department)', { texts: [], patterns: [], anything: true }],
    ['isMemberOfGroup("00g1")', { texts: [], patterns: [], anything: false }],
    ['isMemberOfGroup(user.division)', { texts: [], patterns: [], anything: true }],
    ['user.department == "Crew"', { texts: [], patterns: [], anything: false }],
  ])('knows how %s asks for groups', (source, asked) => {
    expect(referencedGroupNames(expressionOf(source, 'group-rule'))).toEqual(asked)
  })
})

describe('what is looked up beside the person', () => {
  it.each([
    ['user.department', {}],
    ["getManagerUser('directory_service').firstName", { manager: true }],
    ["getAssistantAppUser('directory_service', 'crm').a", { assistant: true, apps: ['crm'] }],
    ["getManagerAppUser('directory_service', user.a).b", { manager: true }],
    ["hasHrUser() ? findHrUser().a : ''", { sources: true }],
  ])('%s', (source, asked) => {
    const nothing = { manager: false, assistant: false, sources: false, apps: [] }
    expect(relatedAsked([expressionOf(source, 'classic')])).toEqual({ ...nothing, ...asked })
  })

  it('is no membership', () => {
    expect(asksMembership(expressionOf("getManagerUser('directory_service') == null", 'classic'))).toBe(false)
  })
})

describe('whether a person is asked', () => {
  it.each([
    ["user.profile.department == 'Sales'", 'condition', true],
    ["user.isMemberOf({'group.type': 'x'})", 'condition', true],
    ['device.profile.managed', 'condition', false],
    ["isMemberOfGroup('00g1')", 'classic', true],
    ["Groups.contains('SVC', 'a', 1)", 'classic', true],
    ['user.department', 'classic', true],
    ["getManagerUser('directory_service')", 'classic', true],
    ['hasHrUser()', 'classic', true],
    ["String.contains('a', 'b')", 'classic', false],
    ["event.eventType == 'x'", 'event-filter', false],
  ] as const)('%s', (source, dialect, asked) => {
    const read = parse(source, dialect, { result: 'value' })
    expect(read.ok && asksPerson(read.expression)).toBe(asked)
  })

  it('what a path gives is known', () => {
    const expression = expressionOf('device.profile.managed || security.behaviors.isEmpty()')
    expect(referencedPaths(expression).map((path) => typeOfPath(expression, path))).toEqual(['boolean', 'list'])
  })
})

describe('tokens of what is half written', () => {
  const kinds = (source: string) => tokenizeLeniently(source).map(({ kind, text }) => `${kind} ${text}`)

  it('a text without its end reaches to the end', () => {
    expect(kinds("a == 'b c")).toEqual(['name a', 'symbol ==', "broken 'b c"])
  })

  it('what follows something broken is still read', () => {
    expect(kinds("a § 'x\\q' == 12ab")).toEqual(['name a', 'broken §', "broken 'x\\q'", 'symbol ==', 'broken 12ab'])
  })
})

describe('a known profile', () => {
  const profile = { department: 'text', level: 'number' } as const

  it('refuses attributes that it does not have', () => {
    const parsed = parse("user.profile.depatment == 'Sales'", 'condition', { profile })
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([
      'the profile has no attribute `depatment`; did you mean `department`? (at 1:1)',
    ])
  })

  it('gives attributes their types', () => {
    const parsed = parse("user.profile.level == 'Sales'", 'condition', { profile })
    expect(parsed.ok ? '' : parsed.problems[0]?.message).toContain('compares a number with text')
  })

  it('counts in Classic too', () => {
    expect(parse("user.depatment == 'Sales'", 'classic', { profile }).ok).toBe(false)
    expect(parse("user.department == 'Sales'", 'classic', { profile }).ok).toBe(true)
  })
})

describe('a trace', () => {
  const traced = (source: string) => trace(compile(expressionOf(source)), CASE_CONTEXT)

  it('holds every sub-expression with its place and value', () => {
    const root = traced('user.profile.level > 2 && !device.profile.managed')
    expect(root).toMatchObject({ kind: 'logical', status: 'NOT_MATCH', value: 'false', reason: null, skipped: false })
    const [order, not] = root.children
    expect(order).toMatchObject({ source: 'user.profile.level > 2', start: 0, end: 22, status: 'MATCH' })
    expect(order?.children.map(({ source, value, status }) => [source, value, status])).toEqual([
      ['user.profile.level', '3', null],
      ['2', '2', null],
    ])
    expect(not?.children[0]).toMatchObject({ source: 'device.profile.managed', status: 'MATCH' })
  })

  it('says what was not needed, and what it would have been', () => {
    const [, right] = traced("false && user.status == 'ACTIVE'").children
    expect(right).toMatchObject({ skipped: true, status: 'MATCH', reason: 'not needed: what stands before it decides' })
  })

  it('says which branch was not taken', () => {
    expect(traced('true ? 1 : 2').children.map(({ skipped }) => skipped)).toEqual([false, false, true])
  })

  it('says where something is missing, at every level above', () => {
    const root = traced('user.profile.costCenter > 5 || device.profile.registered')
    expect(root).toMatchObject({ status: 'UNDEFINED', reason: 'user.profile.costCenter has no value' })
    expect(root.children[1]).toMatchObject({ reason: 'the context does not hold device.profile.registered' })
    expect(root.children[0]?.children[0]).toMatchObject({ value: 'null', status: null })
  })

  it('names types that do not fit', () => {
    expect(traced('user.profile.department > 5').reason).toBe(
      'user.profile.department > 5 cannot be decided for text and a number',
    )
    expect(traced('user.profile.level.toUpperCase()').reason).toBe('toUpperCase has no answer for a number')
  })

  it('can be written as JSON', () => {
    const root = traced("user.getGroups({'group.id': 'x'}).isEmpty() && user.created.withinDays(1)")
    expect(JSON.parse(JSON.stringify(root))).toEqual(root)
  })
})

describe('several problems', () => {
  it('of types are reported together, each at its own place', () => {
    const parsed = parse("usr.x == 1 && user.status > 1 && 'a'.foo()")
    expect(parsed.ok ? [] : parsed.problems.map(({ column }) => column)).toEqual([1, 15, 38])
  })

  it('places count lines and columns from 1 and offsets from 0', () => {
    const parsed = parse('true\n&&  nope.x')
    expect(parsed.ok ? null : parsed.problems[0]).toMatchObject({ start: 9, end: 15, line: 2, column: 5 })
  })
})

describe('expressions of everyday use', () => {
  it.each([
    `user.profile.department == "Sales" && user.isMemberOf({'group.profile.name':'Contractors'})`,
    "user.isMemberOf({'group.profile.name': 'West Coast Users', 'operator': 'EXACT'}) && security.risk.level != 'LOW'",
    "(user.status == 'ACTIVE' OR user.status == 'RECOVERY') AND !user.profile.isContractor",
    "device.profile.managed && user.passwordChanged.withinDays(90) && login.identifier.contains('@')",
  ])('%s', (source) => {
    const expression = expressionOf(source)
    expect(truthOf(compile(expression), CASE_CONTEXT)).toBe('MATCH')
    expect(truthOf(compile(expressionOf(print(expression.root))), CASE_CONTEXT)).toBe('MATCH')
  })
})
