import { setImmediate } from 'node:timers/promises'

/** The end of work in steps; between them requests have their turn. */
export async function inTurns<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    signal?.throwIfAborted()
    await setImmediate()
  }
}
