import { z } from 'zod'

interface NamedUnionDef extends z.core.$ZodUnionDef<readonly z.ZodObject[]> {
  discriminator: string
  named: ReadonlyMap<unknown, z.ZodObject>
  rest: z.ZodObject
}

interface NamedUnionInternals extends z.core.$ZodUnionInternals<readonly z.ZodObject[]> {
  def: NamedUnionDef
}

/** A union of objects, of which one field's constants name some and one takes all other values; see {@link namedUnion}. */
export interface ZodNamedUnion extends z.ZodUnion<readonly z.ZodObject[]> {
  _zod: NamedUnionInternals
  /** The option that a value belongs to. */
  optionFor(value: unknown): z.ZodObject
}

/**
 * WHY a type of schema of its own: the library's discriminated unions know constants only, and a plain union does not say which of its
 * options a value was meant for, so that a refusal could not name the field.
 */
export const ZodNamedUnion: z.core.$constructor<ZodNamedUnion, NamedUnionDef> = z.core.$constructor(
  'ZodNamedUnion',
  (schema, def) => {
    z.ZodUnion.init(schema, def)
    schema.optionFor = (value) => {
      const name = (value as Record<string, unknown> | null | undefined)?.[def.discriminator]
      return def.named.get(name) ?? def.rest
    }
    schema._zod.parse = (payload, context) => schema.optionFor(payload.value)._zod.run(payload, context)
    // By which a union around this one tells it apart.
    schema._zod.propValues = def.rest._zod.propValues
  },
)

/**
 * A union of objects whose option is found by a field: by its value where an option has that as a constant, else it is the last one.
 * @param named options whose field is a literal
 * @param rest for all other values, absence included
 */
export function namedUnion(discriminator: string, named: readonly z.ZodObject[], rest: z.ZodObject): ZodNamedUnion {
  const constantOf = (option: z.ZodObject) => (option.shape[discriminator] as z.ZodLiteral).value
  return new ZodNamedUnion({
    type: 'union',
    options: [...named, rest],
    discriminator,
    named: new Map(named.map((option) => [constantOf(option), option])),
    rest,
  })
}
