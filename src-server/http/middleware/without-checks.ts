import { z } from 'zod'

type Definition = z.ZodType['def']

const made = new WeakMap<z.ZodType, z.ZodType>()

/**
 * A schema of the same shape that asks for nothing beyond it: no lengths, patterns, or agreement between fields. Replies
 * go through it, because what an older version let in must still be shown, or nobody could mend it.
 */
export function withoutChecks(schema: z.ZodType): z.ZodType {
  const known = made.get(schema)
  if (known) return known
  const parts = Object.entries(schema.def).map(([name, part]) => [name, loosen(part)])
  const loose = z.core.clone(schema, { ...Object.fromEntries(parts), ...looseParts(schema) } as Definition)
  made.set(schema, loose)
  return loose
}

/** What is not loosened part by part: the checks go, and a schema that is made when it is asked for stays so. */
function looseParts(schema: z.ZodType): object {
  return { checks: [], ...(schema instanceof z.ZodLazy ? { getter: () => loosen(schema.def.getter()) } : {}) }
}

/** A part of a definition: a schema, several of them, or none. */
function loosen(part: unknown): unknown {
  if (part instanceof z.ZodType) return withoutChecks(part)
  if (Array.isArray(part)) return part.map(loosen)
  if (isShape(part)) return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, loosen(inner)]))
  return part
}

function isShape(part: unknown): part is Record<string, z.ZodType> {
  return typeof part === 'object' && part !== null && Object.values(part).some((inner) => inner instanceof z.ZodType)
}
