import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { startThread } from '#workers/thread.ts'
import { aFolder } from '../../helpers/server.ts'

/** A thread that is late to end, and ends in the midst of a call of the driver. */
const LOST = `
import { workerData } from 'node:worker_threads'
Atomics.add(workerData.gate, 0, 1)
setTimeout(() => process.exit(), 800)
`

it('a thread that was lost in the midst of a call is not waited for: nothing keeps the process', async () => {
  const entry = join(await aFolder(), 'lost.mjs')
  await writeFile(entry, LOST)
  const retries = vi.spyOn(globalThis, 'setTimeout')
  await startThread(pathToFileURL(entry), 'org.sqlite').end()
  const ofGate = () => retries.mock.calls.filter(([, ms]) => ms === 20).length
  // It was told to end, did not in time, and its gate was tried again and again.
  const before = ofGate()
  expect(before).toBeGreaterThan(0)
  await sleep(100)
  expect(ofGate()).toBeLessThanOrEqual(before + 1)
})
