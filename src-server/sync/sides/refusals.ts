import { ApiError } from '#contract/interface/api-error.ts'
import { RemoteError } from '../remote/remote-error.ts'

/** What a side is called where it cannot say something. */
export type Side = 'this workspace' | 'the remote'

/** Refusals that say that the side has no such thing, or that its caller may not read it: the rest is read without it. */
const UNREADABLE: Readonly<Record<string, (side: Side) => string>> = {
  E0000006: (side) => `the roles of its caller do not permit it at ${side}`,
  E0000005: (side) => `its caller may not read it at ${side}`,
  E0000038: (side) => `its caller may not read it at ${side}`,
  E0000015: (side) => `the organization of ${side} does not have it`,
  E0000002: (side) => `the engine of ${side} does not have it`,
}
const NOT_FOUND = 'E0000007'
const INVALID = 'E0000001'

/** What the interface refused by; null for any other failure. */
function codeOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.code
  return error instanceof RemoteError ? error.errorCode : null
}

/** Whether what was asked for, or what it was within, is not there. */
export const isGone = (error: unknown): boolean => codeOf(error) === NOT_FOUND

/** Whether a side does not take what was sent. */
export const isInvalid = (error: unknown): boolean => codeOf(error) === INVALID

/** Why a side cannot say something, in a sentence; null for a failure of which nothing follows. */
export function unreadable(error: unknown, side: Side): string | null {
  const code = codeOf(error)
  return code === null ? null : (UNREADABLE[code]?.(side) ?? null)
}
