import { setImmediate } from 'node:timers/promises'

/** So long work goes on before others have their turn, in milliseconds. */
const TURN_MS = 10

/** The end of work in small steps; every few milliseconds requests have their turn between them. */
export async function inTurns<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
  for (let since = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < TURN_MS) continue
    signal?.throwIfAborted()
    await setImmediate()
    since = performance.now()
  }
}
