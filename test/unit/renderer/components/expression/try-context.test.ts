import { describe, expect, it } from 'vitest'
import { tellingParts, tryContext, tryFieldsOf } from '#ui/components/expression/try-context.ts'
import { compile, parse, test as truthOf, trace, type Dialect } from '#expression/index.ts'

const PERSON = { id: '00u1', profile: { login: 'ada@example.test', department: 'Sales' }, groups: [] }

function expressionOf(source: string, dialect: Dialect = 'condition') {
  const read = parse(source, dialect, { result: 'value' })
  if (!read.ok) throw new Error(read.problems[0]?.message)
  return read.expression
}

function truth(source: string, values: Record<string, string>, dialect: Dialect = 'condition') {
  const expression = expressionOf(source, dialect)
  return truthOf(compile(expression), tryContext(tryFieldsOf(expression), values, PERSON, 0))
}

describe('the fields of a trial', () => {
  it('are what the expression reads beside the person, once, of its kind', () => {
    const source =
      "user.profile.department == 'a' && device.profile.managed && security.risk.level == 'LOW' && session.amr.isEmpty() && device.profile.managed"
    expect(tryFieldsOf(expressionOf(source)).map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'device.profile.managed flag',
      'security.risk.level text',
      'session.amr list',
    ])
  })

  it('offer what is usual', () => {
    const [risk] = tryFieldsOf(expressionOf("security.risk.level == 'LOW'"))
    expect(risk?.choices).toEqual(['LOW', 'MEDIUM', 'HIGH'])
  })
})

describe('the context of a trial', () => {
  it('does not know what was not filled in', () => {
    expect(truth('device.profile.managed', {})).toBe('UNDEFINED')
    expect(truth('device.profile.managed', { 'device.profile.managed': 'true' })).toBe('MATCH')
    expect(truth('device.profile.managed', { 'device.profile.managed': 'false' })).toBe('NOT_MATCH')
  })

  it('reads lists with commas', () => {
    expect(truth("session.amr.contains('pwd')", { 'session.amr': 'mfa, pwd' })).toBe('MATCH')
  })

  it('reads numbers and truths where any value can stand, and texts where texts stand', () => {
    expect(truth('device.profile.osVersion > 14', { 'device.profile.osVersion': '15' })).toBe('MATCH')
    expect(truth("session.id == '15'", { 'session.id': '15' })).toBe('MATCH')
    expect(truth('accessRequest.fresh == true', { 'accessRequest.fresh': 'true' })).toBe('MATCH')
  })

  it('takes the login of the person unless another is typed in', () => {
    const source = "login.identifier == 'ada@example.test'"
    expect(truth(source, {})).toBe('MATCH')
    expect(truth(source, { 'login.identifier': 'bo@example.test' })).toBe('NOT_MATCH')
  })

  it('takes no values that the expression does not read', () => {
    expect(truth("user.profile.department == 'Sales'", { 'user.profile.department': 'Board' })).toBe('MATCH')
  })

  it('reads odd names as names', () => {
    expect(truth("accessRequest.__proto__ == 'x'", { 'accessRequest.__proto__': 'x' })).toBe('MATCH')
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })
})

describe('the parts of a trace', () => {
  it('leave out what is written out', () => {
    const traced = trace(compile(expressionOf("user.status == 'ACTIVE'")), { now: 0 })
    expect(tellingParts(traced).map(({ source }) => source)).toEqual(['user.status'])
  })
})
