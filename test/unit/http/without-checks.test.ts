import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from '../../../src-server/contract/route.ts'
import { ROUTES } from '../../../src-server/contract/routes/index.ts'
import { withoutChecks } from '../../../src-server/http/middleware/without-checks.ts'

const parsed = (schema: z.ZodType, value: unknown) => withoutChecks(schema).parse(value)
const refuses = (schema: z.ZodType, value: unknown) =>
  expect(withoutChecks(schema).safeParse(value).success).toBe(false)

describe('a schema without its checks', () => {
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

  it('can be made of every reply', () => {
    for (const route of Object.values<Route>(ROUTES))
      for (const schema of Object.values(route.responses)) if (schema) expect(withoutChecks(schema)).not.toBe(schema)
  })
})
