import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What a program answers to a message: milliseconds since the message before. */
export interface LongestBlock {
  /** The longest computing of the event loop's thread in one go, however often the system took the processor from it. */
  computing: number
  /** The longest time by the clock that nothing else could begin. */
  waiting: number
}

const LOOK_EVERY_MS = 1

/** Loaded into a program before it begins. Not in worker threads, which load it as well. */
if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  let [before, longest] = [0, 0]
  setInterval(() => {
    const { user, system } = process.threadCpuUsage()
    longest = Math.max(longest, user + system - before)
    before = user + system
  }, LOOK_EVERY_MS).unref()
  process.on('message', () => {
    process.send?.({ computing: longest / 1e3, waiting: delays.max / 1e6 } satisfies LongestBlock)
    delays.reset()
    longest = 0
  })
  // Who measures may be gone; the program ends by its own rules.
  process.channel?.unref()
}
