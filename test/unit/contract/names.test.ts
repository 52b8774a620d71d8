import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'

/** Fields that hold what people call something. */
const NAME = /name|label|^title$|^login$|^(?:prefix|suffix)$|^honorific/i
/** Fields whose word only sounds like it. */
const NO_NAME = new Set(['propertyName'])

/** What schemas that wrap others hold: optional ones, defaults, pipes, lazy ones. */
type Wrapping = { innerType?: unknown; in?: unknown; out?: unknown; getter?: () => unknown }

/** Every field of a schema, by its path. */
function allFields(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): [string, z.ZodType][] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const inner = (next: unknown, at = path) => allFields(next as z.ZodType, at, seen)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(field as z.ZodType, `${path}.${key}`, seen))
  if (schema instanceof z.ZodArray) return inner(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inner(option))
  if (schema instanceof z.ZodRecord) return inner(schema.valueType, `${path}{}`)
  const { innerType, in: before, out, getter } = schema.def as Wrapping
  return [innerType, before, out, getter?.()].flatMap((next) => (next ? inner(next) : []))
}

function fieldsOf(field: z.ZodType, path: string, seen: Set<z.ZodType>): [string, z.ZodType][] {
  return [[path, field], ...allFields(field, path, seen)]
}

const takes = (field: z.ZodType, value: unknown) => field.safeParse(value).success
const isFreeText = (field: z.ZodType) => ['abcde', 'a@b.ch'].some((text) => takes(field, text))

const NAME_FIELDS = ROUTE_LIST.flatMap(({ id, route }) => {
  const { body, query } = route as Route
  const written = route.method === 'GET' ? [] : [body, query]
  return written.flatMap((schema) => (schema ? allFields(schema, id) : []))
}).filter(([path, field]) => {
  const key = path
    .split('.')
    .at(-1)
    ?.replaceAll(/[[\]{}]/g, '') as string
  return NAME.test(key) && !NO_NAME.has(key) && isFreeText(field)
})

const HIDDEN = {
  NUL: '\u0000',
  ESC: '\u001b',
  'a line feed': '\n',
  'a carriage return': '\r',
  'the next line of C1': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'an override': '\u202e',
  'an embedding': '\u202a',
  'an isolate': '\u2066',
  'the end of an isolate': '\u2069',
}

/** Names that programs write: of user types, and of scopes (RFC 6749 §3.3). */
const ASCII_NAMES = /^(createUserType|(create|replace)ServerScope)\.name$/

describe('a name of any kind that a request may write', () => {
  it.each(NAME_FIELDS)('%s holds one line that reads as it is written', (_, field) => {
    for (const [word, mark] of Object.entries(HIDDEN))
      for (const text of [`abc${mark}def`, `abcdef${mark}`, `${mark}abcdef`, `abc${mark}d@example.com`])
        expect(takes(field, text), word).toBe(false)
  })

  it('is looked for in all kinds of objects', () => {
    const paths = NAME_FIELDS.map(([path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'createGroup.profile.name',
        'createApp.label',
        'createUserType.displayName',
        'createUser.profile.firstName',
        'createUser.profile.nickName',
        'createZone.name',
        'createEventHook.name',
      ]),
    )
    expect(paths.length).toBeGreaterThan(30)
  })

  it('may be written from right to left, with its marks', () => {
    for (const text of ['\u200fعربية\u200e', 'שלום (Team)', '日本語', 'Zoë 👩‍💻'])
      for (const [path, field] of NAME_FIELDS.filter(([path]) => /\.(name|label)$/.test(path)))
        if (!ASCII_NAMES.test(path)) expect(takes(field, text), `${path} ${text}`).toBe(true)
  })
})
