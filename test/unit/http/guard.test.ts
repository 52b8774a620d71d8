import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, type Route } from '#contract/interface/route.ts'
import { pathText, toCauses } from '#contract/interface/schema-causes.ts'
import { ContractError, guardOut } from '#http/middleware/guard.ts'

const route = defineRoute({
  method: 'GET',
  path: '/api/v1/things',
  summary: 'Read a thing',
  tag: 'Things',
  auth: 'public',
  responses: { 200: z.object({ id: z.string(), parts: z.array(z.object({ name: z.string() })).optional() }) },
}) as unknown as Route
const silent = { ...route, responses: { 204: null } }

describe('the place of a fault', () => {
  it('is written as administrators write it', () => {
    expect(pathText(['conditions', 'people', 'include', 2, 'id'])).toBe('conditions.people.include[2].id')
    expect(pathText([0, 'name'])).toBe('[0].name')
    expect(pathText([])).toBe('')
  })

  it('of an unknown key is the key, not its parent', () => {
    const result = z.strictObject({ a: z.strictObject({ b: z.string() }) }).safeParse({ a: { c: 1, d: 2 }, e: 3 })
    const causes = toCauses(result.error as z.ZodError, 'body')
    expect(causes.map((cause) => cause.location)).toEqual(['a.b', 'a.c', 'a.d', 'e'])
    expect(causes.at(-1)).toEqual({ errorSummary: 'e: is not known here', location: 'e', locationType: 'body' })
  })

  it('of the whole body is the body', () => {
    const result = z.object({}).safeParse([])
    expect(toCauses(result.error as z.ZodError, 'body')[0]).toMatchObject({ location: 'body' })
  })
})

describe('the outgoing guard', () => {
  it('lets out what is declared, and strips the rest', () => {
    const body = { id: 'x', secret: 's', parts: [{ name: 'n', secret: 's' }] }
    expect(guardOut(route, 200, body, false)).toEqual({ id: 'x', parts: [{ name: 'n' }] })
  })

  it('fails in tests on what is not declared, however deep', () => {
    expect(() => guardOut(route, 200, { id: 'x', secret: 's' }, true)).toThrow(/undeclared secret/)
    const body = { id: 'x', parts: [{ name: 'n' }, { name: 'n', secret: null }] }
    expect(() => guardOut(route, 200, body, true)).toThrow(/undeclared parts\.1\.secret/)
    expect(guardOut(route, 200, { id: 'x', parts: undefined }, true)).toEqual({ id: 'x' })
  })

  it('fails on a status, a shape or a body that is not declared', () => {
    expect(() => guardOut(route, 201, { id: 'x' }, false)).toThrow(ContractError)
    expect(() => guardOut(route, 200, { id: 7 }, false)).toThrow(ContractError)
    expect(() => guardOut(silent, 204, { id: 'x' }, false)).toThrow(ContractError)
    expect(guardOut(silent, 204, undefined, true)).toBeUndefined()
  })
})
