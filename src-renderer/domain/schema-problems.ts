import type { z } from 'zod'
import { toCauses } from '#contract/interface/schema-causes.ts'
import type { Problem } from '#ui/lib/json-text.ts'
import { fieldPath } from '#ui/lib/tree.ts'

const WHOLE = 'body'

/**
 * All problems that a schema of the contract finds in a body, in the words and at the paths of the service's own causes:
 * an unknown key counts at its own place. Cross-checks come once the fields by themselves are right.
 */
export function problemsBy(schema: z.ZodType): (body: unknown) => Problem[] {
  return (body) => {
    const { error } = schema.safeParse(body)
    return (error ? toCauses(error, WHOLE) : []).map(({ errorSummary, location = WHOLE }) => ({
      path: location === WHOLE ? '' : fieldPath(location),
      message: errorSummary.slice(location.length + 2),
    }))
  }
}
