import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import { randomText } from '#db/ids.ts'

const TOKEN_LENGTH = 40

/** What the built-in receiver holds: requests in memory only, and the last part of its address. */
export class Receiver {
  /** Another one until that of the workspace is known. */
  token = randomText(TOKEN_LENGTH)
  /** The oldest first. */
  requests: ReceivedRequest[] = []
}
