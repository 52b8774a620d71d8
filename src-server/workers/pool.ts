import { StoppingError } from '#contract/gatehouse/stopping-error.ts'
import type { Revision, TaskShape } from './protocol.ts'
import { startThread, type Thread } from './thread.ts'

interface RunOptions<Progress = unknown> {
  /** Ends the task, also while it waits for a thread; its reason is what the call throws. */
  signal?: AbortSignal | undefined
  onProgress?: ((value: Progress) => void) | undefined
}

/** Has tasks run in worker threads, so that the event loop of the service goes on. */
export interface Pool<Shapes> {
  /**
   * Waits for a thread, then for the task.
   * @throws the signal's reason; what the task threw, by name, message and code; Error where the thread was lost or the
   *   pool is closed
   */
  run<Name extends keyof Shapes & string>(
    name: Name,
    input: Shapes[Name] extends TaskShape ? Shapes[Name]['input'] : never,
    options?: RunOptions<Shapes[Name] extends TaskShape ? Shapes[Name]['progress'] : never>,
  ): Promise<Shapes[Name] extends TaskShape ? Shapes[Name]['output'] : never>
  /** Ends what runs and what waits, and waits until the threads have let go of the workspace. */
  close(): Promise<void>
}

export interface PoolOptions<Shapes> {
  /** The module that serves the tasks, see `serveTasks`. */
  entry: URL
  /** The workspace. */
  file: string
  /** Tasks that no one waits for: together they leave one thread to the others. */
  inBackground?: readonly (keyof Shapes & string)[]
  /**
   * Changes whenever what tasks read has changed. Absent: each commit counts, so that every write of the service makes the
   * next task read all again.
   */
  revision?: () => Revision
  /** Throws where no thread may start any more: it opens the workspace by its name, which may be another file by now. */
  requireFile?: () => void
  /** How many threads there may be at once. */
  size?: number
  /** How long an idle thread waits for the next task. */
  idleMs?: number
}

const SIZE = 2
const IDLE_MS = 10_000

interface Job {
  name: string
  input: unknown
  options: RunOptions
  /** The caller's end, and that of the pool. */
  signal: AbortSignal
  resolve(value: unknown): void
  reject(reason: unknown): void
  /** Takes it out of those that wait. */
  withdraw(): void
}

/** WHY not `piscina`: it ends tasks by terminating their thread, which our driver does not survive (see `Gate`). */
export function makePool<Shapes>(options: PoolOptions<Shapes>): Pool<Shapes> {
  const { entry, file, inBackground = [], size = SIZE, idleMs = IDLE_MS, revision, requireFile } = options
  const closing = new AbortController()
  const waiting: Job[] = []
  /** The last one used at the end: it may still hold what the next task needs. */
  const idle: { thread: Thread; timer: NodeJS.Timeout }[] = []
  const busy = new Map<Thread, Job>()
  /** Tasks that run, and threads that end. */
  const underWay = new Set<Promise<void>>()

  function follow(work: Promise<void>): void {
    const followed = work.finally(() => underWay.delete(followed))
    underWay.add(followed)
  }

  const isBackground = ({ name }: Job) => (inBackground as readonly string[]).includes(name)

  function mayBegin(job: Job): boolean {
    return !isBackground(job) || [...busy.values()].filter(isBackground).length < Math.max(1, size - 1)
  }

  function takeThread(): Thread | null {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer)
      if (!last.thread.isGone) return last.thread
    }
    if (busy.size >= size) return null
    requireFile?.()
    return startThread(entry, file)
  }

  function release(thread: Thread): void {
    if (thread.isGone || closing.signal.aborted) return follow(thread.end())
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.thread === thread),
        1,
      )
      follow(thread.end())
    }, idleMs)
    idle.push({ thread, timer: timer.unref() })
  }

  function beginNext(): void {
    const at = waiting.findIndex(mayBegin)
    const job = waiting[at]
    if (!job) return
    try {
      const thread = takeThread()
      if (!thread) return
      job.withdraw()
      busy.set(thread, job)
      follow(carryOut(thread, job))
    } catch (error) {
      job.withdraw()
      job.reject(error)
    }
    beginNext()
  }

  async function carryOut(
    thread: Thread,
    { name, input, signal, options: { onProgress }, resolve, reject }: Job,
  ): Promise<void> {
    const order = { name, input, signal, onProgress, revision: revision?.() ?? null }
    const settle = await thread.run(order).then(
      (value) => () => resolve(value),
      (reason: unknown) => () => reject(reason),
    )
    busy.delete(thread)
    release(thread)
    settle()
    beginNext()
  }

  function queue(job: Omit<Job, 'withdraw'>): void {
    const giveUp = () => {
      queued.withdraw()
      job.reject(job.signal.reason)
    }
    const queued: Job = {
      ...job,
      withdraw: () => {
        waiting.splice(waiting.indexOf(queued), 1)
        job.signal.removeEventListener('abort', giveUp)
      },
    }
    job.signal.addEventListener('abort', giveUp)
    waiting.push(queued)
    beginNext()
  }

  return {
    run: (name, input, runOptions = {}) =>
      new Promise((resolve, reject) => {
        const { signal: own } = runOptions
        const signal = own ? AbortSignal.any([own, closing.signal]) : closing.signal
        if (signal.aborted) return reject(signal.reason as Error)
        queue({ name, input, options: runOptions as RunOptions, signal, resolve: resolve as never, reject })
      }),
    async close() {
      closing.abort(new StoppingError())
      for (const { thread, timer } of idle.splice(0)) {
        clearTimeout(timer)
        follow(thread.end())
      }
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
