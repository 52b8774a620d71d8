import { threadId } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveTasks } from '#workers/serve-tasks.ts'

/** Tasks with which tests try threads: well-behaved ones, and ones that do what none should. */
export interface TryingTasks {
  /** The thread that it runs in. */
  where: { input: null; output: number }
  count: { input: number; output: string; progress: number }
  /** Waits until so many are there; `there` is shared. */
  meet: { input: { there: Int32Array; expected: number }; output: number }
  refuse: { input: { code: string }; output: never }
  /** How often the groups were read so far, and how many there were. */
  groups: { input: null; output: { reads: number; groups: number } }
  query: { input: null; output: never }
  /** A query of some tenths of a second. */
  long: { input: null; output: number }
  /** Finishes its work although it is told to end. */
  stubborn: { input: null; output: string }
  endless: { input: null; output: never }
  exit: { input: null; output: never }
  /** Throws where no task is. */
  break: { input: null; output: never }
}

/** So long that it is only ended from outside. */
const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'

const LONG = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000000) SELECT count(*) AS n FROM n'

let reads = 0

serveTasks<TryingTasks>({
  where: () => Promise.resolve(threadId),
  count: (to, { onProgress }) => {
    for (let at = 1; at <= to; at++) onProgress(at)
    return Promise.resolve(`counted to ${to}`)
  },
  meet: async ({ there, expected }, { signal }) => {
    Atomics.add(there, 0, 1)
    while (Atomics.load(there, 0) < expected) await sleep(1, undefined, { signal })
    return threadId
  },
  refuse: ({ code }) => Promise.reject(Object.assign(new RangeError('too much'), { code })),
  groups: (_, { atOneMoment }) =>
    atOneMoment(({ cached }) =>
      cached('groups', async (connection) => {
        const row = await connection.first<{ groups: number }>('SELECT count(*) AS groups FROM groups')
        return { reads: ++reads, groups: row?.groups ?? NaN }
      }),
    ),
  query: (_, { atOneMoment }) => atOneMoment(({ connection }) => connection.all(ENDLESS) as Promise<never>),
  long: (_, { atOneMoment }) =>
    atOneMoment(async ({ connection }) => (await connection.first<{ n: number }>(LONG))?.n ?? NaN),
  stubborn: async (_, { signal }) => {
    while (!signal.aborted) await sleep(1)
    await sleep(30)
    return 'done'
  },
  endless: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  break: () => {
    setImmediate(() => {
      throw new TypeError('broken')
    })
    return new Promise(() => {})
  },
})
