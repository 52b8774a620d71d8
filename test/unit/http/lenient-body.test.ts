import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { meantEmpty, neverEmpty, schemaGoverned } from '#contract/interface/lenience.ts'
import { reduceBody } from '#http/middleware/lenient-body.ts'

/** What a schema gets of a body, and the paths that were left out. */
function read(schema: z.ZodType, body: unknown, { strict = false, replies = [] as z.ZodType[] } = {}) {
  const { body: reduced, ignored } = reduceBody({ schema, replies, strict }, body)
  const paths = (list: readonly PropertyKey[][]) => list.map((path) => path.join('.'))
  return { reduced, unknown: paths(ignored.unknown), readOnly: paths(ignored.readOnly) }
}

const inner = z.strictObject({ name: z.string(), note: z.string().nullable().optional() })

describe('a key that no one knows', () => {
  it('is left out and named, at any depth, in strict and in plain objects', () => {
    const schema = z.object({ list: z.array(z.object({ inner })), word: z.string() })
    const body = { word: 'w', wrod: 1, list: [{ inner: { name: 'n', nmae: {} } }, { more: [], inner: { name: 'm' } }] }
    expect(read(schema, body)).toEqual({
      reduced: { word: 'w', list: [{ inner: { name: 'n' } }, { inner: { name: 'm' } }] },
      unknown: ['wrod', 'list.0.inner.nmae', 'list.1.more'],
      readOnly: [],
    })
  })

  it('is found behind defaults, unions, lazy schemas, transformations and what is done before', () => {
    const later: z.ZodType = z.strictObject({ next: z.lazy(() => later.optional()) })
    const schema = z.strictObject({
      a: z.strictObject({ yes: z.boolean().default(true) }).prefault({}),
      b: z.preprocess((given) => given, inner).transform(({ name }) => name),
      c: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('x'), x: z.string() }),
        z.strictObject({ kind: z.enum(['y', 'z']), y: z.string() }),
      ]),
      d: later,
    })
    const body = { a: { no: 1 }, b: { name: 'n', no: 2 }, c: { kind: 'z', y: 'y', x: 3 }, d: { next: { no: 4 } } }
    const { reduced, unknown } = read(schema, body)
    expect(unknown).toEqual(['a.no', 'b.no', 'c.x', 'd.next.no'])
    expect(schema.parse(reduced)).toEqual({ a: { yes: true }, b: 'n', c: { kind: 'z', y: 'y' }, d: {} })
  })

  it('in a union goes with the option that knows the most of it', () => {
    const schema = z.object({ it: z.union([z.strictObject({ a: z.string() }), inner.extend({ a: z.string() })]) })
    expect(read(schema, { it: { a: 'a', name: 'n', odd: 1 } }).unknown).toEqual(['it.odd'])
    const neither = { it: { name: 'n', odd: 1 } }
    expect(read(schema, neither)).toMatchObject({ reduced: neither, unknown: [] })
  })

  it('of a record by words of a choice is no word of it; any other record knows all', () => {
    const schema = z.object({
      some: z.partialRecord(z.enum(['a', 'b']), inner),
      all: z.record(z.string(), z.unknown()),
    })
    const body = { some: { a: { name: 'n', odd: 1 }, c: {} }, all: { x: { y: null } } }
    expect(read(schema, body)).toMatchObject({
      reduced: { some: { a: { name: 'n' } }, all: { x: { y: null } } },
      unknown: ['some.a.odd', 'some.c'],
    })
  })

  it('of an object that a schema of the organization governs stays, to be refused', () => {
    const governed = z
      .strictObject({ login: z.string() })
      .meta({ id: 'Governed' })
      .register(schemaGoverned, { governed: true })
    const schema = z.object({ profile: governed.optional() })
    const { reduced, unknown } = read(schema, { profile: { login: 'a', shoe: 42 } })
    expect(unknown).toEqual([])
    expect(schema.safeParse(reduced).error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['shoe'] }])
  })

  it('named like what objects inherit is a key like any other', () => {
    const body = JSON.parse(
      '{"name": "n", "constructor": 1, "toString": {"a": 1}, "__proto__": {"note": "x"}}',
    ) as object
    expect(read(inner, body)).toMatchObject({
      reduced: { name: 'n' },
      unknown: ['constructor', 'toString', '__proto__'],
    })
  })
})

describe('a key that only replies hold', () => {
  const variants = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), id: z.string(), onlyA: inner }),
    z.object({
      type: z.literal('b'),
      id: z.string(),
      onlyB: z.string(),
      shared: inner.extend({ system: z.boolean() }),
    }),
  ])
  const body = z.object({ type: z.enum(['a', 'b']), shared: inner.optional() })

  it('is read-only, not unknown', () => {
    const given = { type: 'b', id: '1', onlyB: 'x', shared: { name: 'n', system: true } }
    expect(read(body, given, { replies: [variants] })).toEqual({
      reduced: { type: 'b', shared: { name: 'n' } },
      unknown: [],
      readOnly: ['id', 'onlyB', 'shared.system'],
    })
  })

  it('is read-only where it says null, though another variant knows it, but not what no reply holds', () => {
    const merged = z.object({
      speed: z.int().nullable(),
      radius: z.int().nullable(),
      some: z.partialRecord(z.enum(['a']), inner),
    })
    const write = z.union([z.strictObject({ speed: z.int() }), z.strictObject({ radius: z.int() })])
    const { unknown, readOnly } = read(write, { speed: 1, radius: null, odd: null }, { replies: [merged] })
    expect([unknown, readOnly]).toEqual([['odd'], ['radius']])
    const choice = z.object({ some: merged.shape.some })
    expect(read(choice, { some: { b: null } }, { replies: [merged] }).unknown).toEqual(['some.b'])
  })

  it('is unknown where the variant at hand has not got it', () => {
    expect(read(body, { type: 'b', onlyA: {} }, { replies: [variants] }).unknown).toEqual(['onlyA'])
    const merged = z.object({ speed: z.int().optional(), radius: z.int().optional() })
    const write = z.union([z.strictObject({ speed: z.int() }), z.strictObject({ radius: z.int() })])
    expect(read(write, { speed: 1, radius: 2, id: 3 }, { replies: [merged] }).unknown).toEqual(['radius', 'id'])
  })
})

describe('null', () => {
  it('for what is optional is the same as absent; where it means something it stays', () => {
    const schema = z.object({
      text: z.string().optional(),
      list: z.array(z.string()).default([]),
      object: inner.prefault({ name: 'n' }),
      flag: z.boolean().optional(),
      meant: z.string().nullish(),
      free: z.unknown(),
      needed: z.string(),
    })
    const nothing = { text: null, list: null, object: null, flag: null, meant: null, free: null, needed: null }
    expect(read(schema, nothing)).toMatchObject({ reduced: { meant: null, free: null, needed: null }, unknown: [] })
  })
})

describe('an empty text', () => {
  it('for what is optional and takes none is the same as null, as addresses and names are; where it says something it stays', () => {
    const schema = z.object({
      address: z
        .string()
        .regex(/^https:/)
        .optional(),
      cleared: z.string().min(1).nullish(),
      nullable: z.string().min(1).nullable(),
      time: z.iso.datetime().optional(),
      first: z.preprocess((given) => given, z.string().min(1)).optional(),
      outer: z.strictObject({ name: z.string().min(1).optional() }).optional(),
      note: z.string().optional(),
      choice: z.enum(['a', 'b']).optional(),
      needed: z.string().min(1),
    })
    const given = { address: '', cleared: '', nullable: '', time: '', first: '', outer: { name: '' } }
    const kept = { note: '', choice: '', needed: '' }
    expect(read(schema, { ...given, ...kept })).toEqual({
      reduced: { cleared: null, nullable: null, ...kept },
      unknown: [],
      readOnly: [],
    })
    expect(read(schema, { ...given, ...kept }, { strict: true }).reduced).toEqual({ ...given, ...kept })
  })

  it('stays, to be refused, as a password and in what a schema of the organization governs', () => {
    const governed = z.strictObject({ mail: z.email().optional() }).register(schemaGoverned, { governed: true })
    const password = z.string().min(1).register(neverEmpty, { refused: true })
    const schema = z.object({ profile: governed, password: z.object({ value: password.optional() }) })
    const body = { profile: { mail: '' }, password: { value: '' } }
    expect(read(schema, body).reduced).toEqual(body)
  })
})

describe('an empty object', () => {
  const says = z.strictObject({ level: z.enum(['LOW', 'HIGH']) })

  it('for what is optional and says nothing by it is the same as absent', () => {
    const schema = z.object({
      needs: says.optional(),
      nullable: says.nullish(),
      nothing: z.strictObject({ a: z.string().optional() }).optional(),
      outer: z.strictObject({ needs: says.optional() }).optional(),
    })
    expect(read(schema, { needs: {}, nullable: {}, nothing: {}, outer: { needs: {} } }).reduced).toEqual({})
    expect(read(schema, { needs: { odd: 1 }, nothing: { a: null } })).toMatchObject({
      reduced: {},
      unknown: ['needs.odd'],
    })
  })

  it('stays where it is needed, has defaults, is meant, is one of a list, or is no object at all', () => {
    const meant = z.strictObject({ level: z.string().optional() }).register(meantEmpty, { meant: true })
    const schema = z.object({
      meant: meant.optional(),
      needed: says,
      filled: z.strictObject({ include: z.array(z.string()).default([]) }).optional(),
      list: z.array(says.partial()).optional(),
      text: z.string().optional(),
    })
    const body = { meant: {}, needed: {}, filled: {}, list: [{}], text: {} }
    expect(read(schema, body).reduced).toEqual(body)
  })
})

describe('a list of texts', () => {
  it('is a set: what is there twice is there once', () => {
    const schema = z.object({
      ids: z.array(z.string()),
      words: z.array(z.enum(['a', 'b'])).max(2),
      counts: z.array(z.int()),
    })
    const body = { ids: ['y', 'x', 'y'], words: ['b', 'b', 'a'], counts: [1, 1] }
    expect(read(schema, body).reduced).toEqual({ ids: ['y', 'x'], words: ['b', 'a'], counts: [1, 1] })
  })
})

describe('strict handling', () => {
  it('takes unknown keys out too, to name them, and leaves all else to the schema', () => {
    const schema = z.object({ text: z.string().optional(), object: inner.optional(), ids: z.array(z.string()) })
    const body = { text: null, object: {}, ids: ['x', 'x'], odd: 1 }
    const { odd: _odd, ...rest } = body
    expect(read(schema, body, { strict: true })).toEqual({ reduced: rest, unknown: ['odd'], readOnly: [] })
  })
})

it('what has another shape comes back as it is', () => {
  const schema = z.object({ list: z.array(inner), object: inner, record: z.record(z.string(), inner) })
  for (const body of [[], 'text', 7, true, null, { list: {}, object: [], record: 'r' }])
    expect(read(schema, body).reduced).toEqual(body)
})

it('a body of a million bytes of unknown keys is read in no time, and tells of some', () => {
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, {}]))
  const before = performance.now()
  const { reduced, unknown } = read(z.object({ name: z.string().optional() }), body, { replies: [inner] })
  expect([reduced, unknown.length]).toEqual([{}, 200])
  expect(performance.now() - before).toBeLessThan(2_000)
})
