import { AsyncLocalStorage } from 'node:async_hooks'
import { commit, type Entry, type Write, type WriteParts } from './commit.ts'

/** Use cases that share a transaction at most, so that what comes meanwhile need not wait long. */
const MOST_AT_ONCE = 50

interface Waiting extends Entry {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * A way to write for small use cases of which many come at once, such as keeping a token: those that wait for their turn go into one
 * transaction, which costs a small part of one for each. Each is acknowledged as by {@link Write}, with its own events and rights. Where
 * one of them fails, nothing of the transaction was done, and each is run again by itself: a use case must be fit to run twice, and must
 * read the request that it is for from its arguments alone.
 * @param write for one use case by itself
 */
export function makeBatchedWrite(parts: WriteParts, write: Write): Write {
  let waiting: Waiting[] = []
  let isTurnAhead = false
  // A turn belongs to none of those that it serves, and begins while another's transaction is open.
  const apart = AsyncLocalStorage.snapshot()

  function takeTurnIfDue(): void {
    if (isTurnAhead || waiting.length === 0) return
    isTurnAhead = true
    void apart(takeTurn)
  }

  function take(): Waiting[] {
    const batch = waiting.slice(0, MOST_AT_ONCE)
    waiting = waiting.slice(MOST_AT_ONCE)
    isTurnAhead = false
    takeTurnIfDue()
    return batch
  }

  async function takeTurn(): Promise<void> {
    const batch: Waiting[] = []
    try {
      const values = await commit(parts, () => {
        batch.push(...take())
        return batch
      })
      for (const [at, { resolve }] of batch.entries()) resolve(values[at])
    } catch {
      // What keeps a transaction from beginning keeps each of them, which tells it.
      const left = batch.length > 0 ? batch : take()
      for (const { context, work, resolve, reject } of left) void write(context, work).then(resolve, reject)
    }
  }

  return <T>(context: Entry['context'], work: (tx: Parameters<Entry['work']>[0]) => Promise<T>) => {
    parts.store.refuseNestedWrite()
    return new Promise<T>((resolve, reject) => {
      waiting.push({ context, work, attempts: [], resolve: resolve as Waiting['resolve'], reject })
      takeTurnIfDue()
    })
  }
}
