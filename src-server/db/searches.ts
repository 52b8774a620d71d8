import { resultClass, isDriverError, type SqlValue } from './driver.ts'
import type { Connection } from './connection.ts'

/** A search exceeded its time limit and was stopped. */
export class SearchTimeout extends Error {
  constructor() {
    super('the search took too long')
    this.name = 'SearchTimeout'
  }
}

/** The reader of a search; statements are not cached, because each query has its own. */
export interface Searcher {
  all<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]>
}

/** Connections for queries whose cost the client decides: a slow one must not block ordinary reads. */
export interface Searches {
  /**
   * Runs a search, after waiting for a connection if need be; the time counts from the call.
   * @param signal ends it before its time
   * @throws SearchTimeout
   */
  run<T>(work: (searcher: Searcher) => Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T>
  /** Interrupts running searches, then closes. */
  close(): Promise<void>
}

export function makeSearches(connections: readonly Connection[]): Searches {
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []

  const release = (connection: Connection) => {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  return {
    run: (work, timeoutMs, signal) =>
      new Promise((resolve, reject) => {
        let running: Connection | null = null
        let isOver = false
        let interrupting: NodeJS.Timeout | undefined
        const end = () => {
          if (isOver) return
          isOver = true
          // A search that still waits is over as well; its turn passes on at once.
          if (running) interrupting = interruptUntilStopped(running)
          else reject(new SearchTimeout())
        }
        if (signal?.aborted) return reject(new SearchTimeout())
        const timer = setTimeout(end, timeoutMs)
        signal?.addEventListener('abort', end, { once: true })
        const begin = (connection: Connection) => {
          if (isOver) return release(connection)
          running = connection
          // INVARIANT: what the work throws at once comes out like what it throws later, or the connection would never come back.
          const result = (async () => work(searcherOn(connection, () => isOver)))()
          result
            .then((value) => (isOver ? reject(new SearchTimeout()) : resolve(value)), reject)
            .finally(() => {
              clearTimeout(timer)
              clearInterval(interrupting)
              signal?.removeEventListener('abort', end)
              release(connection)
            })
        }
        const connection = free.pop()
        if (connection) begin(connection)
        else waiting.push(begin)
      }),
    close: async () => {
      for (const { raw } of connections) raw.interrupt()
      for (const connection of connections) await connection.close()
    },
  }
}

/** WHY repeatedly: an interrupt before the statement has started in its thread is lost. */
function interruptUntilStopped({ raw }: Connection): NodeJS.Timeout {
  raw.interrupt()
  return setInterval(() => raw.interrupt(), 20)
}

function searcherOn({ raw }: Connection, isOver: () => boolean): Searcher {
  return {
    all: <Row>(sql: string, params: readonly SqlValue[]) =>
      new Promise<Row[]>((resolve, reject) => {
        if (isOver()) return reject(new SearchTimeout())
        raw.all(sql, params, (error, rows) => {
          if (!error) resolve(rows as Row[])
          else
            reject(isDriverError(error) && resultClass(error.code) === 'SQLITE_INTERRUPT' ? new SearchTimeout() : error)
        })
      }),
  }
}
