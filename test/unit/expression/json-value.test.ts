import { describe, expect, it } from 'vitest'
import { compile, jsonOf, parse, type ExpressionContext } from '#expression/index.ts'

const CONTEXT: ExpressionContext = {
  now: Date.UTC(2026, 0, 2),
  user: { profile: { login: 'ada', age: 36, isAdmin: false, tags: ['a', null, 'b'], none: [], city: null, blank: '' } },
  appuser: null,
}

function said(source: string) {
  const parsed = parse(source, 'classic', { result: 'value' })
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join())
  return jsonOf(compile(parsed.expression), CONTEXT)
}

describe('an expression as JSON', () => {
  it.each([
    ['user.login', 'ada'],
    ['user.age', 36],
    ['user.isAdmin', false],
    ['user.tags', ['a', 'b']],
    ['{1, "x"}', [1, 'x']],
    ['Iso3166Convert.toAlpha3("CH")', 'CHE'],
  ])('%s keeps its type', (source, value) => {
    expect(said(source)).toEqual({ value })
  })

  it.each([
    ['user.city', 'user.city has no value'],
    ['user.blank', 'user.blank has no value'],
    ['user.none', 'user.none has no value'],
    ['app.name', 'app.name: the context does not hold app.name'],
    ['appuser.userName', 'appuser.userName: the context does not hold appuser.userName'],
    ['Convert.toInt(user.login)', expect.stringContaining('Convert.toInt')],
  ])('%s is nothing, and says why', (source, missing) => {
    expect(said(source)).toEqual({ missing })
  })
})
