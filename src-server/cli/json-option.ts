import { z } from 'zod'
import { UsageError } from './command.ts'
import { readBounded } from './read-bounded.ts'

const MOST_BYTES = 16_777_216

/**
 * The content of a JSON file that an option names, checked by its schema.
 * @param what it is, such as `a vocabulary`, to be told where the file is something else
 * @throws UsageError where there is no such file, or something else is in it
 */
export async function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  what: string,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(parsedJson(await readBounded(file, MOST_BYTES), file))
  if (!read.success) throw new UsageError(`${file} is not ${what}:\n${z.prettifyError(read.error)}`)
  return read.data
}

/** What a text holds that is JSON. @param file where it is from @throws UsageError, without what is in it */
export function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is not JSON.`)
  }
}
