import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Between two looks; what was worked on before has ended when the processor was at rest all that time. */
const LOOK_MS = 5_000
/** Of the time between two looks: what timers alone take is far less. */
const AT_REST = 0.02
const WORTH_BYTES = 16 * 1024 * 1024

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * V8's own collection, which also gives empty pages back to the system. WHY not an option of the command line: a host in which this runs
 * has a command line of its own.
 */
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

function emptyBytes(): number {
  const { heapTotal, heapUsed } = process.memoryUsage()
  return heapTotal - heapUsed
}

/**
 * Keeps a program that waits small: when it comes to rest, memory that a start or a large piece of work has left empty goes back to the
 * system, where V8 by itself would keep it until there is work again. That takes a tenth of a second, while no one waits.
 * @returns ends it
 */
export function keepIdleMemorySmall({ everyMs = LOOK_MS }: { everyMs?: number } = {}): () => void {
  let collect: Collect | undefined
  let before = process.cpuUsage()
  /** Bytes that the last collection left empty: what it could not give back, another cannot either. */
  let left = 0
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    if ((user + system) / 1_000 > everyMs * AT_REST) return
    if (emptyBytes() < left + WORTH_BYTES) return
    try {
      collect ??= collector()
      collect({ type: 'major', flavor: 'last-resort' })
    } catch {
      // A host may not let us: it keeps its memory, and runs on.
      clearInterval(look)
    }
    left = emptyBytes()
    before = process.cpuUsage()
  }, everyMs)
  look.unref()
  return () => clearInterval(look)
}
