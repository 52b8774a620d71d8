import { describe, expect, it } from 'vitest'
import { evaluate } from '#expression/evaluate.ts'
import { compile, parse, test as truthOf, trace, type Dialect, type ExpressionContext } from '#expression/index.ts'
import { displayValue } from '#expression/values.ts'
import { CASE_FILES, contextOf, DOCUMENTED_FILES, type ExpressionCase } from '../../helpers/expression-cases.ts'

/** What an expression comes to, in the shape of a case's expectation. */
function outcomeOf(each: ExpressionCase, dialect: Dialect, common: ExpressionContext) {
  const parsed = parse(each.expression, dialect, each.value === undefined ? {} : { result: 'value' })
  if (!parsed.ok) return { problem: parsed.problems.map(({ message }) => message).join(' | ') }
  const compiled = compile(parsed.expression)
  const context = contextOf(each, common)
  const [hint] = parsed.expression.hints.map(({ message }) => message)
  const told = each.hint === undefined ? {} : { hint }
  if (each.value !== undefined) return { value: displayValue(evaluate(compiled, context)), ...told }
  const { reason } = trace(compiled, context)
  return { truth: truthOf(compiled, context), ...(each.reason === undefined ? {} : { reason }) }
}

for (const { title, dialect, common, cases } of [...CASE_FILES, ...DOCUMENTED_FILES]) {
  describe(title, () => {
    it.each(cases)('$says', (each) => {
      const { truth, value, reason, problem, hint } = each
      const expected = Object.entries({ truth, value, reason, problem, hint }).filter(
        ([, expected]) => expected !== undefined,
      )
      expect(outcomeOf(each, dialect, common)).toEqual(Object.fromEntries(expected))
    })
  })
}

it('at least 150 cases speak for the language', () => {
  expect(CASE_FILES.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(150)
})

it('each documented example that does not hold here says why', () => {
  const outside = DOCUMENTED_FILES.flatMap(({ cases }) => cases).filter((each) => each.outside !== undefined)
  expect(outside.length).toBeGreaterThan(0)
  for (const { outside: why = '', expression } of outside) expect(why.length, expression).toBeGreaterThan(20)
})
