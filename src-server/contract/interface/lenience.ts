import { z } from 'zod'

/** Whether a path belongs to the interface proper, whose clients are of every age; Gatehouse's own operations are read strictly. */
export function isPublicInterface(path: string): boolean {
  return path.startsWith('/api/v1/')
}

/** The value of `Prefer` (RFC 7240) with which keys that nobody knows are refused, and refusals say where. Our own programs send it. */
export const STRICT_HANDLING = 'handling=strict'

/**
 * Objects whose attributes a schema of the organization governs: what it does not know is refused, where requests else may hold
 * anything (spec/5 decision 2).
 */
export const schemaGoverned = z.registry<{ governed: true }>()
