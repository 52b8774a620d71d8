import { parseArgs } from 'node:util'
import { fuzz, type FuzzReport } from './fuzz.ts'
import { curl, faultsOf } from './report.ts'
import type { Failure } from './session.ts'
import { startService } from './service.ts'

/** `npm run test:fuzz [-- --requests N] [--seed N]`: attacks a service of its own; exits 1 where something broke. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (![requests, seed].every(Number.isInteger)) throw new Error('--requests and --seed take whole numbers')

// An interrupted run says what it has found so far.
const ending = new AbortController()
process.once('SIGINT', () => ending.abort())

const service = await startService()
let last = Date.now()
const report = await fuzz(service, {
  requests,
  seed,
  signal: ending.signal,
  failed: printFailure,
  progress: (sent) => {
    if (Date.now() - last < 10_000) return
    last = Date.now()
    console.log(`${sent} requests…`)
  },
}).finally(() => service.dispose())
print(report)

/** The smallest request that shows a failure. */
function printFailure({ where, what, after, request, isMinimal }: Failure): void {
  console.log(`\n${where}: ${what}`)
  console.log(isMinimal ? curl(request) : `${curl(request)}\n(not by itself: after ${after} requests of seed ${seed})`)
}

function print({ sent, attacked, reached, memory, heap, longestWaitMs }: FuzzReport): void {
  for (const [id, statuses] of reached) {
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`)
    console.log(`${id.padEnd(32)} ${told.join(' ') || 'never answered'}`)
  }
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`
  for (const at of heap) {
    const all = at.memory === null ? 'unknown' : megabytes(at.memory)
    console.log(
      `after ${String(at.sent).padStart(6)} requests: heap ${megabytes(at.heap)} without garbage, memory ${all}`,
    )
  }
  const grown = memory ? `memory ${megabytes(memory.before)} → ${megabytes(memory.after)}` : 'memory unknown'
  console.log(
    `\n${sent} requests, ${attacked} of them an attack, seed ${seed}; ${grown}; longest wait ${Math.round(longestWaitMs)} ms`,
  )
}

const faults = faultsOf(report)
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
