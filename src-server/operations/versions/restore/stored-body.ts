import type { z } from 'zod'
import { invalidAll } from '#contract/interface/api-error.ts'
import { toCauses } from '#contract/interface/schema-causes.ts'

/** What of a body a request cannot set, or only by the lifecycle. */
const APART: ReadonlySet<string> = new Set(['status', 'created', 'lastUpdated', 'lastUpdatedBy'])

/** Whether two states of an object differ in what a replacement sets. */
export function isOtherContent(a: object, b: object): boolean {
  return contentOf(a) !== contentOf(b)
}

const contentOf = (body: object) => JSON.stringify(Object.entries(body).filter(([key]) => !APART.has(key)))

/** A stored body as a request would carry it now: what was valid then may not be any more. @throws ApiError E0000001 */
export function asRequest<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const { data, error } = schema.safeParse(body)
  if (error) throw invalidAll(toCauses(error, 'body'))
  return data
}
