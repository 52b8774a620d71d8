import { z } from 'zod'

/**
 * Where words of the interface stand outside of choices and names of fields, for clients with a vocabulary of their own: in an expression,
 * as a name that may be that of an object which every organization begins with, as a whole word of which there are too many for a choice,
 * as a scope that may be one of the interface, as a part of a name or an address with separators, at the beginning of the name of an account,
 * or within a copy of fields of any object.
 */
export const wordsWithin = z.registry<{
  as: 'expression' | 'shippedName' | 'word' | 'scope' | 'parts' | 'account' | 'details'
}>()

/** The same schema, marked by {@link wordsWithin}. */
export function worded<Schema extends z.ZodType>(
  schema: Schema,
  as: NonNullable<ReturnType<typeof wordsWithin.get>>['as'],
): Schema {
  // A schema with its own description, as another one: the first may stand in other places.
  const copy = schema.meta({ ...schema.meta() })
  wordsWithin.add(copy, { as })
  return copy
}
