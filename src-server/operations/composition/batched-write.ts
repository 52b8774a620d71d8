import { AsyncLocalStorage } from 'node:async_hooks'
import { commit, type Entry, type WriteParts } from './commit.ts'
import type { Write } from '../service/write.ts'

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
  /** What waits for its turn, and can still be joined. */
  let open: Waiting[] | null = null
  // A turn belongs to none of those that it serves, and begins while another's transaction is open.
  const apart = AsyncLocalStorage.snapshot()

  /** WHY its turn is asked for with the first of a batch: what is asked of the file later, such as to close it, comes after all of it. */
  function batchToJoin(): Waiting[] {
    if (open && open.length < MOST_AT_ONCE) return open
    const batch: Waiting[] = []
    open = batch
    void apart(takeTurn, batch)
    return batch
  }

  function close(batch: Waiting[]): void {
    if (open === batch) open = null
  }

  async function takeTurn(batch: Waiting[]): Promise<void> {
    let isDone = false
    const take = () => {
      close(batch)
      return batch
    }
    try {
      const values = await commit(parts, take, () => void (isDone = true))
      for (const [at, { resolve }] of batch.entries()) resolve(values[at])
    } catch (error) {
      close(batch)
      for (const { context, work, resolve, reject } of batch)
        // What is in the file must not be done twice. What keeps a transaction from beginning keeps each of them, which tells it.
        if (isDone) reject(error)
        else void write(context, work).then(resolve, reject)
    }
  }

  return <T>(context: Entry['context'], work: (tx: Parameters<Entry['work']>[0]) => Promise<T>) => {
    parts.store.refuseNestedWrite()
    return new Promise<T>((resolve, reject) => {
      batchToJoin().push({ context, work, attempts: [], resolve: resolve as Waiting['resolve'], reject })
    })
  }
}
