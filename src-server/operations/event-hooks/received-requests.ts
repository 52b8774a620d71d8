import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import { randomText } from '#db/ids.ts'

const TOKEN_LENGTH = 40

/**
 * What the built-in receiver holds, in memory only. A service has one for as long as it runs: who knew the address of the last run
 * does not know this one's.
 */
export class Receiver {
  readonly token = randomText(TOKEN_LENGTH)
  /** The oldest first. */
  requests: ReceivedRequest[] = []
}
