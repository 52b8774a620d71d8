import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = join(import.meta.dirname, '../../src-server/idle-memory.ts')

/** A program that leaves much of its memory empty, comes to rest, or goes on with its work, and tells how much it holds then. */
const program = (isBusy: boolean) => `
  import { keepIdleMemorySmall } from ${JSON.stringify(MODULE)}
  let kept = []
  for (let index = 0; index < 2_000_000; index++) kept.push({ index })
  kept = []
  keepIdleMemorySmall({ everyMs: 200 })
  const held = () => Math.round(process.memoryUsage().heapTotal / 1024 / 1024)
  const before = held()
  if (${isBusy}) setInterval(() => { const until = performance.now() + 20; while (performance.now() < until); }, 40)
  setTimeout(() => { console.log(JSON.stringify([before, held()])); process.exit() }, 3_000)
`

async function heldBeforeAndAfter(isBusy: boolean): Promise<[number, number]> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program(isBusy)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [Buffer | number]
  if (typeof line === 'number') throw new Error(`the program ended with ${line}`)
  return JSON.parse(line.toString()) as [number, number]
}

it('a program that comes to rest gives back what it left empty', async () => {
  const [before, after] = await heldBeforeAndAfter(false)
  expect(before).toBeGreaterThan(60)
  expect(after).toBeLessThan(before / 4)
})

it('one that works is not held up by that', async () => {
  const [before, after] = await heldBeforeAndAfter(true)
  expect(after).toBeGreaterThan(before / 2)
})
