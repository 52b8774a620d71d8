import { z } from 'zod'
import { policyTestWriteSchema, type PolicyTestWrite } from '#contract/gatehouse/policy-test.ts'
import { invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { NOT_KNOWN, pathText, toCauses } from '#contract/interface/schema-causes.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { parseYaml, yamlText } from '#sync/sides/folder/yaml-text.ts'
import { readBounded } from './read-bounded.ts'

/** A case of a file. */
interface FileCase {
  readonly file: string
  readonly test: PolicyTestWrite
}

const fileSchema = z.strictObject({ tests: z.array(z.unknown()).max(LIMITS.policyTests) })

/**
 * The cases of YAML or JSON files, in their order: `tests:`, and below it a list of policy tests.
 * @throws UserFacingError for a file that cannot be read, or in which a key is there twice; ApiError E0000001 that says file, line and field of
 * each mistake, such as two cases of one name
 */
export async function readCases(files: readonly string[]): Promise<FileCase[]> {
  const cases: FileCase[] = []
  const causes: ErrorCause[] = []
  const placeOf = new Map<string, string>()
  for (const file of files) {
    const yaml = parseYaml(file, await readBounded(file, LIMITS.policyTestFileBytes))
    const at = (path: readonly (string | number)[]) => `${file}:${yaml.lineOf(path)}`
    const tell = (path: readonly (string | number)[], message: string) =>
      causes.push({ errorSummary: `${at(path)}: ${message}`, location: file, locationType: 'body' })
    const read = fileSchema.safeParse(yaml.value)
    if (!read.success) {
      tell([], 'is no list of policy tests: it needs `tests:`, and nothing else')
      continue
    }
    for (const [index, given] of read.data.tests.entries()) {
      const path = ['tests', index]
      const test = readCase(given, path, tell)
      if (!test) continue
      // As the workspace: names differ in more than case.
      const key = test.name.toLowerCase()
      const before = placeOf.get(key)
      if (before !== undefined) tell([...path, 'name'], `the name “${test.name}” is taken by the case at ${before}`)
      placeOf.set(key, before ?? at([...path, 'name']))
      cases.push({ file, test })
    }
  }
  if (cases.length > LIMITS.policyTests)
    throw new UserFacingError(`There are more than ${LIMITS.policyTests.toLocaleString('en')} cases.`)
  if (causes.length > 0) throw invalidAll(causes.slice(0, LIMITS.errorCauses))
  return cases
}

type Tell = (path: readonly (string | number)[], message: string) => void

function readCase(given: unknown, path: readonly (string | number)[], tell: Tell): PolicyTestWrite | null {
  const read = policyTestWriteSchema.safeParse(given)
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

/** Text of a file with these cases, which {@link readCases} reads. */
export function casesText(tests: readonly PolicyTestWrite[]): string {
  const written = tests.map(({ name, description, request, expect }) => ({
    name,
    ...(description && { description }),
    request: withoutNulls(request),
    expect: withoutNulls(expect),
  }))
  return yamlText({ tests: written }, 'Policy tests: gatehouse test --cases')
}

/** WHY `factors` stays: null expects that none is asked for. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, inner]) => inner !== null || key === 'factors')
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
}
