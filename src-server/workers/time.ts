import { createContext, Script } from 'node:vm'

const place: { work: (() => unknown) | null } = { work: null }
createContext(place)
const calling = new Script('work()')

/**
 * Does work that looks at no clock, as that of a solver, and ends it in its midst once so many milliseconds are over. Only for work that waits for nothing:
 * not even a `finally` of it is run then, so all that it was changing has to be thrown away.
 * @returns null where it was ended
 */
function endAfter<T>(ms: number, work: () => T): { value: T } | null {
  place.work = work
  try {
    return { value: calling.runInContext(place, { timeout: Math.max(1, Math.ceil(ms)) }) as T }
  } catch (error) {
    if ((error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  } finally {
    place.work = null
  }
}

/** The time of this machine. */
export const TIME = { clock: (): number => performance.now(), endAfter }
