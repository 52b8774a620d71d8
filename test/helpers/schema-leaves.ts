import { z } from 'zod'

interface Shape {
  $ref?: string
  $defs?: Record<string, Shape>
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  propertyNames?: { enum?: string[] }
  additionalProperties?: Shape | boolean
}

/** The paths of all values that a schema accepts when written; `*` stands for the places of a list of objects. */
export function leaves(schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  const join = (path: string, key: string) => (path ? `${path}.${key}` : key)
  function walk(shape: Shape, path: string, within: readonly string[] = []): string[] {
    // What refers to itself is walked once.
    if (shape.$ref && within.includes(shape.$ref)) return []
    const below = shape.$ref ? [...within, shape.$ref] : within
    const target = shape.$ref ? root.$defs?.[shape.$ref.split('/').at(-1) ?? ''] : shape
    if (!target) throw new Error(`${path}: ${shape.$ref} leads nowhere`)
    const inner = [
      ...Object.entries(target.properties ?? {}).flatMap(([key, value]) => walk(value, join(path, key), below)),
      ...[...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])].flatMap((one) =>
        walk(one, path, below),
      ),
      ...(typeof target.additionalProperties === 'object' && target.propertyNames?.enum
        ? target.propertyNames.enum.flatMap((key) => walk(target.additionalProperties as Shape, join(path, key), below))
        : []),
    ]
    if (inner.some((one) => one !== path)) return inner.filter((one) => one !== path)
    const items = target.items ? walk(target.items, join(path, '*'), below) : []
    // A list of plain values is one field.
    return items.some((one) => one !== join(path, '*')) ? items : [path]
  }
  return [...new Set(walk(root, ''))].sort()
}
