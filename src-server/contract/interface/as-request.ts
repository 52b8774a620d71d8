import type { z } from 'zod'
import { invalidAll } from './api-error.ts'
import { toCauses } from './schema-causes.ts'

/** A body from elsewhere, such as a stored one, as a request would carry it: what was valid there may not be here. @throws ApiError E0000001 */
export function asRequest<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const { data, error } = schema.safeParse(body)
  if (error) throw invalidAll(toCauses(error, 'body'))
  return data
}
