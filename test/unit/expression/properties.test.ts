import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '#expression/evaluate.ts'
import { compile, parse, test as truthOf, trace, type Dialect, type Node } from '#expression/index.ts'
import { displayValue, UNDEFINED } from '#expression/values.ts'
import { print } from '../../helpers/expression-print.ts'
import { ConversionError, type Value } from '#expression/values.ts'
import { conditionSources, contexts, valueSources } from '../../helpers/expression-arbitraries.ts'
import { naiveEvaluate } from '../../helpers/naive-expression.ts'
import { runs } from '../../helpers/runs.ts'

function compiledFrom(source: string, dialect: Dialect = 'condition') {
  const parsed = parse(source, dialect, { result: 'value' })
  if (!parsed.ok) throw new Error(`${source}: ${parsed.problems.map(({ message }) => message).join('; ')}`)
  return compile(parsed.expression)
}

/** A tree without its places. */
function shape(node: Node): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (/^(start|end|\w*[sS]pan)$/.test(key) ? undefined : value)),
  )
}

describe('for random expressions and contexts', () => {
  it('what is printed reads back as the same tree', () => {
    fc.assert(
      fc.property(conditionSources, ({ source, dialect, node }) => {
        const { root } = compiledFrom(source, dialect).expression
        expect(shape(root)).toEqual(shape(node))
        expect(shape(compiledFrom(print(root), dialect).expression.root)).toEqual(shape(root))
        expect(print(root)).toBe(source)
      }),
      { numRuns: runs(2) },
    )
  })

  it('the compiled expression and a naive walk of the tree agree', () => {
    fc.assert(
      fc.property(conditionSources, contexts, ({ source, dialect }, context) => {
        const compiled = compiledFrom(source, dialect)
        expect(displayValue(evaluate(compiled, context))).toBe(displayValue(naive(compiled.expression, context)))
      }),
      { numRuns: runs(2) },
    )
  })

  it("the trace's root says what the test says, and no part is left out", () => {
    fc.assert(
      fc.property(conditionSources, contexts, ({ source, dialect }, context) => {
        const compiled = compiledFrom(source, dialect)
        const traced = trace(compiled, context)
        expect(traced.status).toBe(truthOf(compiled, context))
        expect(traced.value).toBe(displayValue(evaluate(compiled, context)))
        expect(traced.source).toBe(source)
        if (traced.status === 'UNDEFINED' && traced.value === 'undefined') expect(traced.reason).toBeTypeOf('string')
      }),
      { numRuns: runs(2) },
    )
  })

  it('the same input gives the same output', () => {
    fc.assert(
      fc.property(conditionSources, contexts, ({ source, dialect }, context) => {
        const compiled = compiledFrom(source, dialect)
        expect(truthOf(compiled, structuredClone(context))).toBe(truthOf(compiled, context))
      }),
      { numRuns: runs(0.5) },
    )
  })

  it('an empty context decides nothing about paths alone', () => {
    fc.assert(
      fc.property(valueSources, (source) => {
        const value = evaluate(compiledFrom(`(${source}) == "surely not"`), { now: 0 })
        expect([true, false, UNDEFINED]).toContain(value)
        expect(value).not.toBe(true)
      }),
      { numRuns: runs(0.5) },
    )
  })
})

function naive(expression: Parameters<typeof naiveEvaluate>[0], context: Parameters<typeof naiveEvaluate>[1]): Value {
  try {
    return naiveEvaluate(expression, context)
  } catch (error) {
    if (error instanceof ConversionError) return UNDEFINED
    throw error
  }
}

describe("Kleene's laws", () => {
  const truths = fc.constantFrom('true', 'false', 'device.profile.registered')
  const verdict = (source: string) => truthOf(compiledFrom(source), { now: 0 })
  const law = (name: string, left: (...of: string[]) => string, right: (...of: string[]) => string) =>
    it(name, () => {
      fc.assert(
        fc.property(truths, truths, truths, (a, b, c) => {
          expect(verdict(left(a, b, c))).toBe(verdict(right(a, b, c)))
        }),
      )
    })

  law(
    'two nots cancel out',
    (a) => `!!${a}`,
    (a) => `${a} && true`,
  )
  law(
    'and is commutative',
    (a, b) => `${a} && ${b}`,
    (a, b) => `${b} && ${a}`,
  )
  law(
    'or is commutative',
    (a, b) => `${a} || ${b}`,
    (a, b) => `${b} || ${a}`,
  )
  law(
    'and is associative',
    (a, b, c) => `(${a} && ${b}) && ${c}`,
    (a, b, c) => `${a} && (${b} && ${c})`,
  )
  law(
    'or is associative',
    (a, b, c) => `(${a} || ${b}) || ${c}`,
    (a, b, c) => `${a} || (${b} || ${c})`,
  )
  law(
    'brackets do not matter within one operator',
    (a, b, c) => `${a} || ${b} || ${c}`,
    (a, b, c) => `${a} || (${b} || ${c})`,
  )
  law(
    'and distributes over or',
    (a, b, c) => `${a} && (${b} || ${c})`,
    (a, b, c) => `${a} && ${b} || ${a} && ${c}`,
  )
  law(
    'or distributes over and',
    (a, b, c) => `${a} || ${b} && ${c}`,
    (a, b, c) => `(${a} || ${b}) && (${a} || ${c})`,
  )
  law(
    'De Morgan for and',
    (a, b) => `!(${a} && ${b})`,
    (a, b) => `!${a} || !${b}`,
  )
  law(
    'De Morgan for or',
    (a, b) => `!(${a} || ${b})`,
    (a, b) => `!${a} && !${b}`,
  )
  law(
    'false absorbs in and',
    (a) => `${a} && false`,
    () => 'false && true',
  )
  law(
    'true absorbs in or',
    (a) => `${a} || true`,
    () => 'true || false',
  )
})
