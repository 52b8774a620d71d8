import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { isMedia } from '#contract/interface/content-types.ts'
import { MISMATCH, projectionOf } from '#http/middleware/projection.ts'

const parsed = (schema: z.ZodType, value: unknown) => projectionOf(schema)(value)
const refuses = (schema: z.ZodType, value: unknown) => expect(projectionOf(schema)(value)).toBe(MISMATCH)

describe('the projection of a schema', () => {
  it('asks for no length, pattern, bound or agreement, at any depth', () => {
    const schema = z
      .strictObject({
        name: z.string().min(3).regex(/^x/),
        count: z.int().max(5).optional(),
        list: z.array(z.union([z.string().max(1), z.null()])).min(1),
        map: z.record(z.string(), z.number().min(1)),
      })
      .refine(() => false, 'never')
    const value = { name: '', count: 9, list: ['long'], map: { a: -1 } }
    expect(schema.safeParse(value).success).toBe(false)
    expect(parsed(schema, value)).toEqual(value)
    expect(parsed(schema, { ...value, list: [] })).toEqual({ ...value, list: [] })
  })

  it('tells a variant by its absence, where the discriminator has a default', () => {
    const first = z.strictObject({ type: z.literal('A').optional().default('A'), a: z.number() })
    const schema = z.discriminatedUnion('type', [first, z.strictObject({ type: z.literal('B'), b: z.number() })])
    expect(parsed(schema, { a: 1 })).toEqual({ type: 'A', a: 1 })
    expect(parsed(schema, { type: 'B', b: 2 })).toEqual({ type: 'B', b: 2 })
    refuses(schema, { b: 2 })
  })

  it('still wants the types, the values of a choice and the keys, and strips what is not declared', () => {
    const schema = z.object({ kind: z.enum(['a', 'b']), inner: z.strictObject({ yes: z.boolean() }).nullable() })
    expect(parsed(schema, { kind: 'a', inner: null, more: 1 })).toEqual({ kind: 'a', inner: null })
    refuses(schema, { kind: 'c', inner: null })
    refuses(schema, { kind: 'a', inner: { yes: 1 } })
    refuses(schema, { kind: 'a', inner: { yes: true, no: false } })
    refuses(schema, { kind: 'a' })
  })

  it('fills defaults, tells variants apart, and follows itself', () => {
    interface Tree {
      leaves: string[]
      branches: Tree[]
    }
    const tree: z.ZodType<Tree> = z.object({
      leaves: z.array(z.string().max(1)).default([]),
      branches: z.array(z.lazy(() => tree)),
    })
    const variants = z.discriminatedUnion('type', [
      z.object({ type: z.literal('tree'), tree }),
      z.object({ type: z.literal('stone'), weight: z.number().max(1) }),
    ])
    expect(parsed(variants, { type: 'stone', weight: 9 })).toEqual({ type: 'stone', weight: 9 })
    expect(parsed(variants, { type: 'tree', tree: { branches: [{ leaves: ['long'], branches: [] }] } })).toEqual({
      type: 'tree',
      tree: { leaves: [], branches: [{ leaves: ['long'], branches: [] }] },
    })
    refuses(variants, { type: 'cloud' })
  })

  it('keeps what an open object or a map holds, whatever its name, and replaces what a catch covers', () => {
    const schema = z.looseObject({ known: z.string().catch('else') })
    expect(parsed(schema, { known: 7, more: [1] })).toEqual({ known: 'else', more: [1] })
    const map = parsed(z.record(z.string(), z.number()), JSON.parse('{"__proto__": 1}'))
    expect(JSON.stringify(map)).toBe('{"__proto__":1}')
  })

  it('gives a default of a default, and leaves out what is absent', () => {
    const schema = z.object({ a: z.object({ b: z.int().default(1) }).prefault({}), c: z.string().optional() })
    expect(parsed(schema, {})).toEqual({ a: { b: 1 } })
    expect(Object.keys(parsed(schema, { c: undefined }) as object)).toEqual(['a'])
  })

  it('exists for every reply', () => {
    for (const route of Object.values<Route>(ROUTES))
      for (const schema of Object.values(route.responses))
        if (schema && !isMedia(schema)) expect(projectionOf(schema)).toBeTypeOf('function')
  })
})
