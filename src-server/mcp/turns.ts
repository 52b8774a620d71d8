import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'

/** Runs a call when it is its turn. @throws ApiError E0000047 where too many wait */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so many calls of an assistant run at a time; the others wait in their order.
 */
export function makeTurns(
  most: number = LIMITS.assistantCalls,
  waitingMost: number = LIMITS.assistantCallsWaiting,
): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= waitingMost) throw new ApiError('E0000047')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
