import { isTree, isWithin } from './tree.ts'

/** A problem with its field, as the service would tell it. */
export interface Problem {
  /** Dotted; empty for the whole. */
  path: string
  message: string
}

/** The distinct messages at a path or below it, joined; undefined when there are none. */
export function messageAt(problems: readonly Problem[], path: string): string | undefined {
  const mine = problems.filter((problem) => isWithin(problem.path, path))
  return [...new Set(mine.map(({ message }) => message))].join('; ') || undefined
}

/** JSON text that was read, or what is wrong with it, in a sentence. */
type Read<Json> = { json: Json } | { problem: string }

/** How an editor reads the text of what it edits, and writes it. */
export interface JsonTexts<Json> {
  read: (text: string) => Read<Json>
  write: (json: Json) => string
}

/**
 * Reads JSON text as an object.
 * @param trees keys whose values must be objects, null or absent
 */
export function readJsonText(text: string, trees: readonly string[] = []): Read<Record<string, unknown>> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (thrown) {
    return { problem: `This is not JSON yet: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
  if (!isTree(json)) return { problem: 'This must be an object: it begins with { and ends with }.' }
  const wrong = trees.find((key) => json[key] !== undefined && json[key] !== null && !isTree(json[key]))
  return wrong === undefined ? { json } : { problem: `“${wrong}” must be an object or null.` }
}

/** JSON text of an object, its fields in the order in which people read them; further ones follow. */
export function writeJsonText(body: Readonly<Record<string, unknown>>, order: readonly string[]): string {
  const keys = [...order.filter((key) => key in body), ...Object.keys(body).filter((key) => !order.includes(key))]
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, body[key]])), null, 2)
}
