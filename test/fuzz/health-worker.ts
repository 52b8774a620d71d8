import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks again and again whether the service answers, in a thread of its own, so that nothing else delays the clock. */
const address = workerData as string
const PAUSE_MS = 200

let isEnding = false
parentPort?.once('message', () => (isEnding = true))

let worst = 0
let asked = 0
while (!isEnding) {
  const start = performance.now()
  const isFine = await fetch(address, { signal: AbortSignal.timeout(30_000) }).then(
    async (reply) => (await reply.text(), reply.ok),
    () => false,
  )
  worst = Math.max(worst, isFine ? performance.now() - start : Infinity)
  asked++
  await sleep(PAUSE_MS)
}
parentPort?.postMessage({ worst, asked })
