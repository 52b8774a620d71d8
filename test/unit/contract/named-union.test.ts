import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namedUnion } from '#contract/interface/named-union.ts'
import { declares } from '#contract/interface/schema-tree.ts'
import { reduceBody } from '#http/middleware/lenient-body.ts'

const one = z.strictObject({ kind: z.literal('a'), name: z.literal('one'), size: z.int() })
const other = z.strictObject({ kind: z.literal('a'), name: z.string().min(1).optional(), colour: z.string() })
const union = namedUnion('name', [one], other)

describe('a union whose option is found by a name', () => {
  it('reads a value by the option of its name, else by the one for all others', () => {
    expect(union.parse({ kind: 'a', name: 'one', size: 1 })).toEqual({ kind: 'a', name: 'one', size: 1 })
    for (const name of [{}, { name: 'two' }])
      expect(union.parse({ kind: 'a', colour: 'red', ...name })).toEqual({ kind: 'a', colour: 'red', ...name })
  })

  it.each([
    [{ kind: 'a', name: 'one', colour: 'red' }, ['size']],
    [{ kind: 'a', name: 'two', size: 1 }, ['colour']],
    [{ kind: 'a', name: '', colour: 'red' }, ['name']],
    [{ kind: 'a', name: 7, colour: 'red' }, ['name']],
  ])('names the field that is wrong in %j', (value, path) => {
    expect(union.safeParse(value).error?.issues[0]?.path).toEqual(path)
  })

  it.each([null, 'text', 7, undefined])('refuses %j', (value) => {
    expect(union.safeParse(value).success).toBe(false)
  })

  it('is told apart by constants that all of its options share', () => {
    const more = z.object({ kind: z.literal('b') })
    const outer = z.discriminatedUnion('kind', [union as unknown as z.ZodObject, more])
    expect(outer.parse({ kind: 'a', name: 'one', size: 1 })).toEqual({ kind: 'a', name: 'one', size: 1 })
    expect(outer.parse({ kind: 'b' })).toEqual({ kind: 'b' })
    expect(outer.safeParse({ kind: 'a', name: 'two' }).error?.issues[0]?.path).toEqual(['colour'])
  })

  it('stays one when it is described, and is documented as any of its options', () => {
    const described = union.meta({ title: 'Named' })
    expect(described.safeParse({ kind: 'a', name: 'one' }).error?.issues[0]?.path).toEqual(['size'])
    expect(z.toJSONSchema(described)).toMatchObject({ title: 'Named', anyOf: [{}, {}] })
  })

  it('leaves out of a body what the option of its name does not know', () => {
    const { body, ignored } = reduceBody(
      { schema: union, replies: [], strict: false },
      { kind: 'a', name: 'one', size: 1, colour: 'red' },
    )
    expect([body, ignored.unknown]).toEqual([{ kind: 'a', name: 'one', size: 1 }, [['colour']]])
    expect(declares(union, ['colour'], { name: 'one' })).toBe(false)
    expect(declares(union, ['colour'], { name: 'two' })).toBe(true)
    expect(declares(union, ['colour'], undefined)).toBe(true)
  })
})
