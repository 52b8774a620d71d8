import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { loadDriver, type Driver } from '#db/driver.ts'
import { Connection } from '#db/connection.ts'
import { gateDriver, throughGate, type GatedDriver } from './termination-gate.ts'
import { openWorkspaceReader, type WorkspaceReader } from './workspace-reader.ts'
import { READER_PRAGMAS } from './workspace-reader.sql.ts'
import type { FromThread, SentError, TaskShape, ThreadData, ToThread } from './protocol.ts'

/** What a task works with, beside its input. */
interface TaskContext<Progress = never> extends Pick<WorkspaceReader, 'atOneMoment'> {
  /** The workspace's file, and what opens it; for a task that needs a connection of its own. */
  readonly file: string
  readonly driver: Driver
  /** Says between two steps whether the task shall end; statements that run are interrupted. */
  readonly signal: AbortSignal
  onProgress(value: Progress): void
}

export type Task<Shape extends TaskShape> = (
  input: Shape['input'],
  context: TaskContext<Shape['progress']>,
) => Promise<Shape['output']>

/** One function for each task. */
type TaskTable<Shapes> = {
  readonly [Name in keyof Shapes]: Shapes[Name] extends TaskShape ? Task<Shapes[Name]> : never
}

/** WHY again and again: an interruption that comes before the statement has begun is lost. */
const INTERRUPT_EVERY_MS = 20

/** Serves the tasks of a table to the thread that started this one, one after another, until it is stopped. */
export function serveTasks<Shapes>(tasks: TaskTable<Shapes>): void {
  const thread = new Thread(tasks as unknown as Readonly<Record<string, Task<TaskShape>>>, parentPort as MessagePort)
  ;(parentPort as MessagePort).on('message', (message: ToThread) => thread.take(message))
  process.on('uncaughtException', (error) => thread.breakDown(error))
}

class Thread {
  readonly #tasks: Readonly<Record<string, Task<TaskShape>>>
  readonly #port: MessagePort
  readonly #data = workerData as ThreadData
  #opened: Promise<{ driver: GatedDriver; reader: WorkspaceReader }> | null = null
  #stopping: AbortController | null = null

  constructor(tasks: Readonly<Record<string, Task<TaskShape>>>, port: MessagePort) {
    this.#tasks = tasks
    this.#port = port
  }

  take(message: ToThread): void {
    if (message.kind === 'abort') this.#stopping?.abort()
    else if (message.kind === 'end') void this.#end()
    else void this.#run(message)
  }

  /** Something threw outside of any task; what this thread holds cannot be relied on. */
  breakDown(error: unknown): void {
    this.#stopping?.abort()
    this.#send({ kind: 'failed', error: toSent(error), isBroken: true })
    void this.#end()
  }

  async #run({ name, input, revision }: Extract<ToThread, { kind: 'run' }>): Promise<void> {
    const stopping = (this.#stopping = new AbortController())
    let interrupting: NodeJS.Timeout | undefined
    try {
      const { driver, reader } = await (this.#opened ??= this.#open())
      stopping.signal.addEventListener('abort', () => {
        driver.interruptAll()
        interrupting = setInterval(() => driver.interruptAll(), INTERRUPT_EVERY_MS)
      })
      reader.asOf(revision)
      const task = this.#tasks[name]
      if (!task) throw new Error(`there is no task ${name}`)
      stopping.signal.throwIfAborted()
      const value = await task(input, {
        file: this.#data.file,
        driver,
        signal: stopping.signal,
        atOneMoment: reader.atOneMoment,
        onProgress: (progress) => this.#send({ kind: 'progress', value: progress }),
      })
      clearInterval(interrupting)
      // It finished although it was to end: what interrupted it may have left a transaction open.
      if (stopping.signal.aborted) await this.#close()
      this.#send({ kind: 'done', value })
    } catch (error) {
      clearInterval(interrupting)
      await this.#close()
      this.#send({ kind: 'failed', error: toSent(error), isBroken: false })
    } finally {
      this.#stopping = null
    }
  }

  async #open() {
    const { gate } = this.#data
    const driver = gateDriver(await throughGate(gate, loadDriver), gate)
    return {
      driver,
      reader: openWorkspaceReader(await Connection.open(driver, this.#data.file, driver.OPEN_READONLY, READER_PRAGMAS)),
    }
  }

  /** WHY not `process.exit()`: see `Gate`. Without its port the thread has nothing to wait for. */
  async #end(): Promise<void> {
    await this.#close()
    this.#port.close()
  }

  /** WHY also after a failure: an interruption may have left a transaction open. */
  async #close(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await opened?.then(({ reader }) => reader.close()).catch(() => {})
  }

  #send(message: FromThread): void {
    this.#port.postMessage(message)
  }
}

function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, code: (error as { code?: string }).code }
}
