import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'

/**
 * Lets so many calls of an assistant run at a time; the others wait in their order.
 * @returns what runs a call. @throws ApiError E0000047 where too many wait
 */
export function makeTurns(most: number = LIMITS.assistantCalls, waitingMost: number = LIMITS.assistantCallsWaiting) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
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
