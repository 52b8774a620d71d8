import { z } from 'zod'
import { invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { NOT_KNOWN, pathText, toCauses } from '#contract/interface/schema-causes.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { parseYaml } from '#sync/sides/folder/yaml-text.ts'
import { readBounded } from './read-bounded.ts'

/** What a file holds a list of, under one key. */
interface ListOf<Item> {
  key: string
  /** What one is called where another has its name: `case`. */
  noun: string
  /** "is no list of policy tests". */
  plural: string
  schema: z.ZodType<Item>
  max: number
}

/** One of a file. */
export interface Listed<Item> {
  readonly file: string
  readonly item: Item
}

/**
 * What YAML or JSON files list, in their order.
 * @throws UserFacingError for a file that cannot be read, or in which a key is there twice; ApiError E0000001 that says file, line and field of
 * each mistake, such as two of one name
 */
export async function readNamedList<Item extends { name: string }>(
  files: readonly string[],
  { key, noun, plural, schema, max }: ListOf<Item>,
): Promise<Listed<Item>[]> {
  const fileSchema = z.strictObject({ [key]: z.array(z.unknown()).max(max) })
  const listed: Listed<Item>[] = []
  const causes: ErrorCause[] = []
  const placeOf = new Map<string, string>()
  for (const file of files) {
    const yaml = parseYaml(file, await readBounded(file, LIMITS.policyTestFileBytes))
    const at = (path: readonly (string | number)[]) => `${file}:${yaml.lineOf(path)}`
    const tell = (path: readonly (string | number)[], message: string) =>
      causes.push({ errorSummary: `${at(path)}: ${message}`, location: file, locationType: 'body' })
    const read = fileSchema.safeParse(yaml.value)
    if (!read.success) {
      tell([], `is no list of ${plural}: it needs \`${key}:\`, and nothing else`)
      continue
    }
    for (const [index, given] of (read.data[key] ?? []).entries()) {
      const path = [key, index]
      const item = readOne(schema, given, path, tell)
      if (!item) continue
      // As the workspace: names differ in more than case.
      const named = item.name.toLowerCase()
      const before = placeOf.get(named)
      if (before !== undefined) tell([...path, 'name'], `the name “${item.name}” is taken by the ${noun} at ${before}`)
      placeOf.set(named, before ?? at([...path, 'name']))
      listed.push({ file, item })
    }
  }
  if (listed.length > max) throw new UserFacingError(`There are more than ${max.toLocaleString('en')} ${noun}s.`)
  if (causes.length > 0) throw invalidAll(causes.slice(0, LIMITS.errorCauses))
  return listed
}

type Tell = (path: readonly (string | number)[], message: string) => void

function readOne<Item>(
  schema: z.ZodType<Item>,
  given: unknown,
  path: readonly (string | number)[],
  tell: Tell,
): Item | null {
  const read = schema.safeParse(given)
  if (!read.success) {
    for (const { errorSummary, location } of toCauses(read.error, 'body'))
      tell([...path, ...partsOf(location ?? '')], errorSummary)
    return null
  }
  const unknown = unknownIn(given, read.data)
  for (const inner of unknown) tell([...path, ...inner], `${pathText(inner)}: ${NOT_KNOWN}`)
  return unknown.length > 0 ? null : read.data
}

/** `request.groups.ids[2]` as its parts. */
const partsOf = (location: string) =>
  location.split(/[.[\]]+/).flatMap((part) => (part === '' ? [] : [/^\d+$/.test(part) ? Number(part) : part]))

/** The keys that a schema has left out. WHY: a mistyped one would make another sign-in of it, without a word. */
function unknownIn(given: unknown, read: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.flatMap((item, at) => unknownIn(item, read[at], [...path, at]))
  if (!isObject(given) || !isObject(read)) return []
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? unknownIn(value, read[key], [...path, key]) : [[...path, key]],
  )
}
