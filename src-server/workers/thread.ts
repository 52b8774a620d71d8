import { Worker } from 'node:worker_threads'
import { makeGate, shut } from './termination-gate.ts'
import type { FromThread, Revision, SentError, ThreadData, ToThread } from './protocol.ts'

/** What a task is begun with. */
interface Order {
  name: string
  input: unknown
  revision: Revision | null
  signal: AbortSignal
  onProgress: ((value: unknown) => void) | undefined
}

/** A worker thread, as the one that started it sees it: one task at a time. */
export interface Thread {
  /**
   * Settles when the task has let go of everything.
   * @throws the signal's reason; what the task threw, by name, message and code; Error where the thread was lost
   */
  run(order: Order): Promise<unknown>
  /** Whether it takes no more tasks. */
  readonly isGone: boolean
  /** Waits until it has closed the workspace and ended; nothing may be running. */
  end(): Promise<void>
}

/** How long a task that was told to end may go on before its thread is terminated. */
const PATIENCE_MS = 500
const RETRY_MS = 20

/** @param entry the module that serves tasks, see `serveTasks` */
export function startThread(entry: URL, file: string): Thread {
  const gate = makeGate()
  const worker = new Worker(entry, { workerData: { file, gate } satisfies ThreadData })
  const send = (message: ToThread) => worker.postMessage(message)
  let isGone = false
  let hasExited = false
  let lost: unknown = null
  /** Ends the task that runs. */
  let settle: ((message: FromThread | null) => void) | null = null
  let tell: Order['onProgress']

  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      isGone = hasExited = true
      settle?.(null)
      resolve()
    }),
  )
  worker.on('error', (error) => (lost = error))
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'progress') return tell?.(message.value)
    if (message.kind === 'failed' && message.isBroken) isGone = true
    settle?.(message)
  })
  // A thread that only waits does not keep the program from ending.
  worker.unref()

  /** INVARIANT: only through a gate that is shut. One that ended in the midst of a call leaves its gate open for good. */
  async function terminate(): Promise<void> {
    isGone = true
    while (!hasExited && !shut(gate)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    await worker.terminate()
  }

  return {
    get isGone() {
      return isGone
    },
    run: ({ name, input, revision, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        let insisting: NodeJS.Timeout | undefined
        const abort = () => {
          send({ kind: 'abort' })
          insisting = setTimeout(() => void terminate(), PATIENCE_MS)
        }
        tell = onProgress
        settle = (message) => {
          settle = tell = undefined as never
          clearTimeout(insisting)
          signal.removeEventListener('abort', abort)
          worker.unref()
          if (signal.aborted) reject(signal.reason as Error)
          else if (message?.kind === 'done') resolve(message.value)
          else reject(message?.kind === 'failed' ? toError(message.error) : lostError(name, lost))
        }
        signal.addEventListener('abort', abort, { once: true })
        worker.ref()
        send({ kind: 'run', name, input, revision })
      }),
    async end() {
      isGone = true
      send({ kind: 'end' })
      const insisting = setTimeout(() => void terminate(), PATIENCE_MS)
      await ended
      clearTimeout(insisting)
    },
  }
}

function toError({ name, message, code, stack }: SentError): Error {
  return Object.assign(new Error(message), { name, stack }, code === undefined ? {} : { code })
}

const lostError = (task: string, cause: unknown) =>
  new Error(`the worker thread was lost while it ran ${task}`, { cause })
