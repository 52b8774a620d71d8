import { z } from 'zod'

/** Whether a path belongs to the public interface, which clients of any version call. Gatehouse's own operations are read strictly. */
export function isPublicInterface(path: string): boolean {
  return path.startsWith('/api/v1/')
}

/**
 * The value of `Prefer` (RFC 7240) with which unknown keys are refused, and refusals name the fields they are about. Our own programs
 * send it.
 */
export const STRICT_HANDLING = 'handling=strict'

/** Asks for our words, whatever vocabulary a workspace speaks with others. */
export const OWN_WORDS = 'vocabulary=svc'

/** What our own programs prefer: they know the interface by our words. */
export const OWN_PREFERENCES = `${STRICT_HANDLING}, ${OWN_WORDS}`

/**
 * Objects whose attributes are governed by a schema of the organization: unlike in other requests, unknown attributes are refused
 * (spec/5 decision 2).
 */
export const schemaGoverned = z.registry<{ governed: true }>()

/**
 * Texts that may be absent but are refused where they are empty, which an empty text elsewhere is the same as: who sends an empty
 * password does not mean none.
 */
export const neverEmpty = z.registry<{ refused: true }>()

/** Objects that say something by being there, so that an empty one is not the same as none: a factor that is asked for without conditions. */
export const meantEmpty = z.registry<{ meant: true }>()
